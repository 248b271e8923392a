import { countEdits, leastEditsBetween, letterBits, slugify } from './spelling.ts'

/** Returns the name that an unknown one probably means, or `undefined` if none is close. */
export type FindClosest = (unknown: string) => string | undefined

/** Longer unknown names are not compared. */
const mostUnits = 60

/** A word within a name must be this long: shorter ones are in too many names. */
const leastOfWordWithin = 4

/** In shorter names, one typing error makes another word. */
const leastOfOneError = 8

/**
 * Creates a function that finds the closest of some names: the one with the same letters and
 * digits, or that begins with the same words, or with the same letters, or has these words, or the
 * fewest typing errors in all of it or in its first words. Of equally close names, the first one
 * wins. Names with fewer than `leastLetters` letters must be the same. Case, accents and
 * punctuation do not matter.
 */
export function createClosest(names: Iterable<string>, leastLetters = 3): FindClosest {
  const known = Array.from(names, (name) => ({ name, spelled: spell(name) }))
  return (unknown) => {
    if (unknown.length > mostUnits) return undefined
    const asked = spell(unknown)
    if (asked.letters === '') return undefined
    let closest: string | undefined
    let least = Infinity
    for (const { name, spelled } of known) {
      const distance = distanceOf(asked, spelled, leastLetters, least)
      if (distance >= least) continue
      least = distance
      closest = name
    }
    return closest
  }
}

/** A name without case, accents and punctuation. */
interface Spelled {
  /** With a hyphen between words. */
  readonly words: string
  readonly letters: string
  /** Which letters these are. */
  readonly bits: number
}

function spell(name: string): Spelled {
  const words = slugify(name)
  const letters = words.replaceAll('-', '')
  return { words, letters, bits: letterBits(letters) }
}

/** Returns how far two names are apart; some number of at least `least` if that is not less. */
function distanceOf(asked: Spelled, known: Spelled, leastLetters: number, least: number): number {
  if (asked.letters === known.letters) return 0
  const isShorter = asked.letters.length < known.letters.length
  const [shorter, longer] = isShorter ? [asked, known] : [known, asked]
  if (shorter.letters.length < leastLetters) return Infinity
  const edits = least > 0.5 ? countSpelled(asked, known) : undefined
  // A single error in a long name is likelier than another name.
  if (edits === 1 && longer.letters.length >= leastOfOneError) return 0.5
  if (least > 1 && longer.words.startsWith(`${shorter.words}-`)) return 1
  if (least > 2 && longer.letters.startsWith(shorter.letters)) return 2
  if (least <= 3) return Infinity
  const isLong = asked.letters.length >= leastOfWordWithin
  if (isLong && `${known.words}-`.includes(`-${asked.words}-`)) return 3
  if (edits !== undefined) return 3 + edits
  const beginning = isShorter ? firstWords(known.words, asked.words) : undefined
  if (beginning === undefined) return Infinity
  const letters = beginning.replaceAll('-', '')
  const editsOfBeginning = countSpelled(asked, { letters, bits: letterBits(letters) })
  return editsOfBeginning === undefined ? Infinity : 3.5 + editsOfBeginning
}

/**
 * Counts the typing errors, of which a quarter of the letters may have one. One of the first two
 * letters must be right.
 */
function countSpelled(
  { letters: one, bits }: Pick<Spelled, 'letters' | 'bits'>,
  { letters: other, bits: otherBits }: Pick<Spelled, 'letters' | 'bits'>,
): number | undefined {
  if (one[0] !== other[0] && one[1] !== other[1]) return undefined
  const most = Math.floor(Math.max(one.length, other.length) / 4)
  // Comparing lengths and bits is much faster than counting the edits.
  if (Math.abs(one.length - other.length) > most) return undefined
  if (leastEditsBetween(bits, otherBits) > most) return undefined
  const edits = countEdits(one, other, most)
  return edits > most ? undefined : edits
}

/** Returns the first words of a name, as many as were asked for, if it has more. */
function firstWords(words: string, asked: string): string | undefined {
  if (words[0] !== asked[0]) return undefined
  let end = -1
  for (let at = -1; ; ) {
    end = words.indexOf('-', end + 1)
    if (end < 0) return undefined
    at = asked.indexOf('-', at + 1)
    if (at < 0) return words.slice(0, end)
  }
}
