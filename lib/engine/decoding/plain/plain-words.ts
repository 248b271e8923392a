import { marksIn, pointsIn } from '../../points.ts'
import { restoreText } from '../../restoration.ts'
import type { RestoreTable } from '../../restoration.ts'
import { normalize } from '../../text.ts'
import {
  joinLetters,
  joinSpaced,
  removeFrame,
  removeFrames,
  removeNameSigns,
  removeSameEnds,
} from './frames.ts'
import { changeAround } from './kept.ts'
import { createLetterReader } from './letters.ts'
import { readLookalikes, wordPattern } from './look-alikes.ts'
import { removeMarks, withoutAccents } from './marks.ts'

/**
 * Returns what turns decorated text plain: styled characters, and words that are decorated as a
 * whole: by marks or signs on or between all letters, in a frame, in superscript or look-alikes. Of
 * the emoji, only the given ones are frames.
 */
export function createRestorer(
  table: RestoreTable,
  lookalikes: ReadonlyMap<string, string>,
  emoji = '',
): (text: string, language: string) => string {
  const letterOf = createLetterReader(lookalikes)
  const { characters } = table
  const isStyled = (letter: string): boolean => [...letter].some((point) => characters.has(point))
  const isUnread = (text: string): boolean => readLookalikes(text, letterOf) === text
  return (text, language) => changeAround(text, (one) => restore(one, language))
  function restore(text: string, language: string): string {
    // A character alone is no word; the list of those that are restored asks for thousands.
    if (/^[^\u{e0000}-\u{e007f}]$/u.test(text)) {
      return ordinaryIn(text, isStyled) ? text : restoreText(text, table, language)
    }
    const bare = removeMarks(removeInvisibles(text), characters)
    const isSpaced = (letter: string): boolean => isStyled(letter.replace(rareMarks, ''))
    const join = (one: string): string | undefined => joinSpaced(one, isSpaced, isUnread)
    // Spaced letters may be in a frame.
    const hasGaps = (bare.match(/\s/g) ?? []).length * 3 >= bare.length
    const framed = hasGaps ? removeFrame(removeSameEnds(bare, emoji), true) : bare
    const spaced = join(bare) ?? (framed === bare ? undefined : join(framed))
    const joined = joinLetters(spaced ?? joinWithin(bare, isSpaced, (run) => {
      return restoreText(run, table, language)
    }))
    const kept = keptIn(joined, isStyled)
    const parts = kept === undefined ? [joined] : joined.split(new RegExp(`(${kept.source})`, 'iu'))
    /** Words some of whose letters were styled. */
    const styled = new Set<string>()
    const restored = parts.map((part, at) => {
      if (at % 2 === 1) return part
      const changed: number[] = []
      const plain = restoreText(part, table, language, changed)
      let next = 0
      for (const { 0: word, index } of changed.length > 0 ? plain.matchAll(wordPattern) : []) {
        while ((changed[next] ?? Infinity) < index) next++
        if ((changed[next] ?? Infinity) < index + word.length) styled.add(word)
      }
      return plain
    })
    // Most alphabets of small capitals have this letter as their q.
    const plain = restored.join('').replace(/ǫ(?=u)/gu, 'q')
    const isDecorated = (read: string): boolean =>
      read !== text && countPlain(text) * 2 < countPlain(read)
    const spread = plain === joined ? plain : joinLetters(plain)
    const isFramed = isDecorated(spread)
    const unframed = removeFrame(isFramed ? removeSameEnds(spread, emoji) : spread, false)
    // Beside styled letters, two are enough.
    const least = restored.join('') === joined ? 3 : 2
    const words = readLookalikes(removeNameSigns(unframed), letterOf, least, styled)
    const read = withoutAccents(words, lookalikes)
    if (!isDecorated(words)) return read
    return removeFrames(read, /\p{ExtPict}\ufe0f?\p{Me}/u.test(text), emoji)
  }
}

/**
 * Joins styled letters with blanks between them in a sentence whose other letters are plain, unless
 * they are in the order of an alphabet. Where others are styled, too, they may be a list as well.
 */
function joinWithin(
  text: string,
  isStyled: (letter: string) => boolean,
  plainOf: (run: string) => string,
): string {
  if (!plainLetter.test(text)) return text
  const others = text.replace(spacedRun, '')
  if (others === text || !plainLetter.test(others) || [...others].some(isStyled)) return text
  return text.replace(spacedRun, (run) => {
    const isSure = !ordinary.test(run) && run.split(' ').every(isStyled)
    // Ⓐ Ⓑ Ⓒ Ⓓ is a list.
    const letters = plainOf(run).split(' ')
    const isOrdered = letters.every((letter, at) => at === 0 || (letters[at - 1] ?? '') < letter)
    return isSure && !isOrdered ? run.replaceAll(' ', '') : run
  })
}

const plainLetter = /[a-z]/i
/** A letter beyond ASCII, but no wide one, which East Asian text lists, and no number. */
const lone = /(?![\p{ASCII}\p{N}！-～])\p{Alpha}\p{M}*/u
/** Four of them or more with a blank between each, within a sentence. */
const spacedRun =
  new RegExp(`(?<![^\\s\\p{P}])(?:${lone.source} ){3,}${lone.source}(?![^\\s\\p{P}])`, 'gu')

function countPlain(text: string): number {
  return text.replace(/[^A-Za-z]+/g, '').length
}

const invisible = /[🅰🅱🅾🅿๖\u200b-\u200d\u2060-\u2064\ufeff\u{e0001}-\u{e007f}]/u

/** Removes characters that are not seen, where no script, emoji or flag needs them. */
function removeInvisibles(text: string): string {
  if (!invisible.test(pointsIn(text))) return text
  // Squared A, B, O and P are emoji only where no other letter is squared.
  const isSquared = /[\u{1f172}-\u{1f17d}\u{1f180}-\u{1f189}]/u.test(text)
  return (isSquared ? text.replace(/([🅰🅱🅾🅿])\ufe0f/gu, '$1') : text)
    // A Thai digit with marks of Arabic is put before names.
    .replaceAll('๖\u06e3\u06dc', '')
    .replace(/(?<=\p{RI})[\u200b\u2060\ufeff]/gu, '\u200c')
    .replace(/(?<=[\p{sc=Latn}\p{N}\p{So}])[\u200b\u2060-\u2064\ufeff]+/gu, '')
    .replace(/(?<=[\p{sc=Latn}\d])[\u200c\u200d]+(?=[\p{sc=Latn}\d])/gu, '')
    .replace(/(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0001}\u{e0020}-\u{e007f}]+/gu, '')
}

/** Letters of phonetics and mathematics, and signs of East Asian text. */
const ordinary = /[ʙɢʜɪʟɴʀʏℂℍℕℙℚℝℤ！-／：-＠［-｀｛-～]/u
const eastAsian = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu

/** Marks of languages and of phonetics that are also marks of styles, and letters with them. */
const rare = /[\u030d\u0310\u0312\u031c-\u0320\u0329\u032a\u032f\u0339\u0347\u0348]/u
const rareMarks = new RegExp(rare.source, 'gu')
const rareLetter =
  new RegExp(`(?![çşḉ])[a-z\\u00c0-\\u02af\\u1e00-\\u1eff]\\p{M}*${rare.source}\\p{M}*`, 'giu')

/** Returns what matches characters that stay: those without a style, and letters of languages. */
function keptIn(text: string, isStyled: (letter: string) => boolean): RegExp | undefined {
  const kept = ordinaryIn(text, isStyled)
  const marks = marksIn(text)
  const isOther = (mark: string): boolean => !rare.test(mark) && isStyled(mark)
  if (!marks.some((mark) => rare.test(mark)) || marks.some(isOther)) return kept
  const marked = text.match(rareLetter) ?? []
  if (marked.length === 0) return kept
  // Decoration is on most letters; in languages, on vowels.
  const isMost = (letter: RegExp): boolean => {
    const [all = 0, some = 0] = [text, marked.join('')].map((one) => {
      return (normalize(one, 'NFD').match(letter) ?? []).length
    })
    return some * 2 > all
  }
  if (isMost(/(?![aeious])\p{L}/giu)) return kept
  const own = rareLetter.source
  return new RegExp(kept === undefined ? own : `${kept.source}|${own}`, 'iu')
}

/** Returns what matches characters that stay because nothing else in the text is styled. */
function ordinaryIn(text: string, isStyled: (letter: string) => boolean): RegExp | undefined {
  const points = pointsIn(text)
  if (!/[\u3000！-～]/.test(points) && !ordinary.test(points)) return undefined
  const wide = text.match(/[Ａ-Ｚａ-ｚ]/g) ?? []
  const isEastAsian = (text.match(eastAsian) ?? []).length >= Math.max(1, wide.length)
  if (isEastAsian && wide.length === 0 && text.includes('\u3000')) return /[\u3000！-～]+/
  if (isEastAsian && /[！-～]/.test(text)) return /[！-～]+/
  if (!ordinary.test(points)) return undefined
  // Phonetics have no capitals: Bɪʟɢɪ, Eʀʀoʀ.
  const isSure =
    /(?<![\p{L}\p{M}])(?:[ʙɢʜɪʟɴʀʏ]{2,}|[A-Z][a-z]*(?:[ʙɢʜɪʟɴʀʏ][a-z]*){2,})(?![\p{L}\p{M}])/u
      .test(text)
  const hasOthers = [...points].some((point) => !ordinary.test(point) && isStyled(point))
  return isSure || hasOthers ? undefined : ordinary
}
