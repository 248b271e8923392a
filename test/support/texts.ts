import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pointsBetween } from '../../lib/engine/text.ts'
import { root } from './folders.ts'

/** Draws a whole number from 0 to `count` − 1; the seed alone decides the sequence (xorshift32). */
export function createRandom(seed: number): (count: number) => number {
  let state = seed | 0 || 1
  return (count) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % count
  }
}

/** A text of `length` items, each taken at random. */
export function randomText(
  random: (count: number) => number,
  length: number,
  items: readonly string[],
): string {
  return Array.from({ length }, () => items[random(items.length)] ?? '').join('')
}

/** Every letter and accent of a language, in both cases, and usual punctuation. */
export const pangrams: Readonly<Record<'en' | 'es' | 'fr' | 'tr', string>> = {
  en: [
    "The quick brown fox jumps over the lazy dog's café, naïve coöperation: SPHINX OF BLACK ",
    "QUARTZ, JUDGE MY VOW! (0123456789) @you #1 50% & more_ [a] {b} <c> \\d/ e=f+g-h*i; ~j ",
    "^k |l `m` $5 \"n\"?",
  ].join(''),
  es: [
    'El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia y frío; añoraba a su ',
    'querido cachorro. ¡ÁÉÍÓÚÜÑ! ¿Jamás? «Sí», n.º 1.ª',
  ].join(''),
  fr: [
    "Portez ce vieux whisky au juge blond qui fume : dès Noël, où un zéphyr haï me vêt de ",
    "glaçons würmiens, je dîne d’exquis rôtis de bœuf à l'aÿ d'âge mûr & cætera. ",
    "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸ « 1 € »",
  ].join(''),
  tr: [
    'Pijamalı hasta yağız şoföre çabucak güvendi. PİJAMALI HASTA YAĞIZ ŞOFÖRE ÇABUCAK ',
    'GÜVENDİ. Kâğıt, îman, sükûn; KÂĞIT, ÎMAN, SÜKÛN.',
  ].join(''),
}

/** The pangram of a language, or the English one: locales may come that have none here. */
export function pangramOf(language: string): string {
  return new Map(Object.entries(pangrams)).get(language) ?? pangrams.en
}

/** Plain text of other languages: letters, marks, joiners and conjuncts that mean something. */
export const sentences: Readonly<Record<string, string>> = {
  arabic: 'نصٌّ حكيمٌ لهُ سِرٌّ قاطِعٌ وَذُو شَأنٍ عَظيمٍ',
  burmese: 'မြန်မာစာ ကျွန်ုပ်တို့ သွားပါမည်။ ရှမ်း ၵႂၢမ်းတႆး',
  czech: 'Příliš žluťoučký kůň úpěl ďábelské ódy.',
  german: 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.',
  greek: 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Ὦ ἄνδρες Ἀθηναῖοι, ᾧ ΟΔΟΣ',
  hebrew: 'דג סקרן שט בים מאוכזב, שָׁלוֹם',
  hindi: 'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश क्षत्रिय',
  hungarian: 'Árvíztűrő tükörfúrógép.',
  icelandic: 'Kæmi ný öxi hér, ykist þjófum nú bæði víl og ádrepa.',
  korean: '키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.',
  latvian: 'Glāžšķūņa rūķīši dzērumā čiepj Baha koncertflīģeļu vākus.',
  persian: 'می‌خواهم کتاب‌ها را بخوانم',
  polish: 'Zażółć gęślą jaźń.',
  romanian: 'Gheorghe, obezul, a reuşit să obţină jucându-se un flux în Quebec, țară și.',
  russian: 'Съешь же ещё этих мягких французских булок, да выпей чаю. Й',
  sinhala: 'ශ්‍රී ලංකා ප්‍රජාතාන්ත්‍රික',
  tamil: 'யாமறிந்த மொழிகளிலே தமிழ்மொழி போல்',
  thai: 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า ที่นี่น้ำ',
  vietnamese: 'Do bạch kim rất quý nên sẽ dùng để lắp vô xương. Ộ Ặ ữ',
}

/** Emoji that are one character to a reader and several code points, and some simple ones. */
export const emoji: readonly string[] = [
  '😀',
  '👍🏽',
  '☝🏿',
  '👩‍👩‍👧',
  '👨‍👩‍👧‍👦',
  '👩🏽‍🚀',
  '👩🏻‍❤️‍💋‍👨🏿',
  '🏳️‍🌈',
  '🏳️‍⚧️',
  '🏴‍☠️',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '🇹🇷',
  '🇪🇸',
  '🇫🇷',
  '1️⃣',
  '0️⃣',
  '#️⃣',
  '*️⃣',
  '❤️',
  '❤️‍🔥',
  '♥️',
  '©️',
  'ℹ️',
  '🅰️',
  '🅱️',
  '🆎',
  '🅿️',
  'Ⓜ️',
  '㊗️',
]

/** The Big List of Naughty Strings. */
export const naughtyStrings: readonly string[] = JSON.parse(readTestData('blns.json')).strings

/** Every code point of the Basic Multilingual Plane that is assigned to a character. */
export const assignedBmp: readonly string[] = Array.from({ length: 0x10000 }, (_, point) =>
  String.fromCharCode(point),
).filter((character) => /[^\p{Cn}\p{Cs}\p{Co}]/u.test(character))

/** Every code point that is assigned to a character. */
export function assignedCharacters(): readonly string[] {
  return pointsBetween(0, 0x10ffff).filter((point) => /[^\p{Cn}\p{Cs}\p{Co}]/u.test(point))
}

/** The text of a file in `test/data`. */
export function readTestData(file: string): string {
  return readFileSync(join(root, 'test', 'data', file), 'utf8')
}

/** The lines of a file in `test/data`, without comments. */
export function readTestLines(file: string): string[] {
  return readTestData(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Returns each code point of a file of ranges, with what follows them in its line. */
export function readRanges(file: string): ReadonlyMap<string, string> {
  return new Map(
    readTestLines(file).flatMap((line) => {
      const [first = '', last = '', value = ''] = line.split(' ')
      const points = pointsBetween(Number.parseInt(first, 16), Number.parseInt(last, 16))
      return points.map((point) => [point, value] as const)
    }),
  )
}

/** Returns the formal names of letters, digits and styled characters. */
export function readNames(): ReadonlyMap<string, string> {
  return new Map(
    readTestLines('names.txt').map((line) => {
      const [point = '', ...name] = line.split(' ')
      return [String.fromCodePoint(Number.parseInt(point, 16)), name.join(' ')]
    }),
  )
}

/** A text as a failure message can show it: short, and nothing in it invisible. */
export function show(text: string): string {
  const escaped = JSON.stringify(text).replace(
    /[\p{M}\p{C}\p{Z}\u{1f1e6}-\u{1f1ff}]/gu,
    (point) => (point === ' ' ? point : `\\u{${(point.codePointAt(0) ?? 0).toString(16)}}`),
  )
  return escaped.length <= 100 ? escaped : `${escaped.slice(0, 90)}… (${text.length} code units)`
}

/** Fragments by the cluster rules that they exercise; random texts mix them. */
export const fragments: Readonly<Record<string, readonly string[]>> = {
  ascii: [...'aZ09 .#*', '\t', '\u00a0', '\u00a9', '\u00ad', '\u02ff'],
  breaks: ['\r\n', '\r', '\n', '\u0085', '\u2028', '\0', '\u200b'],
  marks: ['\u0300', '\u0301', '\u0327', '\u0336', '\u0489', '\u20e3', '\u200c', '\ufe0e', '\ufe0f'],
  emoji: [...emoji, '👩', '❤', '©', '✂', '\u200d', '🏽', '🏳'],
  flags: [...'🇦🇧🇨🇩🇪🇫🇹🇷'],
  keycaps: ['1\ufe0f\u20e3', '#\u20e3', '2', '*', '\ufe0f', '\u20e3'],
  hangul: ['ᄀ', 'ᄒ', 'ᅡ', 'ᅵ', 'ᆨ', 'ᇂ', '가', '각', '한', 'ꥠ', 'ힰ', 'ퟋ'],
  indic: [...'कषराികক', '\u094d', '\u093c', '\u0d4d', '\u09cd', '\u200d', '\u200c'],
  prepend: ['\u0600', '\u06dd', '\u070f', '\u{110bd}', '\u{110cd}', 'ൎ', '١', '𑂃'],
  tags: ['🏴', '\u{e0067}', '\u{e0062}', '\u{e007f}', '\u{e0001}'],
  surrogates: ['\ud83d', '\ude00', '\ud800', '\udfff', '\udbff'],
  others: ['ё', 'й', 'ש', 'ָ', 'ع', 'ّ', 'ท', '\u0e33', 'ำ', '漢', 'ﾞ', '𝓗', '\u{1d165}'],
}
