import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  clustersOf,
  countCodePoints,
  isEmoji,
  isInvisible,
  isLineBreak,
  isMarkAbove,
  isSpace,
  pointsBetween,
  takesMarks,
  normalize,
  toNfc,
} from '../../lib/engine/text.ts'
import { assertLinear } from '../support/cost.ts'
import { rounds } from '../support/rounds.ts'
import {
  assignedBmp,
  assignedCharacters,
  createRandom,
  emoji,
  fragments,
  naughtyStrings,
  pangrams,
  randomText,
  sentences,
  show,
} from '../support/texts.ts'

describe('countCodePoints', () => {
  test('agrees with the string iterator on random texts with lone surrogates', () => {
    const random = createRandom(0xc0de)
    const items = [...(fragments['surrogates'] ?? []), 'a', 'é', '👩‍👩‍👧', '漢', '']
    for (let round = 0; round < rounds(20_000); round++) {
      const text = randomText(random, random(12), items)
      assert.equal(countCodePoints(text), [...text].length, show(text))
    }
  })
})

describe('clustersOf', () => {
  const marks = assignedCharacters().filter((point) => /\p{M}/u.test(point))

  test('keeps every mark with what it is on', () => {
    for (const mark of marks) {
      for (const base of ['a', 'မ', 'မ\u102b', 'a\u200d', '漢', ' ', '1\ufe0f\u20e3', '😀']) {
        assert.deepEqual(clustersOf(`x${base}${mark}x`), ['x', base + mark, 'x'], show(base + mark))
      }
    }
  })

  test('joins no mark to a control or a line break', () => {
    for (const mark of marks) {
      for (const control of ['\n', '\r\n', '\u2028', '\0', '\u200b', '\u00ad', '\ufeff']) {
        assert.deepEqual(clustersOf(control + mark), [control, mark], show(control + mark))
      }
    }
  })

  test('joins marks in linear time', () => {
    // Longer texts than those that are remembered.
    const [part, whole] = [30_000, 480_000].map((count) => `က${'\u102c'.repeat(count)}`)
    assertLinear('clustersOf', () => clustersOf(part ?? ''), () => clustersOf(whole ?? ''))
  })
})

describe('toNfc', () => {
  test('composes what is itself when composed, and keeps everything else', () => {
    for (const point of assignedCharacters()) {
      const isSame = point.normalize('NFC') === point
      assert.equal(toNfc(isSame ? point.normalize('NFD') : `${point}a`), isSame ? point : `${point}a`, show(point))
    }
    assert.equal(toNfc('e\u0301\ufa19e\u0301'), 'é\ufa19é')
  })

  test('gives equivalent text', () => {
    const random = createRandom(0x4fc)
    const items = [...'eo\u0301\u0323\u0340\u0344\ufa19\u212b\u0958\u1112\u1161\u11ab', 'क\u093c']
    for (let round = 0; round < rounds(2000); round++) {
      const text = randomText(random, random(9), items)
      assert.equal(toNfc(text).normalize('NFC'), text.normalize('NFC'), show(text))
    }
  })
})

describe('kinds of clusters', () => {
  test('white space is what Unicode defines as such', () => {
    for (let point = 0; point < 0x10000; point++) {
      const character = String.fromCharCode(point)
      const expected = /\p{White_Space}/u.test(character)
      assert.equal(isSpace(character), expected, show(character))
    }
  })

  const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
  const keycaps = ['1\u20e3', '#\u20e3', '1\ufe0f\u20e3']
  const invisible = [...'\u00ad\u200b\u200e\u2060\u3164\u115f\ufeff\0\u007f', '\u00ad\u200c']
  /** Signs that are text unless U+FE0F follows. */
  const signs = [...'©®™ℹ♥♠❤☎✂Ⓜ🅰🅱🅾🅿09#*', '♥\ufe0e', '❤\ufe0e', '⌚\ufe0e', 'H\ufe0f', 'é\ufe0f', '漢\ufe0f', 'H\u20e3']
  /** Emoji of Unicode without their selectors, as some systems send them. */
  const bare = [...pointsBetween(0x1f321, 0x1faff), ...emoji.filter((one) => one.includes('\u200d'))]
    .filter((one) => new RegExp('^\\p{RGI_Emoji}$', 'v').test(/\u200d/.test(one) ? one : `${one}\ufe0f`))
    .map((one) => one.replaceAll('\ufe0f', ''))
  const blanks = ['', ' ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\u0301', '\u200d']
  const controls = ['\u001b', '\ud83d', '\ue000', '\u0378', '\u{e0001}', '\u202e']

  type Kind = (cluster: string) => boolean
  type Clusters = readonly string[]
  const rows: Array<[title: string, is: Kind, these: Clusters, others: Clusters]> = [
    ['line breaks are white space', isSpace, breaks, []],
    [
      'nothing else ends a line',
      isLineBreak,
      breaks,
      ['', ' ', 'a', '\t', 'a\n', '\n\n', '\n\r', '\u200b', '\u001c', '\u3000'],
    ],
    ['sequences and keycaps are emoji', isEmoji, [...emoji, ...keycaps], signs],
    ['so are pictures and joined ones without a selector', isEmoji, bare, ['✈', '☎', '🌶\ufe0e', '1\u200d2', '🈂']],
    [
      'invisible characters are not marks, spaces or letters',
      isInvisible,
      invisible,
      ['a', ' ', '\t', '\r\n', 'a\u00ad', '\u115f\u1161', '\u0301', '漢'],
    ],
    [
      'marks above are those of combining class 230',
      isMarkAbove,
      [...'\u0300\u0308\u0305\u20db\u1dc4'],
      [...'\u0489\u0323\u0327\u0334\u0345\u035e\u035f\u031b\u0315\u302b\u20dda'],
    ],
    [
      'marks are put on visible characters other than emoji',
      takesMarks,
      [...'aé1!漢क', 'e\u0301', 'क्ष', '𝓗', '한', ...signs],
      [...emoji, ...keycaps, ...invisible, ...blanks, ...controls],
    ],
  ]
  for (const [title, is, these, others] of rows) {
    test(title, () => {
      for (const cluster of these) assert.ok(is(cluster), show(cluster))
      for (const cluster of others) assert.ok(!is(cluster), show(cluster))
    })
  }
})

describe('normalize', () => {
  const forms = ['NFC', 'NFD', 'NFKC'] as const
  const marks = ['\u0301', '\u0308', '\u0323', '\u0327', '\u0334', '\u0345', '\u{1d167}', '\u{1d16d}']

  test('returns the form where at most thirty marks follow one another', () => {
    const texts = [...Object.values(pangrams), ...Object.values(sentences), ...naughtyStrings]
    const random = createRandom(0xfc)
    for (let round = 0; round < 500; round++) {
      const row = randomText(random, random(31), marks)
      texts.push(`${assignedBmp[random(assignedBmp.length)] ?? ''}${row}a${row}\ud83d`)
    }
    for (const text of [...texts, texts.join('\n')]) {
      for (const given of [text, text.normalize('NFD')]) {
        if (/\p{M}{31}/u.test(given)) continue
        for (const form of forms) {
          assert.equal(normalize(given, form), given.normalize(form), show(given))
        }
      }
    }
  })

  test('returns a text that is canonically equivalent', () => {
    const random = createRandom(0xfcd)
    for (let round = 0; round < 300; round++) {
      const text = randomText(random, 10, ['e', '漢', randomText(random, random(90), marks), ...marks])
      for (const form of ['NFC', 'NFD'] as const) {
        assert.equal(normalize(text, form).normalize('NFD'), text.normalize('NFD'), show(text))
      }
    }
  })

  test('runs in linear time, whatever the order of the marks', () => {
    const rowsOf = (count: number): string[] =>
      marks.flatMap((one) =>
        marks.flatMap((other) => [
          ...[`a${one.repeat(count)}${other.repeat(count)}`, `a${(one + other).repeat(count)}`],
        ]),
      )
    const [part, whole] = [rowsOf(125), rowsOf(2_000)]
    for (const form of forms) {
      const work = (text: string): string => normalize(text, form)
      assertLinear(`marks in ${form}`, () => part.forEach(work), () => whole.forEach(work))
    }
  })
})
