import { memoize } from '../../memo.ts'
import { pointsIn } from '../../points.ts'
import { badge, besideName, besideOrnament, besideSymbol } from './ornaments.ts'
import { ornament, symbol, visitSigns } from './ornaments.ts'

/** Scripts with letters and punctuation that are ornaments elsewhere. */
const ornamental = /[\p{sc=Taml}\p{sc=Laoo}\p{sc=Tibt}\p{sc=Geor}]/u

/**
 * Removes ornaments from both ends of a line; around decorated letters, from either end. A box of
 * several lines would leave its sides.
 */
export function removeFrame(text: string, isDecorated: boolean, hasBadges = false): string {
  const sign = hasBadges ? badge : isDecorated ? symbol : ornament
  if (text.includes('\n') || !sign.test(text)) return text
  const beside = isDecorated ? besideSymbol : besideOrnament
  const start = countOrnaments(text, false, sign, beside)
  const end = countOrnaments(text, true, sign, beside, text.length - start)
  const inner = text.slice(start, Math.max(start, text.length - end))
  // A row of a table has bars between its words, too.
  const isBoth = start > 0 && end > 0 && !/[|│┃║]/.test(inner)
  const isFramed = isDecorated ? start + end > 0 : isBoth
  const hasWords = /\p{L}|\p{N}/u.test(inner) && !ornamental.test(inner)
  return isFramed && hasWords ? withoutBrackets(inner).trim() : text
}

/** Removes the brackets right beside ornaments, which are part of the frame: ★彡[name]彡★. */
function withoutBrackets(inner: string): string {
  return /^\[([^[\]]+)\]$/.exec(inner)?.[1] ?? inner
}

/** Emoji stay, unless they are the same at both ends and frames of the catalogue. */
const emoji = /^(?:\p{EPres}|[\u{1f300}-\u{1faff}]|.\ufe0f)/u

/**
 * Returns where the last ornament of those at one end is, with the signs right after it, in UTF-16
 * units, or one that is after `most` units. A word ends the frame.
 */
function countOrnaments(
  text: string,
  isFromEnd: boolean,
  sign: RegExp,
  beside: RegExp,
  most = text.length,
): number {
  let [count, units] = [0, 0]
  const lookOf = memoize((point: string) => ({
    isUsual: beside.test(point),
    isSign: sign.test(point),
    isEmoji: sign !== badge && emoji.test(point),
    isLetter: beside === besideSymbol && /^\p{L}/u.test(point),
    isBlank: point.trim() === '',
  }), 200)
  visitSigns(text, isFromEnd, (point, isWord) => {
    const look = lookOf(point)
    if ((isWord && !look.isUsual) || look.isEmoji) return false
    const isSign = !isWord && look.isSign
    const isBeside = look.isUsual || look.isLetter
    const isNext = isBeside && count > 0 && count === units && !look.isBlank
    units += point.length
    if (isSign || isNext) count = units
    return (isSign || isBeside) && count <= most
  })
  return count
}

/** Returns where the first word is, or the last one, in UTF-16 units. */
function countSigns(text: string, isFromEnd: boolean): number {
  let units = 0
  visitSigns(text, isFromEnd, (point, isWord) => {
    if (isWord || !besideName.test(point)) return false
    units += point.length
    return true
  })
  return units
}

/**
 * Removes frames around decorated text, and around its lines. Emoji are part of them where some are
 * in a sign, as in 🌸⃟🍧name.
 */
export function removeFrames(text: string, hasBadges: boolean, emoji: string): string {
  const lines = text.split('\n')
  if (lines.length === 1) {
    const bare = removeFrame(removeSameEnds(text, emoji), true, hasBadges)
    // In sentences of East Asia, these brackets are quotation marks.
    if (eastAsian.test(bare)) return bare
    return bare.split(namePart).filter((part) => part !== '').join(' ')
  }
  const isBorder = (line: string): boolean =>
    line.length > 2 && symbol.test(line) && !/[\p{L}\p{N}]/u.test(line)
  const inner = lines.filter((line) => !isBorder(line))
  return inner.map((line) => removeSameEnds(line, emoji)).join('\n')
}

/**
 * Removes signs of East Asian text around a name in Latin letters: 亗name亗, name ツ. Two of them are
 * also read as x.
 */
export function removeNameSigns(text: string): string {
  const [lead = ''] = /^[亗ツ〆メ乂]+/u.exec(text) ?? []
  const [trail = ''] = /(?<![亗ツ〆メ乂])[亗ツ〆メ乂]+$/u.exec(text) ?? []
  const name = text.slice(lead.length, text.length - trail.length)
  const isSure = /[亗ツ〆]/.test(lead + trail) || lead !== ''
  const isLatin = !/(?!\p{sc=Latn})\p{L}/u.test(name)
  return isSure && isLatin && (name.match(/\p{L}/gu) ?? []).length > 2 ? name.trim() : text
}

const eastAsian = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{2}/u

/** A part of a name in brackets of East Asian text: 『dark』angel. */
const namePart = / ?[『「【〖]([^『』「」【】〖〗]+)[』」】〗] ?/

/**
 * Removes signs from both ends of decorated text that are the same there, or mirrored. Emoji stay,
 * but those that are given.
 */
export function removeSameEnds(text: string, emoji: string): string {
  const lead = text.slice(0, countSigns(text, false))
  if (lead.length === text.length || !/[^\0-\x7f]/.test(lead)) return text
  const trail = text.slice(Math.max(lead.length, text.length - countSigns(text, true)))
  const [start = [], end = []] = [lead, trail].map((one) => [...one.replace(bracket, '|').trim()])
  const isSame = [end.join(''), end.toReversed().join('')].includes(start.join(''))
  const hasWords = lead.length + trail.length < text.length
  const isEmojiFrame = (lead.match(anyEmoji) ?? []).every((one) => emoji.includes(one))
  const isFrame = isSame && hasWords && isEmojiFrame
  return isFrame ? withoutBrackets(text.slice(lead.length, text.length - trail.length)) : text
}

const anyEmoji = /\p{EPres}|[\u{1f300}-\u{1faff}]|.(?=\ufe0f)/gu

const bracket = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}]/gu

/** A sign or brackets between single letters or digits, always the same, and what is outside. */
const sign = '[^\\p{L}\\p{M}\\p{N}\\s\\x1a](?:[^\\p{L}\\p{M}\\p{N}\\s\\x1a]|\\p{M}){0,5}'
const letter = '(?![ﾟº])[\\p{L}\\p{Nd}]\\p{M}*'
const spread = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])((?:${sign})?)(${letter})(${sign})(${letter}(?:\\3${letter})*)` +
    `(?![\\p{L}\\p{M}\\p{N}])((?:${sign})?)`,
  'gu',
)

const hasSignAfter = /[\p{L}\p{Nd}]\p{M}*[^\p{L}\p{M}\p{N}]/u

/** A word of one letter with signs at its sides. */
const lone = new RegExp(`(?<!\\S)((?:${sign})?)(${letter})((?:${sign})?)(?!\\S)`, 'gu')

/** Signs that are between letters in lists, formulas and other ordinary text. */
const usual = new RegExp(
  '^(?:[\\0-\\x7f，：；／～‿×÷¬±°′″’‘‚“”„«»…‐-―\\u2190-\\u21ff♠♣♦♭♯\\ufe0e\\ufe0f]|' +
    '(?![⊰⊱⊶⋆≋≼≽∿])[\\u2200-\\u22ff])+$',
  'u',
)
const dot = /^[·・‧∙•]$/

/**
 * Commas of Chinese, middle dots of lists, what separates syllables in Tibetan, direction, and what
 * is around quoted text.
 */
const separator = /[、，་\p{Cf}]|[·,].|["'%]./u

/** Returns Hello for H♥e♥l♥l♥o and 『H』『e』『l』『l』『o』. */
export function joinLetters(text: string): string {
  const signs = pointsIn(text).replace(/[\p{L}\p{N}\s\x1a]/gu, '')
  if (signs === '' || usual.test(signs)) return text
  const used = new Set<string>()
  const join = (written: string, ...parts: readonly string[]): string => {
    const [lead = '', first = '', sign = '', rest = '', trail = ''] = parts
    if (usual.test(sign) || separator.test(sign)) return written
    const letters = [first, ...rest.split(sign)]
    const [before, after] = [countCommon(lead, sign, true), countCommon(trail, sign, false)]
    const isDot = dot.test(sign)
    const hasLetters = letters.some((letter) => /\p{L}/u.test(letter))
    const isBetweenSigns = before > 0 && after > 0
    const leastHere = isDot && sign !== '•' ? 4 : isBetweenSigns ? 2 : 3
    const least = used.has(sign) ? 2 : leastHere
    // p─q─r is a graph.
    if (sign === '─' && !used.has(sign) && !/[aeiouà-ý]/i.test(letters.join(''))) return written
    // 1·2·3·4 is a product, unless the sign is between letters, too.
    const isNumber = isDot || letters.length < 3
    if (letters.length < least || (!hasLetters && isNumber && !used.has(sign))) return written
    used.add(sign)
    return lead.slice(0, lead.length - before) + letters.join('') + trail.slice(after)
  }
  const joinAll = (whole: string): string =>
    whole.replace(/\S{3,}/gu, (word) =>
      hasSignAfter.test(word) ? word.replace(spread, join) : word,
    )
  const output = joinAll(text)
  if (used.size === 0) return output
  // Short words are read if longer ones have the same sign.
  const joined = joinAll(output)
  return joined.replace(lone, (written, lead: string, one: string, trail: string) =>
    [lead, trail].every((sign) => sign === '' || used.has(sign)) ? one : written,
  )
}

/** Counts the UTF-16 units with which two texts begin, or those with which they end. */
function countCommon(one: string, other: string, isEnd: boolean): number {
  const at = (text: string, index: number): string | undefined => text.at(isEnd ? ~index : index)
  let count = 0
  while (count < one.length && at(one, count) === at(other, count)) count++
  return count
}

/** A letter or sign with its punctuation, or punctuation alone. */
const loneLetter = /^(?:[\p{L}\p{N}\p{So}]\p{M}*\u200c?\p{P}*|\p{P}+)$/u

/**
 * Returns vapor for ｖ ａ ｐ ｏ ｒ: decorated letters with blanks between them, or rare blanks; and
 * `undefined` for other texts.
 */
export function joinSpaced(
  given: string,
  isStyled: (letter: string) => boolean,
  isUnread: (text: string) => boolean,
): string | undefined {
  const text = given.trim()
  const [, first = '', blank = ''] = /^(\S+)([ \u2000-\u200a\u3000])\S/u.exec(text) ?? []
  if (blank === '' || !loneLetter.test(first)) return undefined
  const gap = new RegExp(`${blank}{2,}|${blank}?(?!${blank})\\u3000${blank}?`)
  const words = text.split(gap).map((word) => word.split(blank))
  const letters = words.flat()
  const isSpaced = letters.every((one) => loneLetter.test(one))
  const isEnough = letters.filter((one) => !/^\p{P}/u.test(one)).length > 3
  if (!isSpaced || !isEnough) return undefined
  // Two letters of flags would be a flag.
  const joined = words.map((word) => word.join('').replace(/(?<=\p{RI})(?=\p{RI})/gu, '\u200c'))
    .join(' ')
  const isDecorated = letters.filter(isStyled).length * 2 >= letters.length
  // Lists of letters have no wider gaps.
  const isTitle = words.length > 1 && letters.length > 7 && /\p{Ll}/u.test(text)
  return blank !== ' ' || isDecorated || isTitle || !isUnread(joined) ? joined : undefined
}
