import { memoize } from '../../memo.ts'
import { marksIn, pointsIn } from '../../points.ts'
import { marksOfLetters } from '../../restoration.ts'
import { normalize, toNfc } from '../../text.ts'

/** Words of European letters, plain or styled. */
const european =
  /(?:[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{Nd}\u{1d400}-\u{1d7cb}]\p{M}*)+/gu

/** Lines through letters, and keycaps around them. */
const isLine = /[\u0334-\u0338\u20d2\u20d3\u20e3\u20e5\u20eb]/
const keycap = /\u20e3(?<=\p{L}\u20e3)/u
const lines = new RegExp(`(?!\\u20e3)${isLine.source}|${keycap.source}`, 'gu')

/** A letter with three marks that do not compose, as no language writes. */
const overgrown = /(?:[^\P{M}\ufe00-\ufe0f]){3}/u

/** Marks of Hebrew, Arabic, Ethiopic and Meetei Mayek, which are decoration on other letters. */
const foreign =
  /[\u0591-\u05af\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u135d-\u135f\uabed]+/gu
const europeanMarks =
  /(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{Nd}\u{1d400}-\u{1d7cb}])\p{M}+/gu

/** Letters beside words with many marks, composed or not; those of other scripts need their own. */
const besideZalgo =
  /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]\p{M}*|\p{L}\p{M}{3,}/gu

/** Marks of accents, and variation selectors. Some styles use these, too. */
const accents = new RegExp(
  '[\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u0313\\u0314\\u031b\\u0323-\\u0328\\u032d' +
    '\\u0331\\u0342\\u0345\\ufe00-\\ufe0f]',
  'u',
)

/** Marks of blanks and signs, and at the start. */
const besideLetters = /(?<=^|[\s\p{P}\p{S}])(?![\ufe0f\u20e3])\p{M}+/gu

/**
 * Removes lines through letters; all marks of words some of whose letters have more than any
 * language writes; and marks that all letters of a word have.
 */
export function removeMarks(given: string, known: ReadonlyMap<string, string>): string {
  const kinds = marksIn(given)
  if (kinds.length === 0) return given
  const text = given.search(foreign) < 0
    ? given
    : given.replace(europeanMarks, (marks) => marks.replace(foreign, ''))
  // U+0340 is U+0300.
  const isKnown = (mark: string): boolean => known.has(mark.normalize('NFC'))
  const areKnown = kinds.every(isKnown)
  /** Returns whether three marks are not accents, or one of them is no mark of a style. */
  const isOvergrown = (word: string): boolean => {
    if (areKnown || !overgrown.test(word)) return false
    const letters = word.replace(/[\u{1d400}-\u{1d7cb}]/gu, (one) => one.normalize('NFKC'))
    if (!overgrown.test(normalize(letters, 'NFC'))) return false
    const marks = (word.match(/\p{M}/gu) ?? []).filter((mark) => !isKnown(mark))
    return marks.some((mark) => !accents.test(mark)) || marks.length > 2 * word.length / 3
  }
  const isLight = hasLightZalgo(text, known)
  const drawn = kinds.filter((mark) => isLine.test(mark))
  let hasZalgo = isLight
  const removed = new Set<string>()
  const output = text.replace(european, (word) => {
    if (!/\p{M}/u.test(word)) return word
    if (isLight || isOvergrown(word)) {
      hasZalgo = true
      return word.replace(/\P{M}\p{M}*/gu, withoutMarks)
    }
    const unlined = drawn.length === 0 ? word : word.replace(lines, '')
    const bare = withoutSameMarks(unlined, word === text.trim(), removed)
    return bare === word ? word : toNfc(bare)
  })
  const clean = hasZalgo ? output.replace(besideZalgo, withoutMarks) : output
  const ofLetters = memoize(() => marksOfLetters(text))
  for (const line of drawn) {
    if (line === '\u20e3' ? keycap.test(text) : ofLetters().has(line)) removed.add(line)
  }
  const isDecoration = (mark: string): boolean =>
    hasZalgo || (known.get(mark) === '' && ofLetters().has(mark))
  const bare = clean.replace(hasZalgo ? besideLetters : /(?<=\s)\p{M}+/gu, (marks) =>
    [...marks].filter((mark) => !isDecoration(mark)).join(''),
  )
  if (removed.size === 0) return bare
  // Short words, blanks and signs lose the marks that longer words have lost.
  const hasRemoved = new RegExp(`[${[...removed].join('')}]`, 'u')
  if (!hasRemoved.test(normalize(pointsIn(bare), 'NFD'))) return bare
  return bare
    .replace(european, (word) =>
      hasRemoved.test(word.normalize('NFD')) ? withoutSameMarks(word, false, removed) : word,
    )
    .replace(/\p{M}(?<=[\s\p{P}\p{S}].)\p{M}*/gu, (marks) =>
      [...marks].every((mark) => removed.has(mark)) ? '' : marks,
    )
}

/**
 * Returns whether a text is marked as languages do not write: most letters have marks, consonants
 * too, of five kinds or more. Most kinds compose with none of the letters, and at least one belongs
 * to none of our styles.
 */
function hasLightZalgo(text: string, known: ReadonlyMap<string, string>): boolean {
  const kinds = marksIn(text)
  const areUsual = (marks: readonly string[]): boolean =>
    marks.length < 5 || marks.every((mark) => known.has(mark) || accents.test(mark))
  if (areUsual(kinds)) return false
  const words = text.match(european) ?? []
  // Letters alone are lists of them, and of sounds.
  const clusters = words.flatMap((word) => {
    const own = normalize(word, 'NFD').match(/\P{M}\p{M}*/gu) ?? []
    return own.length > 2 ? own : []
  })
  const counts = new Map<string, number>()
  for (const mark of clusters.join('').match(/\p{M}/gu) ?? []) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  // The marks of a style are on many letters.
  const most = Math.max(2, clusters.length / 4)
  const isOther = (mark: string): boolean => (counts.get(mark) ?? Infinity) <= most
  const marked = clusters.filter((one) => [...one].some(isOther))
  const isConsonant = (one: string): boolean => !/^[aeiouаеёиоуыэюяαεηιουω\d]/i.test(one)
  const isMost = (all: readonly string[], some: readonly string[]): boolean =>
    some.length > 2 && some.length * 5 >= all.length * 3
  const areMarked = isMost(clusters, marked) &&
    isMost(clusters.filter(isConsonant), marked.filter(isConsonant))
  if (!areMarked || areUsual(kinds.filter(isOther))) return false
  return marked.filter((one) => /\p{M}/u.test(toNfc(one))).length * 2 > marked.length
}

/** Returns a letter alone, unless all that it has is the accent of one. */
function withoutMarks(cluster: string): string {
  const composed = cluster.length < 3 ? toNfc(cluster) : cluster
  if (/^[\xc0-\xffğĞşŞİı]$/.test(composed)) return composed
  const [base = ''] = normalize(cluster, 'NFD')
  return base
}

/** Removes marks that all letters of a word have; `removed` are those of other words. */
function withoutSameMarks(word: string, isWhole: boolean, removed: Set<string>): string {
  if (/\p{M}{5}/u.test(word)) return word
  const [first = ''] = /^\P{M}\p{M}*/u.exec(word) ?? []
  const [, ...ofFirst] = first.normalize('NFD')
  if (ofFirst.length === 0) return word
  const decomposed = word.normalize('NFD')
  const clusters = decomposed.match(/\P{M}\p{M}*/gu) ?? []
  const same = ofFirst.filter((mark) => clusters.every((one) => one.includes(mark)))
  if (same.length === 0) return word
  // Yoruba.
  if (/^(?:[eos]\u0329[\u0300\u0301]?)+$/i.test(decomposed)) return word
  const bases = clusters.map(([base = '']) => base)
  const hasConsonant = bases.some((base) => !/[aeiouаеиоуαειου]/i.test(base))
  const isEnough = bases.length > (isWhole ? 1 : 2) && hasConsonant
  // Letters of a language compose, such as č š ž.
  const isDecoration = bases.some((base) => toNfc(base + same.join('')).length > base.length)
  const marks = isEnough && isDecoration ? same : same.filter((mark) => removed.has(mark))
  if (marks.length === 0) return word
  for (const mark of marks) removed.add(mark)
  const left = marks.reduce((rest, mark) => rest.replaceAll(mark, ''), decomposed)
  // In Turkish, styles write the dot of an i below other marks.
  return toNfc(left.replaceAll('i\u0307', 'i'))
}

/** A letter with an accent or a stroke, but none of phonetics. */
const marked = /^[\xc0-\u024f\u1e00-\u1eff\u2c60-\u2c7f]|\p{M}/u

/** Letters with marks, by language: those of the languages with many of them. */
const alphabets = [
  ...['áäčďéěíĺľňóôŕřšťúůýž', 'áðéíóúýþæöø', 'ąćęłńóśźż', 'āčēģīķļņōŗšūž', 'ąčęėįšųūž'],
  ...['áéíóöőúüű', 'ĉĝĥĵŝŭ', 'ăâîșțşţ', 'čćđšž', 'áčđŋšŧž', 'ċġħżàèìòù', 'ḃċḋḟġṁṗṡṫáéíóú'],
  ...['çğıöşüâîû', 'äçňöşüýž', 'ãẽg̃ĩñõũỹáéíóúý', 'áàéèẹíìóòọṣúù\u0329'],
  'ŵŷâêîôûáéíóúẃýàèìòùẁỳäëïöüẅÿ',
]

/**
 * Removes accents and strokes where nearly all letters have one, also consonants, as in no
 * language. Letters alone do not count, nor consonants of the pages' languages, of Polish and
 * Vietnamese.
 */
export function withoutAccents(text: string, lookalikes: ReadonlyMap<string, string>): string {
  const letters = normalize(text, 'NFD')
  if (/^[\0-\x7f]*$/.test(letters)) return text
  const words = letters.match(/(?:\p{sc=Latn}\p{M}*){3,}/gu) ?? []
  const clusters = words.join('').match(/\P{M}\p{M}*/gu) ?? []
  const other = /^(?:[aeiouıøæœđł]|[cs]\u0327$|g\u0306$|n\u0303$)/iu
  const consonants = clusters.filter((one) => !other.test(one))
  const areMarked = (list: readonly string[], share: number): boolean =>
    list.filter((one) => marked.test(one)).length >= list.length * share
  const share = clusters.length < 8 ? 0.75 : 0.6
  if (consonants.length < 3 || !areMarked(consonants, share)) return text
  if (!areMarked(clusters, 0.7)) return text
  const used = toNfc(words.join('').toLowerCase()).match(/[^\0-\x7f]/gu) ?? []
  if (alphabets.some((alphabet) => used.every((letter) => alphabet.includes(letter)))) return text
  return letters.replace(/(\p{sc=Latn})\p{M}*/gu, (_, base: string) => {
    return lookalikes.get(base)?.[0] ?? base
  })
}
