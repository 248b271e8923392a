import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { addressOf } from '../engine/address-words.ts'

/**
 * Gives a function that takes a slug which no generator has and finds the one that may be meant: of
 * the generator with this page address, display name or search word in any locale; of the first
 * whose slug or page address begins with these words; the slug that fewest typing errors lead to,
 * at most one in four characters and three in all; or of the first with these words, whatever their
 * gender and number, in an address, a name or a search word. Case and accents make no difference.
 * `undefined` where there is none, and beyond 40 code units.
 */
export function createSlugFinder(catalogue: Catalogue): (unknown: string) => string | undefined {
  const readAddresses = once(() => slugsByAddress(catalogue))
  const readWords = once(() => slugsByWords(catalogue))
  const readStems = once(() => createStemFinder([...readAddresses(), ...readWords()]))
  return (unknown) => {
    if (unknown.length > mostUnits) return undefined
    const asked = addressOf(unknown)
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

/** What generators are asked for by → the slug of the first that has it. */
type Slugs = ReadonlyMap<string, string>

// Only who asks for what is not there needs them.
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

function slugsByAddress(catalogue: Catalogue): Slugs {
  const slugs = new Map([...catalogue.keys()].map((slug) => [slug, slug]))
  for (const { slug, entry } of catalogue.values()) {
    for (const language of languages) addFirst(slugs, entry(language).page, slug)
  }
  return slugs
}

/** By display names and search words, as they would be addresses. */
function slugsByWords(catalogue: Catalogue): Slugs {
  const slugs = new Map<string, string>()
  const entries = [...catalogue.values()].flatMap(({ slug, entry }) => {
    return languages.map((language) => [slug, entry(language)] as const)
  })
  for (const [slug, { name }] of entries) addFirst(slugs, addressOf(name), slug)
  for (const [slug, { aliases }] of entries) {
    for (const alias of aliases) addFirst(slugs, addressOf(alias), slug)
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

/** Shorter words, such as `en` and `with`, are in many addresses. */
const leastWordUnits = 5

/** Finds the first that has the words, whatever their number: alone, else with others around. */
function createStemFinder(
  pairs: ReadonlyArray<readonly [address: string, slug: string]>,
): (words: string) => string | undefined {
  // One text of many lines is searched in a hundredth of the time that many texts take.
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
 * The words of an address without the endings that tell gender and number in English, Spanish,
 * French and Turkish, between hyphens: `-letr-negrit-` of `letras-negritas`. Three letters always
 * stay.
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
