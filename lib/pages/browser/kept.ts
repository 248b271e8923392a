/** The slugs of styles that a visitor keeps in this browser, the newest first. */
export interface Kept {
  readonly starred: readonly string[]
  readonly used: readonly string[]
}

const key = 'text-styles'
const mostUsed = 6

/** Reads the kept styles; returns none if the browser denies storage. */
export function readKept(): Kept {
  try {
    const { starred, used } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return { starred: slugsIn(starred), used: slugsIn(used) }
  } catch {
    return { starred: [], used: [] }
  }
}

/** Stars a style, or removes its star. Removing the last star removes everything that was kept. */
export function keepStar(slug: string, isStarred: boolean): void {
  const { starred, used } = readKept()
  const others = starred.filter((one) => one !== slug)
  write({ starred: isStarred ? [slug, ...others] : others, used })
}

/** Keeps that a style was used, if any style is starred: nothing is kept unless asked for. */
export function keepUse(slug: string): void {
  const { starred, used } = readKept()
  if (starred.length === 0) return
  const others = used.filter((one) => one !== slug)
  write({ starred, used: [slug, ...others].slice(0, mostUsed) })
}

function write(kept: Kept): void {
  try {
    if (kept.starred.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // The visitor allows no storage.
  }
}

function slugsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
