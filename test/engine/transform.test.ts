import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkGenerator } from '../../lib/engine/generator.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { compileMapping, expandCharacters } from '../../lib/engine/mapping.ts'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { graphemeClusters } from '../../lib/engine/text.ts'
import { compileTransform } from '../../lib/engine/transform.ts'
import type { Surroundings } from '../../lib/engine/transform.ts'
import { emoji, pangrams, sentences, show } from '../support/texts.ts'

type Fields = Readonly<Record<string, unknown>>

const turned = { characters: expandCharacters({ abn: 'ɐqu' }), caseFallback: false } as const

const surroundings: Surroundings = {
  mappingOf: () => compileMapping({ ...turned, accents: 'keep' }),
  restoration: () => ({ characters: new Map([['𝐚', 'a']]), clusters: new Map() }),
}

function compile(operations: readonly Fields[], slug = 'slug') {
  const { operations: checked } = checkGenerator({ category: 'small', position: 1, operations })
  const transform = compileTransform(slug, checked, surroundings)
  return (text: string, language: Language = 'en'): string => transform(text, language)
}

type Row = readonly [title: string, input: string, output: string, language?: Language]

/** One test a row: what the operations make of an input. */
function describeOperations(title: string, operations: readonly Fields[], rows: readonly Row[]) {
  describe(title, () => {
    const transform = compile(operations)
    for (const [row, input, output, language] of rows) {
      test(row, () => {
        assert.equal(transform(input, language), output, show(transform(input, language)))
      })
    }
    test('an empty text stays one, and a text of spaces and breaks does no harm', () => {
      for (const text of ['', ' ', '\n', '\r\n \r\n', '\u0301', '\u200d', '\ud83d']) {
        assert.equal(typeof transform(text), 'string')
      }
    })
  })
}

const family = '👩‍👩‍👧'
const bold = { type: 'map', characters: { 'a-c': '𝐚𝐛𝐜', 1: '𝟏' } }
const reverse = { type: 'reverse', units: 'clusters' }

describeOperations('a map alone', [bold], [
  ['replaces what has a key', 'abc1', '𝐚𝐛𝐜𝟏'],
  ['copies everything else', `xyz ${family}\r\n\t漢\0`, `xyz ${family}\r\n\t漢\0`],
  ['keeps lone surrogates', 'a\ud83d\ude00\ude00b', '𝐚\ud83d\ude00\ude00𝐛'],
  ['keeps accents, composed or not', 'áa\u0301', '𝐚\u0301𝐚\u0301'],
  ['replaces code point by code point, in keycaps too', '1️⃣', '𝟏️⃣'],
])

describeOperations('a map before another step', [bold, { type: 'wrap', before: '', after: '' }], [
  ['replaces what has a key', 'xabc1', 'x𝐚𝐛𝐜𝟏'],
  ['leaves emoji as they are', `1️⃣a${family}🇹🇷`, `1️⃣𝐚${family}🇹🇷`],
  ['keeps accents, composed or not', 'áa\u0301', '𝐚\u0301𝐚\u0301'],
])

describeOperations(
  'a map with an entry for an accented letter, before another step',
  [{ type: 'map', characters: { eé: 'xy', u: 'n' }, accents: 'drop' }, reverse],
  [
    ['finds it composed', 'é', 'y'],
    ['finds it decomposed', 'e\u0301', 'y'],
    ['finds the base where another mark follows', 'e\u0300', 'x'],
    ['leaves a lone mark as its own entry says', '\u0301', ''],
    ['leaves a letter without an entry', 'й', 'й'],
    ['leaves the same letter decomposed', 'и\u0306', 'и\u0306'],
  ],
)

describeOperations(
  'a map whose result composes, before another step',
  [{ type: 'map', characters: { n: 'u', '\u0308': '\u0324' } }, reverse],
  [
    ['gives NFC where no composed letter was', 'n\u0308', 'ṳ'],
    ['gives NFC where one was', 'n\u0303', 'ũ'],
    ['does not touch what is composed already', '\u212b', '\u212b'],
  ],
)

describeOperations('the map of another generator', [{ type: 'map-like', generator: 'other' }], [
  ['is used', 'ban', 'qɐu'],
  ['keeps accents and emoji', `án 1️⃣${family}`, `ɐ\u0301u 1️⃣${family}`],
])

const cycle = {
  type: 'cycle',
  mappings: [{ characters: { 'a-c': 'ABC' } }, 'plain', { characters: { 'a-d': '1234' } }],
}
describeOperations('a cycle', [cycle], [
  ['takes the mappings in turn', 'aaaaaa', 'Aa1Aa1'],
  ['takes no turn for what no mapping knows', 'a -x.a\na', 'A -x.a\n1'],
  ['takes no turn for emoji', `a${family}1️⃣🇹🇷a😀a`, `A${family}1️⃣🇹🇷a😀1`],
  ['takes a turn for what another mapping knows', 'dda', 'dd1'],
  ['takes a turn a cluster', 'a\u0301bc', 'Áb3'],
  ['starts anew with each text', 'a', 'A'],
])

describeOperations('a cycle after a map', [bold, { ...cycle, mappings: ['plain', 'other'] }], [
  ['sees what the map has left', 'anan', '𝐚n𝐚u'],
])

const strike = { type: 'marks', marks: '\u0336' }
describeOperations('marks', [strike], [
  ['follow each cluster', 'ab', 'a\u0336b\u0336'],
  ['leave spaces and breaks', 'a b\r\n\tc', 'a\u0336 b\u0336\r\n\tc\u0336'],
  ['leave emoji', `a${family}🇹🇷1️⃣👍🏽`, `a\u0336${family}🇹🇷1️⃣👍🏽`],
  ['mark a sign that is no emoji', '♥♥\ufe0e', '♥\u0336♥\ufe0e\u0336'],
  ['stand in canonical order', 'şs\u0327', 'ş\u0336ş\u0336'],
  ['leave a mark without a base', '\u0301', '\u0301'],
  ['follow a conjunct as a whole', 'क्ष', 'क्ष\u0336'],
  ['leave controls and lone surrogates', '\0\u200b\ud83d', '\0\u200b\ud83d'],
])

describeOperations('marks on spaces', [{ ...strike, spaces: true }], [
  ['follow spaces', 'a b\u3000\u00a0', 'a\u0336 \u0336b\u0336\u3000\u0336\u00a0\u0336'],
  ['leave controls, which take no marks', '\t\r\n\u0085\u2028', '\t\r\n\u0085\u2028'],
])

describeOperations('marks that compose', [{ type: 'marks', marks: '\u0338\u0301' }], [
  ['compose on ASCII', '=e', '≠\u0301é\u0338'.normalize('NFC')],
  ['compose elsewhere', '→', '↛\u0301'],
])

describeOperations(
  'marks after texts of several clusters',
  [{ type: 'map', characters: { a: 'xy' } }, { type: 'around', before: '(', after: ')' }, strike],
  [['follow each of them', 'a', '(\u0336x\u0336y\u0336)\u0336']],
)

describe('scatter', () => {
  const pools = [
    { marks: '\u0316\u0317\u0318', least: 2, most: 4 },
    { marks: '\u030d\u030e', least: 0, most: 1 },
  ]
  const transform = compile([{ type: 'scatter', pools }])
  const text = 'The quick brown fox '.repeat(40)

  test('adds as many marks of each pool as it should, and every number occurs', () => {
    const below = new Set<number>()
    const above = new Set<number>()
    for (const cluster of graphemeClusters(transform(text))) {
      if (cluster === ' ') continue
      below.add(cluster.replace(/[^\u0316-\u0318]/g, '').length)
      above.add(cluster.replace(/[^\u030d\u030e]/g, '').length)
    }
    assert.deepEqual([...below].toSorted(), [2, 3, 4])
    assert.deepEqual([...above].toSorted(), [0, 1])
  })

  test('uses every mark', () => {
    for (const mark of pools.flatMap(({ marks }) => [...marks])) {
      assert.ok(transform(text).includes(mark), show(mark))
    }
  })

  test('takes nothing away', () => {
    assert.equal(transform(text).replace(/\p{M}/gu, ''), text)
  })

  test('leaves spaces, breaks and emoji', () => {
    const rest = ` \r\n${emoji.join('')}`
    assert.equal(transform(rest), rest)
  })

  test('gives each text and each slug its own marks', () => {
    assert.notEqual(transform(`${text}a`).slice(0, 60), transform(text).slice(0, 60))
    assert.notEqual(compile([{ type: 'scatter', pools }], 'other')(text), transform(text))
  })
})

describe('choose', () => {
  const mappings = [
    { characters: { 'a-z': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' } },
    'plain',
    { characters: { ab: '12' } },
  ]
  const transform = compile([{ type: 'choose', mappings }])

  test('gives the same for the same text and slug, another time and compiled anew', () => {
    const text = 'abab'.repeat(50)
    assert.equal(transform(text), transform(text))
    assert.equal(compile([{ type: 'choose', mappings }])(text), transform(text))
    assert.notEqual(compile([{ type: 'choose', mappings }], 'other')(text), transform(text))
  })

  test('chooses each mapping about as often as the others', () => {
    const output = transform('a'.repeat(3_000))
    for (const letter of 'Aa1') {
      const count = output.split(letter).length - 1
      assert.ok(count > 900 && count < 1_100, `${letter}: ${count}`)
    }
  })

  test('leaves emoji, and what no mapping knows', () => {
    const text = `- ${emoji.join(' ')}\r\n漢`
    assert.equal(transform(text), text)
  })
})

describe('createDraw', () => {
  test('draws the same on every machine, today and tomorrow', () => {
    const draw = createDraw('zalgo\nHello World')
    const drawn = Array.from({ length: 12 }, () => draw(1_000))
    assert.deepEqual(drawn, [653, 613, 771, 416, 209, 898, 308, 629, 672, 657, 54, 370])
  })

  test('draws each number, and no other', () => {
    for (const count of [1, 2, 3, 26, 100]) {
      const draw = createDraw(`count ${count}`)
      const drawn = new Set(Array.from({ length: 3_000 }, () => draw(count)))
      assert.deepEqual(
        [...drawn].toSorted((one, other) => one - other),
        Array.from({ length: count }, (_, index) => index),
      )
    }
  })

  test('depends on every unit of the seed', () => {
    const firsts = ['', 'a', 'b', 'ab', 'ba', 'a\n', '\ud83d', '\ude00', '𝐚'].map((seed) =>
      createDraw(seed)(2 ** 32),
    )
    assert.equal(new Set(firsts).size, firsts.length)
  })
})

describeOperations('around', [{ type: 'around', before: '【', after: '】' }], [
  ['stands around each cluster', 'ae\u0301b', '【a】【e\u0301】【b】'],
  ['leaves spaces and breaks', 'a b\r\n\u0085\tc', '【a】 【b】\r\n\u0085\t【c】'],
  ['stands around an emoji as a whole', `${family}🇹🇷🇪🇸1️⃣`, `【${family}】【🇹🇷】【🇪🇸】【1️⃣】`],
])

const dot = { type: 'between', units: 'clusters', texts: ['·'] }
describeOperations('between clusters', [dot], [
  ['joins what stands side by side', 'abc', 'a·b·c'],
  ['leaves spaces and breaks', ' ab c\r\nde\u0085f ', ' a·b c\r\nd·e\u0085f '],
  ['joins emoji as a whole', `a${family}🇹🇷`, `a·${family}·🇹🇷`],
  ['has nothing to join', 'a', 'a'],
])

describeOperations('between clusters in turn', [{ ...dot, texts: ['1', '2'] }], [
  ['goes on over spaces and lines', 'abc de\nfg', 'a1b2c d1e\nf2g'],
])

describeOperations('between all clusters', [{ ...dot, where: 'all' }], [
  ['joins spaces too, not lines', 'a b\r\n c\n', 'a· ·b\r\n ·c\n'],
])

describeOperations(
  'between mapped clusters',
  [
    { type: 'map', characters: { 'A-Z': '🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' } },
    { ...dot, where: 'mapped' },
  ],
  [
    ['joins two that the map has changed', 'AB', '🇦·🇧'],
    ['leaves what it has not', 'A1B C!', '🇦1🇧 🇨!'],
    ['keeps a flag of the text apart from what follows', '🇹🇷AB', '🇹🇷·🇦·🇧'],
    ['keeps a flag of the text apart from what comes before', 'AB🇹🇷', '🇦·🇧·🇹🇷'],
    ['keeps half a flag of the text apart', 'A🇹B', '🇦·🇹·🇧'],
    ['leaves two flags of the text', '🇹🇷🇪🇸', '🇹🇷🇪🇸'],
  ],
)

const clap = { type: 'between', units: 'words', texts: [' 👏 '] }
describeOperations('between words', [clap], [
  ['replaces the blanks', 'a b  c\td\u00a0e', 'a 👏 b 👏 c 👏 d 👏 e'],
  ['leaves lines, and blanks at their ends', ' a b \n c d\r\n', ' a 👏 b \n c 👏 d\r\n'],
  ['leaves blanks beside any line break', 'a \u0085 b \u2028 c', 'a \u0085 b \u2028 c'],
  ['leaves a blank that carries a mark', 'a \u0301b', 'a \u0301b'],
  ['counts an emoji as a word', `${family} 🇹🇷`, `${family} 👏 🇹🇷`],
  ['has nothing to join', 'a', 'a'],
])

describeOperations('between words in turn', [{ ...clap, texts: ['1', '2'] }], [
  ['goes on over lines', 'a b c\nd e', 'a1b2c\nd1e'],
])

const small = 'abcdefghijklmnopqrstuvwxyz'
const signs = [
  { type: 'map', characters: { 'A-Z': small, '0-9': 'jabcdefghi', '.,': '46', é: 'È', É: 'È' } },
  {
    type: 'run',
    members: 'digits',
    joiners: '.,',
    before: '#',
    stop: { followers: 'abcdefghijé', text: ';' },
  },
  {
    type: 'run',
    members: 'capitals',
    before: '^',
    many: '^^',
    stop: { followers: `${small}é`, text: '!' },
  },
]
describeOperations('run', signs, [
  ['has its sign once before a run', '12 3', '#ab #c'],
  ['goes on over joiners between members', '1.000,5', '#a4jjj6e'],
  ['ends at a joiner behind the run', '1.', '#a4'],
  ['ends at two joiners', '1..2', '#a44#b'],
  ['does not begin with a joiner', '.5', '4#e'],
  ['stops before a follower', '1a', '#a;a'],
  ['does not stop before others', '1k 1- 1', '#ak #a- #a'],
  ['stops behind joiners before a follower', '1.a 2,b', '#a4;a #b6;b'],
  ['has one sign for one capital', 'Ab', '^ab'],
  ['has another sign for more', 'ABC D', '^^abc ^d'],
  ['stops a run of capitals before a follower', 'ABc', '^^ab!c'],
  ['does not stop a single capital', 'Ac', '^ac'],
  ['stops before a composed follower', 'ABé', '^^ab!È'],
  ['stops before a decomposed follower', 'ABe\u0301', '^^ab!È'],
  ['takes an accented capital for one, composed or not', 'AÉ AE\u0301', '^^aÈ ^^aÈ'],
  ['leaves members that are not mapped', 'Я٣', 'Я٣'],
  ['mixes both kinds', 'A1b2C', '^a#a;b#b^c'],
])

describeOperations('fill', [{ type: 'fill', text: '█' }], [
  ['replaces each cluster', 'ab\u0301', '██'],
  ['replaces an emoji as a whole', `${family}🇹🇷1️⃣`, '███'],
  ['leaves spaces and breaks', 'a b\r\n\tc\u0085', '█ █\r\n\t█\u0085'],
])

describeOperations('reverse clusters', [reverse], [
  ['goes by line', 'abc\ndef\r\nghi', 'cba\nfed\r\nihg'],
  ['keeps every kind of break in its place', 'ab\u2028cd\u0085ef\vgh', 'ba\u2028dc\u0085fe\vhg'],
  ['keeps clusters', `ae\u0301${family}🇹🇷1️⃣`, `1️⃣🇹🇷${family}e\u0301a`],
  ['keeps spaces', ' a b  c', 'c  b a '],
  ['handles a break at either end', '\nab\n', '\nba\n'],
])

describeOperations('reverse letters', [{ type: 'reverse', units: 'letters' }], [
  ['keeps words in their places', 'abc de\tf\nghi', 'cba ed\tf\nihg'],
  ['keeps clusters', `ae\u0301${family} x🇹🇷`, `${family}e\u0301a 🇹🇷x`],
])

describeOperations('reverse words', [{ type: 'reverse', units: 'words' }], [
  ['keeps the letters of a word', 'abc de f', 'f de abc'],
  ['keeps each blank between its words', 'a  b\tc', 'c\tb  a'],
  ['keeps the order within a blank', 'a \tb', 'b \ta'],
  ['goes by line', 'a b\nc d\r\ne f\u0085g h', 'b a\nd c\r\nf e\u0085h g'],
  ['moves blanks at the ends', ' a b', 'b a '],
  ['keeps a blank that carries a mark together', 'a \u0301b c', 'c a \u0301b'],
  ['keeps clusters', `${family}e\u0301 🇹🇷`, `🇹🇷 ${family}e\u0301`],
])

describe('reverse', () => {
  test('of a million clusters in one line ends', () => {
    const text = 'ab '.repeat(330_000)
    for (const units of ['clusters', 'words', 'letters']) {
      assert.equal(compile([{ type: 'reverse', units }])(text).length, text.length, units)
    }
  })

  test('of any sentence is undone by another', () => {
    for (const units of ['clusters', 'words', 'letters']) {
      const transform = compile([{ type: 'reverse', units }])
      for (const text of [...Object.values(pangrams), ...Object.values(sentences)]) {
        assert.equal(transform(transform(text)), text, units)
      }
    }
  })
})

const cases: Readonly<Record<string, readonly Row[]>> = {
  upper: [
    ['is English by default', 'iıß ǆ é', 'IISS Ǆ É'],
    ['knows Turkish', 'iıIİ', 'İIIİ', 'tr'],
    ['gives NFC for NFC', 'ΐ', '\u03aa\u0301'],
    ['keeps accents in French and Spanish', 'éñ', 'ÉÑ', 'fr'],
    ['does not dot an i with another mark in Turkish', 'îi\u0302', 'ÎÎ', 'tr'],
    ['leaves compatibility ideographs', '\ufa19', '\ufa19'],
  ],
  lower: [
    ['is English by default', 'IIẞ É', 'iiß é'],
    ['knows Turkish', 'iıIİI\u0307', 'iııii', 'tr'],
    ['knows final sigma', 'ΟΔΟΣ ΑΣ.', 'οδος ας.'],
  ],
  title: [
    ['raises the first letter of each word', 'the QUICK brown-fox', 'The Quick Brown-Fox'],
    ['knows apostrophes', "l'été DON'T it’s 'quoted'", "L'été Don't It’s 'Quoted'"],
    ['knows Turkish', 'istanbul ILIK', 'İstanbul Ilık', 'tr'],
    ['composes what comes decomposed', 'E\u0301TE\u0301', 'Été'],
    ['knows decomposed Turkish ones', 'I\u0307STANBUL', 'İstanbul', 'tr'],
    ['does not begin a word behind a digit', '3rd 21ST', '3rd 21st'],
    ['knows final sigma', 'ΟΔΟΣ ΑΣ', 'Οδος Ας'],
    ['goes over lines', 'a\nb\r\nc', 'A\nB\r\nC'],
  ],
  sentence: [
    ['raises the first letter of each sentence', 'AB. you! me? him… she', 'Ab. You! Me? Him… She'],
    ['raises the first letter of each line', 'a\nb\r\n c\n\n  d', 'A\nB\r\n C\n\n  D'],
    ['looks behind opening signs', '¿QUÉ? ¡SÍ! "no" (x) «y»', '¿Qué? ¡Sí! "No" (x) «y»'],
    ['looks behind closing signs', '"A." B (c.) d', '"A." B (c.) D'],
    ['does not begin within a number or a name', '3.5 a.b 5 apples', '3.5 a.b 5 apples'],
    ['knows Turkish', 'IRMAK. irmak', 'Irmak. İrmak', 'tr'],
    ['leaves a text without letters', '123. 456!\n', '123. 456!\n'],
  ],
  inverse: [
    ['swaps', 'Hello 1é', 'hELLO 1É'],
    ['knows Turkish', 'iI ıİ', 'İı Ii', 'tr'],
    ['keeps clusters', `a\u0301${family}`, `Á${family}`],
  ],
  alternating: [
    ['begins with a small letter and counts letters alone', 'HELLO, WORLD', 'hElLo, WoRlD'],
    ['counts a cluster once', 'A\u0301BC', 'áBc'],
    ['knows Turkish', 'IİIİ', 'ıİıİ', 'tr'],
  ],
}
for (const [to, rows] of Object.entries(cases)) {
  describeOperations(`${to} case`, [{ type: 'case', to }], rows)
}

describe('random case', () => {
  const transform = compile([{ type: 'case', to: 'random' }])
  const text = 'The quick brown fox. '.repeat(50)

  test('changes nothing but the case', () => {
    assert.equal(transform(text).toLowerCase(), text.toLowerCase())
  })

  test('has both cases, about as often', () => {
    const capitals = transform(text).replace(/[^A-Z]/g, '').length
    assert.ok(capitals > 350 && capitals < 450, String(capitals))
  })
})

const encodings: Readonly<Record<string, readonly Row[]>> = {
  binary: [['has eight digits a byte', 'Aé', '01000001 11000011 10101001']],
  octal: [['has three digits a byte', 'A\n😀', '101 012 360 237 230 200']],
  decimal: [['has a number a byte', 'A\n😀', '65 10 240 159 152 128']],
  hexadecimal: [['has two digits a byte', 'J\n😀', '4A 0A F0 9F 98 80']],
  'code-points': [['has four digits or more a code point', 'A\n😀', 'U+0041 U+000A U+1F600']],
  base64: [
    ['is that of the UTF-8 bytes', 'Aé😀', Buffer.from('Aé😀').toString('base64')],
    ['is padded', 'A', 'QQ=='],
  ],
}
for (const [as, rows] of Object.entries(encodings)) {
  describeOperations(`encoded as ${as}`, [{ type: 'encode', as }], [
    ...rows,
    ['has nothing for nothing', '', ''],
  ])
}

describeOperations('wrap', [{ type: 'wrap', before: '<', after: '>' }], [
  ['stands around the whole text', 'a\nb ', '<a\nb >'],
  ['stands around nothing', '', '<>'],
])

describeOperations('restore', [{ type: 'restore' }], [
  ['takes back what the surroundings know', '𝐚𝐛', 'a𝐛'],
])

describeOperations(
  'several operations',
  [bold, dot, reverse, { type: 'wrap', before: '<', after: '>' }],
  [['work one after the other', 'ab\nc', '<𝐛𝐚·\n𝐜>']],
)
