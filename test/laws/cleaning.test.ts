import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isInvisible, pointsBetween } from '../../lib/engine/text.ts'
import { catalogue, claim, holdsForAll, isAlone, texts } from '../support/laws.ts'
import {
  assignedCharacters,
  createRandom,
  emoji,
  randomText,
  readTestData,
  sentences,
  show,
} from '../support/texts.ts'

const wordsOfScripts: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('words-of-scripts.json'),
)
const natural: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('natural-sentences.json'),
)
const [clean, cleanAll] = ['clean-text', 'clean-punctuation'].map((slug) => {
  const style = catalogue.get(slug) ?? assert.fail(slug)
  return (text: string): string => style.transform(text, 'en')
})

function stays(text: string): void {
  claim(clean?.(text) === text, () => `${show(text)} became ${show(clean?.(text) ?? '')}`)
}

/** All emoji that Node knows: https://www.unicode.org/reports/tr51/#def_rgi_set */
function allEmoji(): readonly string[] {
  // The compiler does not know the flag yet.
  const isRgi = new RegExp('^\\p{RGI_Emoji}$', 'v')
  const all = assignedCharacters().filter((one) => /(?![\d#*])\p{Emoji}/u.test(one))
  const signs = all.map((one) => (/\p{Emoji_Presentation}/u.test(one) ? one : `${one}\ufe0f`))
  const tones = all.filter((one) => /\p{Emoji_Modifier_Base}/u.test(one))
    .map((one) => `${one}\u{1f3fd}`)
  const indicators = all.filter((one) => /\p{RI}/u.test(one))
  const flags = indicators.flatMap((one) => indicators.map((other) => one + other))
  const regions = ['gbeng', 'gbsct', 'gbwls'].map((tag) => {
    return `\u{1f3f4}${String.fromCodePoint(...[...tag].map((at) => 0xe0000 + at.charCodeAt(0)))}\u{e007f}`
  })
  const joins = (one: string, other: string): boolean => isRgi.test(`${one}\u200d${other}`)
  // What can follow a joiner does so after one of these: all pairs are two million.
  const firsts = '👩 🧑 🏳️ 🏴 ❤️ 😮 😵 🐻 🐕 🐈 🍋 🍄 🐦 👁️ ⛓️ 🙂'.split(' ')
  const seconds = signs.filter((other) => firsts.some((one) => joins(one, other)))
  const joined = [...signs, ...tones].flatMap((one) => {
    return seconds.filter((other) => joins(one, other)).map((other) => `${one}\u200d${other}`)
  })
  const keycaps = [...'0123456789#*'].map((key) => `${key}\ufe0f\u20e3`)
  const found = [...signs, ...tones, ...flags, ...regions, ...joined, ...keycaps]
    .filter((one) => isRgi.test(one))
  return [...found, ...emoji]
}

describe('a text from which hidden characters are removed', { skip: isAlone }, () => {
  test('has the words of all scripts as they were, decomposed and beside each other, too', () => {
    const all = Object.entries({ ...wordsOfScripts, ...natural, sentences: Object.values(sentences) })
    assert.ok(all.length >= 40)
    holdsForAll(all, ([script]) => script, ([, words]) => {
      for (const form of ['NFC', 'NFD'] as const) {
        for (const word of words) stays(word.normalize(form))
        stays(words.join(' ').normalize(form))
      }
    })
  })

  test('has all emoji as they were, beside letters and each other, too', () => {
    const all = allEmoji()
    assert.ok(all.length > 2_000, String(all.length))
    holdsForAll(all, show, (one) => {
      for (const text of [one, `${one}${one}`, `a${one}b ${one}.`, `न${one}ن`]) stays(text)
    })
  })

  /** What languages and signs need, although it is not seen. */
  const needed: Readonly<Record<string, readonly string[]>> = {
    joiners: [
      ...['می‌خواهم', 'کتاب‌ها', 'PDF‌ها', '۲۰‌ساله', 'ه‍ ق', 'क्‌ष', 'क्‍ष', 'ശ്രീ ന്‍', 'ක්‍ෂ', 'র‍্য'],
    ],
    'directions beside Hebrew and Arabic': ['C++\u200e בעברית', '\u2067שלום\u2069', '\u202bعربي\u202c 1'],
    'blanks of French': ['Quoi\u202f?', 'Non\u00a0!', '«\u00a0oui\u00a0»', '10\u202f000', '5\u00a0%', '3\u00a0€'],
    'blanks of East Asia': ['春\u3000夏', '\u3000\u3000第一', 'はい！\u3000そう', '가\u3000나'],
    'blanks within scripts': ['\u1681\u1680\u1682', 'ᠮᠣᠩᠭᠣᠯ\u202fᠤᠨ', 'ᠠ\u180eᠠ', 'ᠠ\u180b', '⠓⠊\u2800⠁'],
    'breaks of lines in scripts without blanks': ['ខ្មែរ\u200bខ្មែរ', 'ไทย\u200bไทย', 'မြန်\u200bမာ'],
    variants: ['葛\u{e0100}城', '♥\ufe0e', '≨\ufe00', '。\ufe00', 'ꡖ\ufe00', '☺\ufe0f'],
    syllables: ['\u1100\u1160', '\u115f\u1161', '\u3164ㄱ'],
    'letters of flags apart': ['🇭\u200b🇮', '🇫\u2060🇷'],
    'order of marks': ['ַ\u05d0\u05b7\u034f\u05bc'],
    ordinary: ['a\tb\r\nc\n', 'e\u0301', '\ufffc', 'naïve – “quoted” …'],
  }
  for (const [title, own] of Object.entries(needed)) {
    test(`has what is needed: ${title}`, () => holdsForAll(own, show, stays))
  }

  const unseen = pointsBetween(0, 0x10ffff).filter((one) => {
    return isInvisible(one) && !/[\p{Zs}\p{Cn}\p{So}\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u3164\uffa0]/u.test(one)
  })
  test('has nothing unseen in or beside words of Latin, Greek, Cyrillic and Han', () => {
    assert.ok(unseen.length > 400, String(unseen.length))
    // Variants of ideographs, numbers of Kaithi, and instructions for hieroglyphs and music.
    const isOther = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1d173}-\u{1d17a}]/u
    holdsForAll(unseen.filter((one) => !isOther.test(one)), show, (one) => {
      for (const word of ['ab', 'αβ', 'аб', '漢字', 'a1']) {
        const [first = '', last = ''] = word
        for (const text of [first + one + last, one + word, word + one, `${word} ${one} ${word}`]) {
          const output = clean?.(text) ?? ''
          claim(output === text.replaceAll(one, ''), () => `${show(text)} became ${show(output)}`)
        }
      }
    })
    for (const one of ['a\ufe0fb', 'a\u{e0100}b', '1\ufe00']) assert.equal(clean?.(one), one.replace(/\p{VS}/gu, ''))
  })

  test('has no text that is hidden in selectors and tags', () => {
    const bytes = [...'secret'].map((one) => one.charCodeAt(0))
    const selectors = String.fromCodePoint(...bytes.map((byte) => 0xe0100 + byte - 16))
    const tags = String.fromCodePoint(...bytes.map((byte) => 0xe0000 + byte))
    for (const hidden of [selectors, tags, `${tags}\u{e007f}`]) {
      assert.equal(clean?.(`😀${hidden} hi`), '😀 hi')
      assert.equal(clean?.(`hi${hidden}!`), 'hi!')
    }
  })

  test('has blanks of the keyboard, and breaks of lines', () => {
    for (const blank of '\u00a0\u2000\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000\u2800\u3164') {
      assert.equal(clean?.(`one${blank}two`), 'one two', show(blank))
    }
    assert.equal(clean?.('a\u2028b\u2029c\u0085d'), 'a\nb\nc\nd')
  })

  test('does not change when it is cleaned again, is composed, and has no more of anything', () => {
    const random = createRandom(0xc1ea)
    const items = [...unseen.slice(0, 200), ...'ab é ا न 漢 😀 🇫\u200d\ufe0f\u00a0\u3000\u2800']
    const mixed = Array.from({ length: 500 }, () => randomText(random, 12, items))
    for (const text of [...texts, ...mixed]) {
      const output = clean?.(text) ?? ''
      assert.ok(output.length <= text.length, show(text))
      const seen = (one: string): string => one.normalize().replace(/[\p{C}\p{Z}\p{VS}\u2800\u034f\s]/gu, '')
      if (!/[\u115f\u1160\u17b4\u17b5\u3164\uffa0]/.test(text)) assert.equal(seen(output), seen(text), show(text))
    }
  })
})

describe('a text with plain punctuation', { skip: isAlone }, () => {
  const rows: ReadonlyArray<readonly [text: string, output: string]> = [
    ['“Hi” ‘you’ „so“ it’s…', '"Hi" \'you\' "so" it\'s...'],
    ['a — b, a—b, 9–17, ‑5, −5', 'a - b, a - b, 9-17, -5, -5'],
    ['—Hola —dijo—.', '-Hola -dijo-.'],
    ['Soft\u00adware\u200b “x”', 'Software "x"'],
    ['«\u00a0oui\u00a0»', '«\u00a0oui\u00a0»'],
  ]
  for (const [text, output] of rows) {
    test(show(text), () => assert.equal(cleanAll?.(text), output))
  }

  test('keeps the signs of Chinese and Japanese', () => {
    for (const text of ['他说：“你好……”', '这——那', '「え…」']) assert.equal(cleanAll?.(text), text)
  })
})
