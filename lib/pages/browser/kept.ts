/** What was copied: the style, its output, and the plain text, which 1.1.0 did not keep. */
export type Result = readonly [slug: string, text: string, plain?: string]

/** What a visitor keeps in this browser, the newest first. */
export interface Kept {
  /** The slugs of styles. */
  readonly starred: readonly string[]
  readonly copied: readonly Result[]
}

const key = 'text-styles'
const mostCopied = 5

/** UTF-16 units of a result; longer ones are not kept. */
const mostLength = 1_000

/** UTF-16 units of the plain text, which names the result. */
const mostOfName = 60

/** Reads what is kept; returns nothing if the browser denies storage. */
export function readKept(): Kept {
  try {
    const { starred, copied } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return { starred: listOf(starred, isText), copied: listOf(copied, isResult) }
  } catch {
    return { starred: [], copied: [] }
  }
}

/** Stars a style, or removes its star. Returns whether the browser keeps that. */
export function keepStar(slug: string, isStarred: boolean): boolean {
  const { starred, copied } = readKept()
  const others = starred.filter((one) => one !== slug)
  return write({ starred: isStarred ? [slug, ...others] : others, copied })
}

/** Keeps a result that was copied, in the place of an earlier one. */
export function keepResult(slug: string, text: string, plain: string): void {
  if (text.length > mostLength) return
  const { starred, copied } = readKept()
  const others = copied.filter(([, one]) => one !== text)
  const result: Result = [slug, text, plain.slice(0, mostOfName).trim()]
  write({ starred, copied: [result, ...others].slice(0, mostCopied) })
}

/** Forgets a result. */
export function removeResult(text: string): void {
  const { starred, copied } = readKept()
  write({ starred, copied: copied.filter(([, one]) => one !== text) })
}

/** Forgets all results and styles. */
export function forgetAll(): void {
  write({ starred: [], copied: [] })
}

/** Whether anything is kept. */
export function keepsAny(): boolean {
  const { starred, copied } = readKept()
  return starred.length + copied.length > 0
}

/** Returns false if the visitor allows no storage. */
function write(kept: Kept): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

function listOf<Item>(value: unknown, isItem: (one: unknown) => one is Item): readonly Item[] {
  return Array.isArray(value) ? value.filter(isItem) : []
}

const isText = (one: unknown): one is string => typeof one === 'string'

const isResult = (one: unknown): one is Result =>
  Array.isArray(one) && (one.length === 2 || one.length === 3) && one.every(isText)
