/** What a visitor keeps in this browser: slugs of styles, the newest first. */
export interface Kept {
  readonly starred: readonly string[]
  readonly used: readonly string[]
}

const key = 'text-styles'
const mostUsed = 6

/** Reads what is kept: nothing where storage is not to be had. */
export function readKept(): Kept {
  try {
    const { starred, used } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return { starred: slugsIn(starred), used: slugsIn(used) }
  } catch {
    return { starred: [], used: [] }
  }
}

/** Keeps a style, or does not any more; with the last one goes all that was kept. */
export function keepStar(slug: string, isStarred: boolean): void {
  const { starred, used } = readKept()
  const others = starred.filter((one) => one !== slug)
  write({ starred: isStarred ? [slug, ...others] : others, used })
}

/** Keeps that a style was used, if any style is starred: nothing is kept unasked. */
export function keepUse(slug: string): void {
  const { starred, used } = readKept()
  if (starred.length === 0) return
  write({ starred, used: [slug, ...used.filter((one) => one !== slug)].slice(0, mostUsed) })
}

function write(kept: Kept): void {
  try {
    if (kept.starred.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Some visitors allow no storage: then nothing is kept.
  }
}

function slugsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
