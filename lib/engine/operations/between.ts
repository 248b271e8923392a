import { onCells, onText, onVisible } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { anyText, list, oneOf, optional, text } from '../fields.ts'
import { isHiddenRun } from '../keep.ts'
import type { Layer } from '../layer.ts'
import type { Inverse } from '../inverse.ts'
import { defineOperation } from '../operation.ts'
import type { JsonFields } from '../operation.ts'
import { isRightToLeft, mirrorStrokes, turnSigns } from '../right-to-left.ts'
import { isEmoji, isInvisible, isLineBreak, isPunctuation, isSpace } from '../text.ts'
import { breakableSpaces } from './lines.ts'
import { escapeSigns, markLine, markupChoices } from './markup.ts'

/** `between`: puts texts, in turn, between neighbouring clusters or words. */
export const between = defineOperation(
  { layer: layerOf, kind: 'between' },
  {
    units: oneOf('clusters', 'words'),
    where: optional(oneOf('visible', 'mapped', 'all'), 'visible'),
    texts: list(1, text),
  },
  ({ units, where, texts }) => {
    const isByLine = texts.length === 1
    if (units === 'words') return { isByLine, compile: () => joinWords(texts) }
    const separator = separatorOf(where, texts)
    // Blanks are next to punctuation, too, as in a text that is spaced out as a whole.
    const isSpaced = where === 'visible' && texts.every((one) => one.trim() === '')
    return {
      isByLine,
      compile: () => joinClusters(texts, isSpaced ? joinsVisible : joins[where]),
      ...(separator === undefined ? {} : { inverse: () => separator }),
    }
  },
)

/** Other blanks between words are spacing. */
function layerOf({ units, texts }: JsonFields): Layer {
  return units === 'words' && /^\s*$/.test(String(texts)) ? 'text' : 'frame'
}

/** A decoder needs a blank between all clusters, or another text between mapped ones. */
function separatorOf(
  where: keyof typeof joins,
  [separator = '', ...others]: readonly string[],
): Inverse | undefined {
  const canBeRead = where === (separator.trim() === '' ? 'all' : 'mapped')
  return canBeRead && others.length === 0 ? { kind: 'separator', text: separator } : undefined
}

/** Returns whether a text goes between two neighbours. */
type Joins = (one: Cell, other: Cell) => boolean

const joins = {
  visible: (one: Cell, other: Cell) => isSeparated(one) && isSeparated(other),
  mapped: joinsMapped,
  all: (one: Cell, other: Cell) => !isLineBreak(one.source) && !isLineBreak(other.source),
} as const satisfies Record<string, Joins>

function joinsVisible(one: Cell, other: Cell): boolean {
  return !isSpace(one.source) && !isSpace(other.source)
}

/** Returns whether separators may be next to a cluster: not to blanks and punctuation. */
function isSeparated({ source }: Cell): boolean {
  return !isSpace(source) && !isPunctuation(source)
}

// A flag in the text must not merge with a regional indicator from a mapping.
function joinsMapped(one: Cell, other: Cell): boolean {
  const isOneMapped = one.text !== one.source
  const isOtherMapped = other.text !== other.source
  if (isOneMapped) return isOtherMapped || isEmoji(other.source)
  return isOtherMapped && isEmoji(one.source)
}

function joinClusters(texts: readonly string[], join: Joins): Step {
  return onCells((cells) => {
    let turn = 0
    let seen: Cell | undefined
    let last: Cell | undefined
    for (const cell of cells) {
      // An invisible cluster belongs to the one before it.
      if (!isInvisible(cell.source)) {
        if (seen !== undefined && last !== undefined && join(seen, cell)) {
          last.text += texts[turn++ % texts.length]
        }
        seen = cell
      }
      last = cell
    }
  })
}

function joinWords(texts: readonly string[]): Step {
  return onText((whole) => {
    let turn = 0
    return whole.replace(gaps, () => texts[turn++ % texts.length] ?? '')
  })
}

/**
 * Blanks between words. No-break spaces do not separate. Neither do blanks before closing marks or
 * after opening ones, as in French (« Qui ? »), or before signs of units (12 €).
 */
const gaps = new RegExp(
  [
    // Looking at the word before only where a blank begins keeps the cost linear.
    '(?=\\p{White_Space})(?<=\\P{White_Space})',
    '(?<!(?<!\\P{White_Space})[\\p{Ps}\\p{Pi}¿¡]+)',
    `[${breakableSpaces}]+`,
    // A blank with a mark or a joiner is a cluster of its own and stays.
    '(?=[^\\p{White_Space}\\p{M}\\u200d])',
    '(?![\\p{Pe}\\p{Pf}\\p{Sc}!?:;.,…%‰°]+(?!\\P{White_Space}))',
  ].join(''),
  'gu',
)

const fields = { before: anyText, after: anyText }
const wrapFields = {
  ...fields,
  each: optional(oneOf('text', 'line', 'item'), 'text'),
  markup: optional(oneOf(...markupChoices), undefined),
}

/**
 * `around`: puts text before and after each visible cluster except punctuation. Signs of `escaped`
 * markup have a backslash instead.
 */
export const around = defineOperation(
  { layer: 'frame', kind: 'around' },
  { ...fields, markup: optional(oneOf('escaped'), undefined) },
  ({ before, after, markup }) => {
    const surroundAll = surroundBy(before, after)
    const escape = escapeSigns(markup === undefined ? '' : `${before}${after}\\`)
    const surround = (text: string): string => {
      const escaped = escape(text)
      return escaped === text ? surroundAll(text) : escaped
    }
    return {
      isByLine: true,
      compile: () =>
        onVisible(({ source, text }) => (isPunctuation(source) ? escape(text) : surround(text))),
    }
  },
)

/**
 * `wrap`: puts text before and after the whole, or each line without the blanks at its ends. The
 * signs of items, such as bullets, also come first in a line from right to left. Lines may have the
 * signs of `markup` already.
 */
export const wrap = defineOperation(
  { layer: 'frame', kind: 'wrapped', effect: 'wraps' },
  wrapFields,
  ({ before, after, each, markup }) => {
    const surround = markup !== undefined
      ? markLine(before, after, markup)
      : each === 'item' ? (text: string) => before + text + after : surroundBy(before, after)
    return {
      isByLine: each !== 'text',
      compile: () =>
        onText((whole) =>
          each === 'text' ? surround(whole) : whole.replace(/\S.*\S|\S/gu, surround),
        ),
      published: () => ({
        ...{ before, after },
        ...(each === 'text' ? {} : { each }),
        ...(markup === undefined ? {} : { markup }),
      }),
    }
  },
)

/** Returns what puts signs around a text; they look the same around text from right to left. */
function surroundBy(before: string, after: string): (text: string) => string {
  const [first, last] = [turnSigns(after), turnSigns(before)]
  // Brackets turn by themselves: https://www.unicode.org/reports/tr9/#L4
  const isSame = /\p{Bidi_M}/u.test(before + after) || (first === before && last === after)
  return (text) => {
    // A digit of Arabic has no direction of its own, and is in a text that has one.
    const isRight = isArabicDigit.test(text) || isRightToLeft(before + text)
    if (!isRight) return before + text + after
    const isTurned = !isSame && (isRightToLeft(first + text) || isArabicDigit.test(text))
    return isTurned ? first + text + last : mirrorStrokes(before) + text + mirrorStrokes(after)
  }
}

const isArabicDigit = /^[\u0660-\u0669\u06f0-\u06f9]$/

/** `fill`: replaces each visible cluster by the same text. */
export const fill = defineOperation(
  { layer: 'letters', kind: 'redacted' },
  { text },
  ({ text: filling }) => ({
    isByLine: true,
    compile: () =>
      onVisible(({ source }, { kept }) => (isHiddenRun(source, kept) ? source : filling)),
  }),
)

/** `join`: joins the words of each line, as programmers write names. */
export const join = defineOperation(
  { layer: 'code', kind: 'joined' },
  {
    text: anyText,
    /** A sign before each word but numbers, which no network reads as tags. */
    tag: optional(text, undefined),
  },
  ({ text, tag = '' }) => ({
    isByLine: true,
    compile: () =>
      onText((whole) =>
        whole.replace(/.+/g, (line) => {
          const words = line.replace(inWords, '').split(seams).filter((word) => word !== '')
          const tagged = words.map((word) => (isNumber.test(word) ? word : tag + word))
          return words.length === 0 ? line : tagged.join(text)
        }),
      ),
  }),
)

/** With invisible characters between its digits, too. */
const isNumber = /^[\p{C}\p{DI}]*\p{N}[\p{N}\p{C}\p{DI}]*$/u

/** Apostrophes, and the dots within words, as in `col·lecció`. */
const inWords = /['’](?!\p{M})|[·\u0387\u2027](?<=[\p{L}\p{M}].)(?=\p{L})/gu

/**
 * Blanks and punctuation, and the places before capitals as in `helloWorld`, `base64Data` and
 * `XMLFile`, but not before the s of `userIDs`. A sign with a mark may be an emoji, as a keycap.
 */
const seams = new RegExp(
  [
    '(?:[\\p{White_Space}\\p{P}](?![\\p{M}\\u200d]))+',
    '(?=\\p{Lu})(?<=\\p{Ll}[\\p{M}\\p{C}\\p{DI}]*)',
    // After a digit, B2B and 4K are one word.
    '(?=\\p{Lu}[\\p{M}\\p{C}\\p{DI}]*\\p{Ll})(?<=\\p{Nd})|(?=\\p{Lu})(?<=\\p{Ll}\\p{Nd}+)',
    '(?=\\p{Lu}[\\p{M}\\p{C}\\p{DI}]*(?!s(?![\\p{Ll}\\p{M}]))\\p{Ll})' +
      '(?<=\\p{Lu}[\\p{M}\\p{C}\\p{DI}]*)',
  ].join('|'),
  'u',
)
