import { restoreText } from '../../restoration.ts'
import type { Restoration } from '../../restoration.ts'
import { joinLetters, joinSpaced, removeFrame, removeFrames, removeSameEnds } from './frames.ts'
import { readLookalikes } from './look-alikes.ts'
import { removeMarks, withoutAccents } from './marks.ts'
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
    const plain = restored.join('').replace(idleSelector, '$1').replace(/ǫ(?=u)/gu, 'q')
    const isDecorated = (read: string): boolean =>
      read !== text && countPlain(text) * 2 < countPlain(read)
    const spread = plain === joined ? plain : joinLetters(plain)
    const unframed = removeFrame(isDecorated(spread) ? removeSameEnds(spread) : spread, false)
    // Beside styled letters, two are enough.
    const least = restored.join('') === joined ? 3 : 2
    const words = readLookalikes(unframed, letterOf, least)
    const read = withoutAccents(words, lookalikes)
    return isDecorated(words) ? removeFrames(read) : removeFrame(read, false)
  }
}

function countPlain(text: string): number {
  return (text.match(/[A-Za-z]/g) ?? []).length
}

/** U+FE0E after a letter or a digit, where it changes nothing. */
const idleSelector = /([\p{L}\p{N}])\ufe0e/gu

/** Removes characters that are not seen, where no script, emoji or flag needs them. */
function removeInvisibles(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  // Squared A, B, O and P are emoji only where no other letter is squared.
  const isSquared = /[\u{1f172}-\u{1f17d}\u{1f180}-\u{1f189}]/u.test(text)
  return (isSquared ? text.replace(/([🅰🅱🅾🅿])\ufe0f/gu, '$1') : text)
    // A Thai digit with marks of Arabic is put before names.
    .replaceAll('๖\u06e3\u06dc', '')
    .replace(/(?<=\p{RI})[\u200b\u2060\ufeff]/gu, '\u200c')
    .replace(/(?<=[\p{Script=Latin}\p{N}\p{So}])[\u200b\u2060-\u2064\ufeff]+/gu, '')
    .replace(/(?<=[\p{Script=Latin}\d])[\u200c\u200d]+(?=[\p{Script=Latin}\d])/gu, '')
    .replace(/(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0001}\u{e0020}-\u{e007f}]+/gu, '')
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
