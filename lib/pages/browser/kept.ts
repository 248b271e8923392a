/** The slugs of styles that a visitor keeps in this browser, the newest first. */
export interface Kept {
  readonly starred: readonly string[]
  readonly used: readonly string[]
}

const key = 'text-styles'
const mostUsed = 8

/** Reads the kept styles; returns none if the browser denies storage. */
export function readKept(): Kept {
  try {
    const { starred, used } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return { starred: slugsIn(starred), used: slugsIn(used) }
  } catch {
    return { starred: [], used: [] }
  }
}

/** Stars a style, or removes its star. Returns whether the browser keeps that. */
export function keepStar(slug: string, isStarred: boolean): boolean {
  const { starred, used } = readKept()
  const others = starred.filter((one) => one !== slug)
  return write({ starred: isStarred ? [slug, ...others] : others, used })
}

/** Keeps that a style was used. */
export function keepUse(slug: string): void {
  const { starred, used } = readKept()
  const others = used.filter((one) => one !== slug)
  write({ starred, used: [slug, ...others].slice(0, mostUsed) })
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

function slugsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
