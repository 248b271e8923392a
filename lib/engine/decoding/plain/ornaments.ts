import { isPairAt } from '../../graphemes.ts'
import { memoize } from '../../memo.ts'
import { stand } from './kept.ts'

/** Ornaments that are only drawn around texts, and what is drawn beside them. */
const ornaments =
  '[\\u06de\\u06e9\\u0b9c\\u0bb8\\u0ed2\\u0f04-\\u0f14\\u0f3a-\\u0f3d\\u0fd0-\\u0fd4' +
  '\\u1b44\\ua9bf\\ua9c1\\ua9c2\\u2500-\\u25ff\\u2619-\\u262f★☆彡ღ♡⋆⋅☾☽¸˜¤✠-❋❖❝❞❨-❵⫷⫸𓆩𓆪𓊈𓊉𒆜]'
const noEmoji = '(?!\\p{EPres}|.\\ufe0f)'
/** Ornaments, and the same around decorated letters of Latin: also other signs. */
export const ornament = new RegExp(noEmoji + ornaments, 'u')
export const symbol = new RegExp(
  `${ornaments}|\\p{sc=Egyp}|${noEmoji}` +
    '[^\\P{So}©®™°\\u2100-\\u214f\\u3200-\\u33ff]',
  'u',
)
/** Also emoji. */
export const badge = new RegExp(`${symbol.source}|\\p{ExtPict}`, 'u')

/** What is beside ornaments, and what is beside them around decorated letters. */
export const besideOrnament = /^[\s.,:;*·•°ºø`´¯˚”~_|ﾟ｡･・⁺₊♥♩♪♫\ufe0e-]/u
const meant = '\\p{N}¡¿!?@#$%&()[\\]"\'“”‘’…'
export const besideSymbol = new RegExp(`^[^\\p{L}${meant}]`, 'u')
/** The same with letters, which are drawn where no word has them. */
export const besideName = new RegExp(`^[^${meant}]`, 'u')

/** Letters of scripts in daily use that are drawn as ornaments where they are not in a word. */
const signs = /^[ღაஜஸஓஇঔଓଘདཌ彡ミシツッヅデメ亗么乂乡〆一卍卐ﾉﾐﾂﾒﾟºøʚɞ]/u

// Scripts by their tags: https://www.unicode.org/iso15924/iso15924-codes.html
/** https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts */
const everyday = lettersOf(
  'Latn Grek Cyrl Armn Hebr Arab Thaa Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai ' +
    'Laoo Tibt Mymr Geor Ethi Khmr Hani Hira Kana Bopo Hang',
)
/** https://www.unicode.org/reports/tr31/#Table_Limited_Use_Scripts */
const limited = lettersOf(
  'Adlm Bali Bamu Batk Bugi Cans Cakm Cham Cher Copt Rohg Java Kali Lepc Limb Lisu Mand Mtei ' +
    'Plrd Mong Talu Newa Nkoo Olck Osge Saur Sund Sylo Syrc Tale Lana Tavt Tfng Vaii Wcho Yiii',
)

function lettersOf(tags: string): RegExp {
  return new RegExp(`^[${tags.replace(/\w+/g, '\\p{sc=$&}').replaceAll(' ', '')}]`, 'u')
}

/**
 * Returns whether a letter is part of a word, and not drawn; `next` is beside it, away from the
 * end. Letters of ancient scripts are drawn, and so are some others where they are alone.
 */
function isOfWord(letter: string, next: string): boolean {
  if (letter < '\x80') return letter === stand || /^[A-Za-z]/.test(letter)
  const use = useOf(letter)
  if (use === '' || !/^\p{L}/u.test(letter)) return false
  return use === 'everyday' || useOf(next) === (use === 'sign' ? 'everyday' : use)
}

/** Returns how common the script of a letter is; an empty text for ancient scripts and signs. */
const useOf = memoize((letter: string): '' | 'sign' | 'everyday' | 'limited' => {
  if (signs.test(letter)) return 'sign'
  return everyday.test(letter) ? 'everyday' : limited.test(letter) ? 'limited' : ''
}, 2_000)

/**
 * Visits the code points of a text with their marks, from one end on, until `visit` returns false.
 * It is told whether each is a letter of a word.
 */
export function visitSigns(
  text: string,
  isFromEnd: boolean,
  visit: (point: string, isWord: boolean) => boolean,
): void {
  let point = nextPoint(text, isFromEnd ? text.length : 0, isFromEnd)
  for (let at = point.length; point !== ''; at += point.length) {
    const next = nextPoint(text, isFromEnd ? text.length - at : at, isFromEnd)
    if (!visit(point, isOfWord(point, next))) return
    point = next
  }
}

/** Returns the code point with its marks after an index, or before it; nothing at the other end. */
function nextPoint(text: string, index: number, isBefore: boolean): string {
  let at = index
  if (isBefore) {
    do at -= at > 1 && isPairAt(text, at - 2) ? 2 : 1
    while (at > 0 && isMark(text, at))
    return text.slice(Math.max(at, 0), index)
  }
  do at += isPairAt(text, at) ? 2 : 1
  while (at < text.length && isMark(text, at))
  return text.slice(index, at)
}

function isMark(text: string, index: number): boolean {
  // No mark is among the signs and shapes.
  const unit = text.charCodeAt(index)
  if (unit < 0x300 || (unit >= 0x2100 && unit < 0x2c00)) return false
  return /\p{M}/u.test(String.fromCodePoint(text.codePointAt(index) ?? 0))
}
