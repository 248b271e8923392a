import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { slugify } from '../engine/slugify.ts'

/**
 * Creates a function that returns the most likely slug for an unknown one. In this order: the
 * generator with this page address, display name or search word in any locale; the first whose slug
 * or page address begins with these words; the slug with the fewest typing errors, at most one in
 * four characters and three in total; the first with these words, in any gender and number, in an
 * address, name or search word. Case and accents are ignored. Returns `undefined` if nothing is
 * found, or for more than 40 code units.
 */
export function createSlugFinder(catalogue: Catalogue): (unknown: string) => string | undefined {
  const readAddresses = memoize(() => slugsByAddress(catalogue))
  const readWords = memoize(() => slugsByWords(catalogue))
  const readStems = memoize(() => createStemFinder([...readAddresses(), ...readWords()]))
  return (unknown) => {
    if (unknown.length > mostUnits) return undefined
    const asked = slugify(unknown)
    if (asked === '') return undefined
    return (
      readAddresses().get(asked) ??
      readWords().get(asked) ??
      findBeginning(readAddresses(), asked) ??
      findClosest(asked, catalogue.keys()) ??
      readStems()(asked)
    )
  }
}

const mostUnits = 40

/** Address, name or search word → the slug of the first generator that has it. */
type Slugs = ReadonlyMap<string, string>

function slugsByAddress(catalogue: Catalogue): Slugs {
  const slugs = new Map([...catalogue.keys()].map((slug) => [slug, slug]))
  for (const { slug, entry } of catalogue.values()) {
    for (const language of languages) addFirst(slugs, entry(language).page, slug)
  }
  return slugs
}

/** Maps display names and search words, written like addresses. */
function slugsByWords(catalogue: Catalogue): Slugs {
  const slugs = new Map<string, string>()
  const entries = [...catalogue.values()].flatMap(({ slug, entry }) => {
    return languages.map((language) => [slug, entry(language)] as const)
  })
  for (const [slug, { name }] of entries) addFirst(slugs, slugify(name), slug)
  for (const [slug, { aliases }] of entries) {
    for (const alias of aliases) addFirst(slugs, slugify(alias), slug)
  }
  return slugs
}

function addFirst(slugs: Map<string, string>, key: string, slug: string): void {
  if (!slugs.has(key)) slugs.set(key, slug)
}

function findBeginning(slugs: Slugs, words: string): string | undefined {
  for (const [address, slug] of slugs) if (address.startsWith(`${words}-`)) return slug
  return undefined
}

/** Shorter words, such as `en` and `with`, occur in many addresses. */
const leastWordUnits = 5

/** Finds the first address that consists of these words in any number, or contains them. */
function createStemFinder(
  pairs: ReadonlyArray<readonly [address: string, slug: string]>,
): (words: string) => string | undefined {
  // Searching one text of many lines is 100 times as fast as searching many texts.
  const lines = `\n${stemsOf(pairs.map(([address]) => address).join('-\n-'))}\n`
  const find = (text: string): string | undefined => {
    const at = lines.indexOf(text)
    return at === -1 ? undefined : pairs[lines.slice(0, at + 1).split('\n').length - 2]?.[1]
  }
  return (words) => {
    const stems = stemsOf(words)
    return find(`\n${stems}\n`) ?? (words.length < leastWordUnits ? undefined : find(stems))
  }
}

/**
 * Removes the endings for gender and number in English, Spanish, French and Turkish from the words
 * of an address: `-letr-negrit-` for `letras-negritas`. At least three letters remain.
 */
function stemsOf(address: string): string {
  return `-${address}-`.replace(/(?<=[a-z0-9]{3})[aeo]*(?:l[ae]ri?|[sx])?(?=-)/g, '')
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
 * Counts the code units that must be inserted, deleted, replaced, or swapped with a neighbour to
 * turn one text into the other (the optimal string alignment distance). Returns some number above
 * `most` if they are more.
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
export function countEdits(one: string, other: string, most: number): number {
  const tooMany = most + 1
  if (Math.abs(one.length - other.length) > most) return tooMany
  const width = other.length + 1
  // A row for each prefix of `one`, a column for each of `other`. Cells far from the diagonal have
  // too many edits.
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

/** Returns whether two code units are those of the other text, swapped. */
function isExchange(one: string, start: number, other: string, otherStart: number): boolean {
  return (
    one.charCodeAt(start) === other.charCodeAt(otherStart + 1) &&
    one.charCodeAt(start + 1) === other.charCodeAt(otherStart)
  )
}
