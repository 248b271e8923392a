import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'

/**
 * Gives a function that takes a slug which no generator has and finds the one that may be meant: of
 * the generator with this page address in any locale; of the first whose slug or page address
 * begins with these words; the slug that fewest typing errors lead to, at most one in four
 * characters and three in all; or of the first with these words in the middle of a page address.
 * `undefined` where there is none, and beyond 40 code units.
 */
export function createSlugFinder(catalogue: Catalogue): (unknown: string) => string | undefined {
  let slugs: ReadonlyMap<string, string> | undefined
  return (unknown) => {
    if (unknown.length > mostUnits) return undefined
    const asked = unknown.toLowerCase().replace(/[\s_]/g, '-')
    slugs ??= slugsByAddress(catalogue)
    return (
      slugs.get(asked) ??
      findAddress(slugs, (address) => address.startsWith(`${asked}-`)) ??
      findClosest(asked, catalogue.keys()) ??
      findAddress(slugs, (address) => hasWords(address, asked))
    )
  }
}

const mostUnits = 40

/** Slugs and page addresses → slugs. */
function slugsByAddress(catalogue: Catalogue): ReadonlyMap<string, string> {
  const slugs = new Map([...catalogue.keys()].map((slug) => [slug, slug]))
  for (const { slug, entry } of catalogue.values()) {
    for (const language of languages) {
      const { page } = entry(language)
      if (!slugs.has(page)) slugs.set(page, slug)
    }
  }
  return slugs
}

function findAddress(
  slugs: ReadonlyMap<string, string>,
  isMeant: (address: string) => boolean,
): string | undefined {
  for (const [address, slug] of slugs) if (isMeant(address)) return slug
  return undefined
}

/** Shorter words, such as `en` and `with`, are in many addresses. */
const leastWordUnits = 5

function hasWords(address: string, words: string): boolean {
  return words.length >= leastWordUnits && `${address}-`.includes(`-${words}-`)
}

function findClosest(asked: string, slugs: Iterable<string>): string | undefined {
  let closest: string | undefined
  let most = Math.min(Math.floor(asked.length / 4), 3)
  for (const slug of slugs) {
    if (most < 1) break
    const edits = countEdits(asked, slug, most)
    if (edits > most) continue
    closest = slug
    most = edits - 1
  }
  return closest
}

/**
 * How many code units have to be inserted, left out, replaced, or exchanged with their neighbour to
 * make one text of another (the optimal string alignment distance); any number above `most` where
 * it is more than that.
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
export function countEdits(one: string, other: string, most: number): number {
  const tooMany = most + 1
  if (Math.abs(one.length - other.length) > most) return tooMany
  const width = other.length + 1
  // A row for each beginning of `one`, a column for each of `other`; far from the diagonal both
  // differ by too many.
  const table = new Uint8Array((one.length + 1) * width).fill(tooMany)
  const at = (row: number, column: number): number => table[row * width + column] ?? tooMany
  for (let column = 0; column <= most && column < width; column++) table[column] = column
  for (let row = 1; row <= one.length; row++) {
    if (row <= most) table[row * width] = row
    let least = at(row, 0)
    const last = Math.min(row + most, other.length)
    for (let column = Math.max(1, row - most); column <= last; column++) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      const replaced = at(row - 1, column - 1) + (isSame ? 0 : 1)
      let edits = Math.min(replaced, at(row - 1, column) + 1, at(row, column - 1) + 1, tooMany)
      if (row > 1 && column > 1 && isExchange(one, row - 2, other, column - 2)) {
        edits = Math.min(edits, at(row - 2, column - 2) + 1)
      }
      table[row * width + column] = edits
      least = Math.min(least, edits)
    }
    if (least > most) return tooMany
  }
  return at(one.length, other.length)
}

/** Whether two code units of the one are those of the other in the other order. */
function isExchange(one: string, start: number, other: string, otherStart: number): boolean {
  return (
    one.charCodeAt(start) === other.charCodeAt(otherStart + 1) &&
    one.charCodeAt(start + 1) === other.charCodeAt(otherStart)
  )
}
