import { restoreText } from '../restoration.ts'
import type { Restoration } from '../restoration.ts'
import { toNfc } from '../text.ts'
import { joinLetters, joinSpaced, removeFrame } from './frames.ts'
import { createLetterReader, readLookalikes } from './look-alikes.ts'

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
    const bare = removeMarks(removeInvisibles(text), characters)
    const joined = joinLetters(joinSpaced(bare, isStyled, isUnread))
    const kept = ordinaryIn(joined, isStyled)
    const parts = kept === undefined ? [joined] : joined.split(kept)
    const restored = parts.map((part, at) => {
      return at % 2 === 0 ? restoreText(part, restoration, language) : part
    })
    const unframed = removeFrame(joinLetters(restored.join('').replace(idleSelector, '$1')))
    return readRaised(readLookalikes(unframed, letterOf), lookalikes)
  }
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

/** Words of European letters, and blanks with marks. */
const european = /(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]\p{M}*)+|\s\p{M}+/gu

/** A letter with three marks that do not compose, as no language writes. */
const overgrown = /(?:[^\P{M}\ufe00-\ufe0f]){3}/u

/** Marks of accents that are also decoration: what is left of them is not. */
const accents = /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u0331\ufe00-\ufe0f]/u

/**
 * Removes lines through letters; all marks of words some of whose letters have more than any
 * language writes; and marks that all letters of a word have.
 */
function removeMarks(text: string, known: ReadonlyMap<string, string>): string {
  if (!/\p{M}/u.test(text)) return text
  const isForeign = (mark: string): boolean => !known.has(mark) && !accents.test(mark)
  const isOvergrown = (word: string): boolean =>
    overgrown.test(word) && overgrown.test(toNfc(word)) && [...word].some((point) => /\p{M}/u.test(point) && isForeign(point))
  let hasZalgo = false
  const output = text.replace(european, (word) => {
    if (!/\p{M}/u.test(word) || /^\s/.test(word)) return word
    const plain = word.replace(/[\u0334-\u0338\u20d2\u20d3\u20e5\u20eb]|(?<=\p{L})\u20e3/gu, '')
    if (isOvergrown(word)) {
      hasZalgo = true
      return word.replace(/\P{M}\p{M}*/gu, withoutMarks)
    }
    return withoutSameMarks(plain, word === text.trim())
  })
  return hasZalgo ? output.replace(/(\s)\p{M}+/gu, '$1') : output
}

/** Returns a letter alone, unless all that it has is the accent of one. */
function withoutMarks(cluster: string): string {
  const composed = cluster.length < 3 ? toNfc(cluster) : cluster
  if (/^[\xc0-\xffğĞşŞİı]$/.test(composed)) return composed
  const [base = ''] = cluster.normalize('NFD')
  return base
}

function withoutSameMarks(word: string, isWhole: boolean): string {
  if (/\p{M}{5}/u.test(word)) return word
  const clusters = word.normalize('NFD').match(/\P{M}\p{M}*/gu) ?? []
  const [marks = ''] = clusters.map((cluster) => cluster.replace(/^./u, ''))
  const bases = clusters.map((cluster) => cluster.replace(/\p{M}+/gu, ''))
  const areSame = clusters.every((cluster, at) => cluster === `${bases[at] ?? ''}${marks}`)
  const isEnough = bases.length > (isWhole ? 1 : 2) && bases.some((base) => !/[aeiouаеиоуαειου]/i.test(base))
  // Letters of a language compose, such as č š ž.
  const isDecoration = marks !== '' && areSame && isEnough && toNfc(word).length > bases.length
  return isDecoration ? bases.join('') : word
}

/** Letters of phonetics and mathematics, and signs of East Asian text. */
const ordinary = /([ʙɢʜɪʟɴʀʏℂℍℕℙℚℝℤ！-／：-＠［-｀｛-～])/u
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Returns what matches characters that stay because nothing else in the text is styled. */
function ordinaryIn(text: string, isStyled: (letter: string) => boolean): RegExp | undefined {
  const wide = text.match(/[Ａ-Ｚａ-ｚ]/g) ?? []
  if (/[！-～]/.test(text) && (text.match(eastAsian) ?? []).length >= Math.max(1, wide.length)) return /([！-～]+)/
  if (!ordinary.test(text)) return undefined
  const isSure = /(?<![\p{L}\p{M}])[ʙɢʜɪʟɴʀʏ]{2,}(?![\p{L}\p{M}])/u.test(text)
  const hasOthers = [...text].some((point) => !ordinary.test(point) && isStyled(point))
  return isSure || hasOthers ? undefined : ordinary
}

const raisedLetter = /[ʰ-ʸˠ-ˤᴬ-ᵡᶛ-ᶿⁱⁿₐ-ₜⱼⱽ]/u
const raisedWord = /(?:[\p{L}\p{N}]\p{M}*)+/gu

/** Reads superscript and subscript words, which are not notes or units, with others beside them. */
function readRaised(text: string, lookalikes: ReadonlyMap<string, string>): string {
  if (!raisedLetter.test(text)) return text
  const words = (text.match(raisedWord) ?? []).map((word) => [...word])
  const raised = words.filter((word) => word.every((point) => raisedLetter.test(point)))
  const partly = words.filter(isPartlyRaised)
  const isAll = partly.length * 2 > words.length && (raised.length > 1 || (raised[0]?.length ?? 0) > 2)
  return text.replace(raisedWord, (word) => {
    const points = [...word]
    const isRaised = points.length > 2 && points.every((point) => raisedLetter.test(point))
    if (!isRaised && !(isAll && (isPartlyRaised(points) || /^[⁰¹²³⁴-⁹₀-₉]+$/.test(word)))) return word
    const plain = points.map((point) => lookalikes.get(point) ?? point.normalize('NFKC')).join('')
    // These have no raised capital.
    return /^[A-Zcfqsxyz]*[A-Z][A-Zcfqsxyz]*$/.test(plain) ? plain.toUpperCase() : plain
  })
}

function isPartlyRaised(points: readonly string[]): boolean {
  return points.filter((point) => raisedLetter.test(point)).length * 2 >= points.length
}
