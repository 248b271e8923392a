import { memoize } from '../memo.ts'
import type { Extras } from '../operation.ts'
import { compose } from '../text.ts'
import { decodeAnyUtf8, shownText } from './shown-characters.ts'

/**
 * The characters of Windows-1252 from 0x80 on; the five bytes that it lacks are controls. Those of
 * 1254 and 1251 follow: https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
 */
const western =
  '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ' +
  Array.from({ length: 0x60 }, (_, at) => String.fromCharCode(0xa0 + at)).join('')

const cyrillic =
  'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ\xa0ЎўЈ¤Ґ¦§Ё©Є«¬\xad®Ї°±Ііґµ¶·ё№є»јЅѕї' +
  'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'

/** Matches a character of Windows-1252 for a byte that continues a character of UTF-8. */
export const tail = `[${western.slice(0, 0x40)}]`

/** Reads texts in UTF-8 that a program took for another encoding, up to three times. */
export const mojibake: Required<Extras>['mojibake'] = {
  decode: readLines,
  recognizes: (text) => readLines(text) !== text,
}

function readLines(text: string): string {
  return text.replace(/.+/g, readLine)
}

function readLine(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text
  let [given, shown] = [compose(text), text]
  for (let times = 0; times < 3; times++) {
    const read = pages().map((page) => readOnce(given, page)).find((one) => one !== given)
    if (read === undefined) break
    // Controls may be bytes again.
    shown = shownText(read) ?? shown
    given = read
  }
  return shown
}

/** The encodings, with what matches the bytes of characters next to each other. */
const pages = memoize(() => [western, toTurkish(western), cyrillic].map((characters) => {
  const [last, two, three, four] = [[0, 0x40], [0x42, 0x60], [0x60, 0x70], [0x70, 0x75]].map(
    ([start, end]) => `[${characters.slice(start, end)}]`,
  )
  const runs = new RegExp(`(?:${two}${last}|${three}${last}{2}|${four}${last}{3})+`, 'g')
  return { characters, runs }
}))

function toTurkish(characters: string): string {
  return characters.replace(/[ÐÝÞðýþ]/g, (one) => 'ĞİŞğış'['ÐÝÞðýþ'.indexOf(one)] ?? one)
}

/**
 * Reads every character if the bytes of the whole line are UTF-8 and one of them is beyond doubt;
 * otherwise those beyond doubt.
 */
function readOnce(text: string, { characters, runs }: ReturnType<typeof pages>[number]): string {
  const isLatin = characters !== cyrillic
  const given = isLatin ? repair(text) : text
  const isWhole = !/[^\0-\x7f]/.test(given.replace(runs, ''))
  if (!isLatin && !isWhole) return text
  const read = memoize((run: string) =>
    decodeAnyUtf8(Array.from(run, (one) => characters.indexOf(one) + 0x80)), 200)
  const isSure = (run: string, at: number): boolean => {
    const decoded = read(run)
    if (decoded === undefined || [...decoded].length > 1) return decoded !== undefined
    const [before = '', after = ''] = [given[at - 1], given[at + run.length]]
    return isLatin && isSureAlone(run, before, after, isWhole)
  }
  if (![...given.matchAll(runs)].some(({ 0: run, index }) => isSure(run, index))) return text
  return given.replace(runs, (run: string, at: number) => {
    return (isWhole || isSure(run, at) ? read(run) : undefined) ?? run
  })
}

/** Writes bytes of Latin-1 as Windows-1252, and no-break blanks that a program made usual ones. */
function repair(text: string): string {
  return text
    .replace(/[\x80-\x9f]/g, (one) => western[one.charCodeAt(0) - 0x80] ?? one)
    .replace(/(?<=[a-z])Ã (?: |(?=\w))/g, 'Ã\xa0 ')
    .replace(/(?<=[a-z\d])([ÂÃ])(?: |$)/gm, '$1\xa0')
}

/**
 * Returns whether characters for the bytes of a single one are not next to each other in ordinary
 * texts. There, a capital letter is before a quotation mark, but not after a small letter.
 */
function isSureAlone(written: string, before: string, after: string, isWhole: boolean): boolean {
  const [doubtful] = /[‘’“”…–—«»‹›œšž]*$/.exec(written.slice(1)) ?? ['']
  if (written.length > 2) return /^(?:â€|....)/.test(written) || doubtful.length < 2
  if (/\p{Ll}/u.test(before)) return true
  const isQuoted = doubtful === '’' || (doubtful !== '' && !/\p{L}/u.test(after))
  const isUsual = isWhole || !/\p{Lu}/u.test(before)
  return /^[ÂÃÄÅÎÏÐÑ×ØÙÛ]/.test(written) && isUsual && !isQuoted
}
