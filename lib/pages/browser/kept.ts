/** What was copied: the style, its output, and the plain text, which 1.1.0 did not keep. */
export type Result = readonly [slug: string, text: string, plain?: string]

/** What a visitor keeps in this browser, the newest first. */
export interface Kept {
  /** The slugs of styles. */
  readonly starred: readonly string[]
  readonly copied: readonly Result[]
  /** The key of the limit by which rows say that they are too long. */
  readonly limit?: string | undefined
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
    const { starred, copied, limit } = JSON.parse(localStorage.getItem(key) ?? '{}')
    const own = isText(limit) ? { limit } : {}
    return { starred: listOf(starred, isText), copied: listOf(copied, isResult), ...own }
  } catch {
    return { starred: [], copied: [] }
  }
}

/** Stars a style, or removes its star. Returns whether the browser keeps that. */
export function keepStar(slug: string, isStarred: boolean): boolean {
  const others = readKept().starred.filter((one) => one !== slug)
  return write({ starred: isStarred ? [slug, ...others] : others })
}

/** Keeps a result that was copied, in the place of an earlier one. */
export function keepResult(slug: string, text: string, plain: string): void {
  if (text.length > mostLength) return
  const others = readKept().copied.filter(([, one]) => one !== text)
  const result: Result = [slug, text, plain.slice(0, mostOfName).trim()]
  write({ copied: [result, ...others].slice(0, mostCopied) })
}

/** Forgets a result. */
export function removeResult(text: string): void {
  write({ copied: readKept().copied.filter(([, one]) => one !== text) })
}

/** Keeps the key of a limit, or forgets it. Returns whether the browser does that. */
export function keepLimit(limit: string | undefined): boolean {
  return write({ limit })
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
function write(changes: Partial<Kept>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readKept(), ...changes }))
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
