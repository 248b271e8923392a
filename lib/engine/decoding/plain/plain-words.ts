import { restoreText } from '../../restoration.ts'
import type { Restoration } from '../../restoration.ts'
import { toNfc } from '../../text.ts'
import { joinLetters, joinSpaced, removeFrame } from './frames.ts'
import { readLookalikes } from './look-alikes.ts'
import { createLetterReader } from './mixed-words.ts'

/**
 * Returns what turns decorated text plain: styled characters, and words that are decorated as a
 * whole: by marks or signs on or between all letters, in a frame, in superscript or look-alikes.
 */
export function createRestorer(
  restoration: Restoration,
  lookalikes: ReadonlyMap<string, string>,
): (text: string, language: string) => string {
  const letterOf = createLetterReader(lookalikes)
  const { characters } = restoration
  const isStyled = (letter: string): boolean => [...letter].some((point) => characters.has(point))
  const isUnread = (text: string): boolean => readLookalikes(text, letterOf) === text
  return (text, language) => {
    // A character alone is no word; the list of those that are restored asks for thousands.
    if (/^[^\u{e0000}-\u{e007f}]$/u.test(text)) {
      return ordinaryIn(text, isStyled) ? text : restoreText(text, restoration, language)
    }
    const bare = removeMarks(removeInvisibles(text), characters)
    const joined = joinLetters(joinSpaced(bare, isStyled, isUnread))
    const kept = ordinaryIn(joined, isStyled)
    const parts = kept === undefined ? [joined] : joined.split(kept)
    const restored = parts.map((part, at) => {
      return at % 2 === 0 ? restoreText(part, restoration, language) : part
    })
    // Most alphabets of small capitals have this letter as their q.
    const whole = restored.join('').replace(idleSelector, '$1').replace(/ǫ(?=u)/gu, 'q')
    const plain = readCircles(whole)
    const unframed = removeFrame(joinLetters(plain))
    // Beside styled letters, two are enough.
    const least = restored.join('') === joined ? 3 : 2
    const read = readLookalikes(unframed, letterOf, least)
    return readRaised(withoutAccents(read), lookalikes)
  }
}

/** Reads two circled digits or more of the fonts without a style: one may number a list. */
function readCircles(text: string): string {
  if (!/[\u24ea-\u2792]|\ud83c[\udd0b\udd0c]/.test(text)) return text
  return text.replace(/(?:[➀-➈➊-➒❶-❾⓪⓿🄋🄌]\ufe0e?){2,}/gu, (digits) =>
    Array.from(digits.replaceAll('\ufe0e', ''), (digit) => {
      const at = '➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒❶❷❸❹❺❻❼❽❾'.indexOf(digit)
      return at < 0 ? '0' : String((at % 9) + 1)
    }).join(''),
  )
}

/** U+FE0E after a letter or a digit, where it changes nothing. */
const idleSelector = /([\p{L}\p{N}])\ufe0e/gu

/** Removes characters that are not seen, where no script, emoji or flag needs them. */
function removeInvisibles(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  // Squared A, B, O and P are emoji only where no other letter is squared.
  const isSquared = /[\u{1f172}-\u{1f17d}\u{1f180}-\u{1f189}]/u.test(text)
  return (isSquared ? text.replace(/([🅰🅱🅾🅿])\ufe0f/gu, '$1') : text)
    .replace(/(?<=\p{RI})[\u200b\u2060\ufeff]/gu, '\u200c')
    .replace(/(?<=[\p{Script=Latin}\p{N}\p{So}])[\u200b\u2060-\u2064\ufeff]+/gu, '')
    .replace(/(?<=[\p{Script=Latin}\d])[\u200c\u200d]+(?=[\p{Script=Latin}\d])/gu, '')
    .replace(/(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0001}\u{e0020}-\u{e007f}]+/gu, '')
}

/** Words of European letters, plain or styled. */
const european =
  /(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\u{1d400}-\u{1d7cb}]\p{M}*)+/gu

/** Lines through letters, and keycaps around them. */
const lines = /[\u0334-\u0338\u20d2\u20d3\u20e5\u20eb]|(?<=\p{L})\u20e3/gu

/** A letter with three marks that do not compose, as no language writes. */
const overgrown = /(?:[^\P{M}\ufe00-\ufe0f]){3}/u

/** Marks of accents, and variation selectors. Some styles use these, too. */
const accents = new RegExp(
  '[\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u0313\\u0314\\u031b\\u0323-\\u0328\\u032d' +
    '\\u0331\\u0342\\u0345\\ufe00-\\ufe0f]',
  'u',
)

/** Marks of blanks and signs. */
const besideLetters = /(?<=[\s\p{P}])(?!\ufe0f)\p{M}+/gu

/**
 * Removes lines through letters; all marks of words some of whose letters have more than any
 * language writes; and marks that all letters of a word have.
 */
function removeMarks(text: string, known: ReadonlyMap<string, string>): string {
  if (!/\p{M}/u.test(text)) return text
  /** Returns whether three marks are not accents, or one of them is no mark of a style. */
  const isOvergrown = (word: string): boolean => {
    if (!overgrown.test(word)) return false
    const letters = word.replace(/[\u{1d400}-\u{1d7cb}]/gu, (one) => one.normalize('NFKC'))
    if (!overgrown.test(toNfc(letters))) return false
    const marks = (word.match(/\p{M}/gu) ?? []).filter((mark) => !known.has(mark))
    return marks.some((mark) => !accents.test(mark)) || marks.length > 2 * word.length / 3
  }
  let hasZalgo = false
  const removed = new Set<string>()
  const output = text.replace(european, (word) => {
    if (!/\p{M}/u.test(word)) return word
    if (isOvergrown(word)) {
      hasZalgo = true
      return word.replace(/\P{M}\p{M}*/gu, withoutMarks)
    }
    const bare = withoutSameMarks(word.replace(lines, ''), word === text.trim(), removed)
    return bare === word ? word : toNfc(bare)
  })
  for (const mark of text.match(lines) ?? []) removed.add(mark)
  const isDecoration = (mark: string): boolean => hasZalgo || known.get(mark) === ''
  const bare = output.replace(hasZalgo ? besideLetters : /(?<=\s)\p{M}+/gu, (marks) =>
    [...marks].filter((mark) => !isDecoration(mark)).join(''),
  )
  if (removed.size === 0) return bare
  // Short words and signs lose the marks that longer words have lost.
  return bare
    .replace(european, (word) => withoutSameMarks(word, false, removed))
    .replace(/(?<=[\p{P}\p{S}])\p{M}+/gu, (marks) =>
      [...marks].every((mark) => removed.has(mark)) ? '' : marks,
    )
}

/** Returns a letter alone, unless all that it has is the accent of one. */
function withoutMarks(cluster: string): string {
  const composed = cluster.length < 3 ? toNfc(cluster) : cluster
  if (/^[\xc0-\xffğĞşŞİı]$/.test(composed)) return composed
  const [base = ''] = cluster.normalize('NFD')
  return base
}

/** Removes marks that all letters of a word have; `removed` are those of other words. */
function withoutSameMarks(word: string, isWhole: boolean, removed: Set<string>): string {
  if (/\p{M}{5}/u.test(word)) return word
  const clusters = word.normalize('NFD').match(/\P{M}\p{M}*/gu) ?? []
  const [first = ''] = clusters
  const marks = [...first].slice(1).filter((mark) => clusters.every((one) => one.includes(mark)))
  if (marks.length === 0) return word
  const bases = clusters.map(([base = '']) => base)
  const hasConsonant = bases.some((base) => !/[aeiouаеиоуαειου]/i.test(base))
  const isEnough = bases.length > (isWhole ? 1 : 2) && hasConsonant
  // Letters of a language compose, such as č š ž.
  const isDecoration = bases.some((base) => toNfc(base + marks.join('')).length > base.length)
  const isKnown = marks.every((mark) => removed.has(mark))
  if (!isKnown && !(isEnough && isDecoration)) return word
  for (const mark of marks) removed.add(mark)
  const left = clusters.map((one) => {
    const plain = [...one].filter((point) => !marks.includes(point)).join('')
    // In Turkish, styles write the dot of an i below other marks.
    return plain.replace(/^i\u0307/, 'i')
  })
  return toNfc(left.join(''))
}

/**
 * Removes accents where nearly all letters have one, consonants, too, as in no language. Letters
 * alone and the four consonants with accents of the pages' languages do not count.
 */
function withoutAccents(text: string): string {
  const letters = text.normalize('NFD')
  if (letters === text) return text
  const words = letters.match(/(?:[A-Za-z]\p{M}*){3,}/gu) ?? []
  const clusters = words.flatMap((word) => word.match(/[A-Za-z]\p{M}*/gu) ?? [])
  const other = /^(?:[aeiou]|[cs]\u0327$|g\u0306$|n\u0303$)/iu
  const consonants = clusters.filter((one) => !other.test(one))
  const isMarked = (list: readonly string[]): boolean =>
    list.filter((one) => one.length > 1).length * 4 >= list.length * 3
  const isDecoration = consonants.length > 2 && isMarked(consonants) && isMarked(clusters)
  return isDecoration ? letters.replace(/([A-Za-z])\p{M}+/gu, '$1') : text
}

/** Letters of phonetics and mathematics, and signs of East Asian text. */
const ordinary = /([ʙɢʜɪʟɴʀʏℂℍℕℙℚℝℤ！-／：-＠［-｀｛-～])/u
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Returns what matches characters that stay because nothing else in the text is styled. */
function ordinaryIn(text: string, isStyled: (letter: string) => boolean): RegExp | undefined {
  const wide = text.match(/[Ａ-Ｚａ-ｚ]/g) ?? []
  const isEastAsian = (text.match(eastAsian) ?? []).length >= Math.max(1, wide.length)
  if (isEastAsian && /[！-～]/.test(text)) return /([！-～]+)/
  if (!ordinary.test(text)) return undefined
  const isSure = /(?<![\p{L}\p{M}])[ʙɢʜɪʟɴʀʏ]{2,}(?![\p{L}\p{M}])/u.test(text)
  const hasOthers = [...text].some((point) => !ordinary.test(point) && isStyled(point))
  return isSure || hasOthers ? undefined : ordinary
}

const raisedLetter = /[ʰ-ʸˠ-ˤᴬ-ᵪᶛ-ᶿⁱⁿₐ-ₜⱼⱽ]/u
const raisedDigits = /^[⁰¹²³⁴-⁹₀-₉]+$/
const raisedWord = /(?:[\p{L}\p{N}]\p{M}*)+/gu

/** Reads superscript and subscript words, which are not notes or units, with others beside them. */
function readRaised(text: string, lookalikes: ReadonlyMap<string, string>): string {
  if (!raisedLetter.test(text)) return text
  const words = text.match(raisedWord) ?? []
  const isRaised = (word: string): boolean => [...word].every((point) => raisedLetter.test(point))
  const isPartly = (word: string): boolean => raisedLetter.test(word) || raisedDigits.test(word)
  const raised = words.filter((word) => isRaised(word) || raisedDigits.test(word)).join('')
  const isAll = raised.length > 2 && words.filter(isPartly).length * 2 > words.length
  return text.replace(raisedWord, (word) => {
    const isRead = isAll ? isPartly(word) : isRaised(word) && [...word].length > 2
    if (!isRead) return word
    const letters = Array.from(word, (one) => lookalikes.get(one) ?? one.normalize('NFKC'))
    return letters.join('')
  })
}
