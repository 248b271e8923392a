import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue } from '../support/laws.ts'
import { createRandom, randomText, readTestData, show } from '../support/texts.ts'

const styleOf = (slug: string) => catalogue.get(slug)?.transform ?? assert.fail(slug)

/** Sentences as people write them, without names, which a change of case cannot know. */
const sentences = {
  en: [
    'Yesterday I went home.',
    "I'm late, and I'll call when I’ve arrived.",
    'Do you think I should? I do.',
    'My friend and I work for NASA.',
    'If I had a T-shirt, I’d wear it.',
    'The doctor says vitamin C is good, so I take it.',
    'The shop opens at 8 a.m. and closes at 6 p.m. on weekdays.',
    'What I know, I know from the BBC.',
    'He asked: who am I?',
    '3 apples cost $5. I bought 2.',
  ],
  es: [
    '¿Qué hora es? No lo sé.',
    'La vitamina C es buena.',
    'El plan B no funciona.',
    '¡Vamos! Es tarde.',
    'Trabaja para la ONU.',
    'Llegó a las 8 a.m. con su hermana.',
    'Más vale tarde que nunca.',
    'El siglo XXI empezó en 2001.',
    'Él y yo somos amigos.',
    '«Ya voy», dijo.',
  ],
  fr: [
    "L'été, j'ai chaud.",
    'C’est la vie.',
    'Chers étudiant·e·s, bonjour !',
    'La vitamine C est utile.',
    'Il travaille à la SNCF.',
    "Qu'est-ce que c'est ? Je ne sais pas.",
    'Être ou ne pas être.',
    'Ça va. Et toi ?',
    'Il a 3 enfants : 2 filles et 1 garçon.',
    'À bientôt !',
  ],
  tr: [
    'İyi günler, nasılsınız?',
    'Işık söndü. Istakoz yedik.',
    'Bugün hava çok güzel!',
    'C vitamini faydalıdır.',
    'Ben iyiyim, sen nasılsın?',
    'Öğretmen TRT için çalışıyor.',
    'Ilık su içtim. İçtin mi?',
    'Şimdi gidiyorum.',
    '3 elma aldım.',
    'Üzümü ye, bağını sorma.',
  ],
} as const

/** Rows of other programs: a text, what it becomes there, and why it becomes another here. */
interface Titles {
  readonly reasons: Readonly<Record<string, string>>
  readonly rows: Readonly<Record<string, ReadonlyArray<readonly [
    text: string, expected: string, reason?: string, own?: string,
  ]>>>
}
const titles: Titles = JSON.parse(readTestData('title-cases.json'))
const smallWord = new RegExp(
  '(?<![\\p{L}’\'])(?:an?|and|as|at|but|by|en|for|from|if|in|nor|o[fnr]|over|per|that|the|to|upon|vs?|via|with)(?!\\p{L})',
  'giu',
)

describe('case styles', () => {
  for (const [slug, rows] of Object.entries(titles.rows)) {
    test(`do as other programs do, or differ for a reason: ${slug}`, () => {
      assert.ok(rows.length >= 10)
      const lowered = (text: string): string => text.replace(smallWord, (word) => word.toLowerCase())
      for (const [text, expected, reason, own] of rows) {
        const output = styleOf(slug)(text, 'en')
        if (reason === undefined) assert.equal(output, expected)
        else if (own === undefined) assert.equal(lowered(output), lowered(expected), reason)
        else assert.deepEqual([output, titles.reasons[reason] === undefined], [own, false])
      }
    })
  }

  for (const [language, all] of Object.entries(sentences)) {
    test(`leave sentences of ${language} that are right`, () => {
      for (const sentence of all) {
        assert.equal(styleOf('sentence-case')(sentence, language), sentence)
        assert.equal(styleOf('uppercase')(sentence.toLocaleUpperCase(language), language), sentence.toLocaleUpperCase(language))
        assert.equal(styleOf('lowercase')(sentence.toLocaleLowerCase(language), language), sentence.toLocaleLowerCase(language))
        const title = styleOf('title-case')(sentence, language)
        assert.equal(styleOf('title-case')(title, language), title)
        assert.equal(title.toLocaleLowerCase(language), sentence.toLocaleLowerCase(language))
      }
    })
  }

  test('write the English pronoun as a capital, in English alone', () => {
    const rows = [
      ["I'M HERE, AND I'LL STAY. I AM.", "I'm here, and I'll stay. I am."],
      ["She says I'M late.", "She says I'm late."],
      ['So i said i’m fine', 'So i said i’m fine'],
    ] as const
    for (const [text, expected] of rows) assert.equal(styleOf('sentence-case')(text, 'en'), expected)
    assert.equal(styleOf('title-case')("this is me, I'M here", 'en'), "This Is Me, I'm Here")
    for (const language of ['es', 'fr']) assert.equal(styleOf('sentence-case')('No I no', language), 'No i no')
    assert.equal(styleOf('sentence-case')('No I no', 'tr'), 'No ı no')
  })

  test('leave capitals inside words, and what is no word', () => {
    const random = createRandom(0xca9)
    const meant = [
      'iPad', 'macOS', 'jQuery', 'TypeScript', 'McDonald’s', 'WiFi', 'PhD', 'URLs', "SEC's", 'G7', 'B2B', '4K', '3dB',
      'CO2', 'USA', "TBMM'nin", 'ÖSYM’den', 'иОС', 'США', 'https://youtu.be/dQw4w9WgXcQ', 'HTTPS://Example.com/P?x=Y',
      'www.Example.com', 'Ana.B@Example.com', 'Example.com/Path', '@AnaB', '#BigNews',
    ]
    const elided = ['l’ONU', "d'EDF", 'qu’IBM', "l'iPad", 'd’URLs']
    const small = ['and then ', 'we see ', 'été, ', 'ağaç ', 'мир ', '3 ', '— (so) ']
    for (const [at, name] of [...meant, ...meant, ...elided].entries()) {
      for (const language of ['en', 'es', 'fr', 'tr'] as const) {
        const rest = randomText(random, 3, small)
        const isElided = elided.includes(name)
        const sentence = `${isElided ? 'Okay ' : ''}${name} okay ${rest}okay ${meant[at % meant.length]}, okay.`
        assert.equal(styleOf('sentence-case')(sentence, language), sentence)
        const kept = isElided ? name.replace(/^.*['’]/, '') : name
        const title = styleOf('title-case')(sentence, language)
        assert.ok(title.includes(kept), `${show(sentence)} became ${show(title)}`)
        assert.equal(title.toLocaleLowerCase(language), sentence.toLocaleLowerCase(language))
      }
    }
  })

  test('lower the capitals of a text that is shouted, or that plays', () => {
    const rows = [
      ['THIS IS A LONG SHOUTED TEXT. IT HAS one SMALL WORD.', 'This is a long shouted text. It has one small word.'],
      ['BREAKING NEWS: the cat is BACK', 'Breaking news: the cat is back'],
      ['MY NEW iPAD IS HERE', 'My new ipad is here'],
      ['SEE https://Example.com/A NOW', 'See https://Example.com/A now'],
      ['tHiS iS a TeSt', 'This is a test'],
      ['the 21sT and 2Nd', 'The 21st and 2nd'],
      // Few capitals among small letters are acronyms.
      ['NASA and the USA met UNESCO.', 'NASA and the USA met UNESCO.'],
      ['USA today', 'USA today'],
    ] as const
    for (const [text, expected] of rows) assert.equal(styleOf('sentence-case')(text, 'en'), expected)
    assert.equal(styleOf('title-case')('BREAKING NEWS: the cat is BACK', 'en'), 'Breaking News: The Cat Is Back')
    assert.equal(styleOf('title-case')("selon l'ONU", 'fr'), "Selon L'ONU")
  })

  test('begin a word where Unicode does, but for full stops and colons', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
    const signs = [..."'’‘＇·\u0387\u2027\u055a\u055b\u055c\u055f\u05f4", ..." -–,;!?/\u2026&+*#@|~\u2022\u00b0"]
    for (const sign of signs) {
      for (const text of [`étudiant${sign}e${sign}s`, `col${sign}lecció a${sign} b`]) {
        const expected = Array.from(segmenter.segment(text), ({ segment: [first = '', ...others] }) =>
          first.toUpperCase() + others.join('')).join('')
        assert.equal(styleOf('title-case')(text, 'en'), expected.normalize('NFC'), show(sign))
      }
    }
    const dots = ['étudiant·e·s du col·legi', 'Étudiantes', 'étudiantes'] as const
    assert.equal(styleOf('pascal-case')(dots[0], 'fr'), 'ÉtudiantesDuCollegi')
    assert.equal(styleOf('camel-case')(dots[0], 'fr'), 'étudiantesDuCollegi')
    assert.equal(styleOf('snake-case')(dots[0], 'fr'), 'étudiantes_du_collegi')
  })

  test('keep the capitals of names with an apostrophe', () => {
    assert.equal(styleOf('title-case')("o'neal, O'Neal, Don'T and L’Oréal", 'en'), "O'neal, O'Neal, Don't And L’Oréal")
  })

  test('know the final sigma', () => {
    const slugs = ['lowercase', 'title-case', 'sentence-case', 'inverse-case', 'alternating-case', 'random-case']
    const random = createRandom(0x516)
    // A full stop or a second dot ends a word here, and does not in the rule of Unicode.
    const parts = ['Σ', 'Σ', 'Α', 'Ο', 'Σ\u0301', 'Σ\u00adΑ', "Α'Σ", 'Α·Σ', 'ΟΣ ', 'Σ, ', 'Α-', '-Σ']
    const texts = ['ΟΔΥΣΣΕΥΣ', ...Array.from({ length: 200 }, () => randomText(random, 8, parts))]
    for (const text of texts) {
      for (const slug of slugs) {
        const output = styleOf(slug)(text, 'en').normalize('NFD')
        const expected = text.toLowerCase().normalize('NFD')
        const wrong = [...output].findIndex((point, at) => /[σς]/.test(point) && point !== expected[at])
        assert.equal(wrong, -1, `${slug}: ${show(text)} became ${show(output)}`)
      }
    }
  })
})
