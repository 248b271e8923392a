import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { assertSame, catalogue, claim, generators, has, law, siblings, testOf } from '../support/laws.ts'
import { isLookedAt } from '../support/shared-catalogue.ts'
import { readTestData, show } from '../support/texts.ts'

type Row = readonly [slug: string, input: string, output: string]

/** What people paste: `review` from web decoders, textbooks and games, `more` of the same kinds. */
const inputs: Readonly<Record<string, readonly Row[]>> = JSON.parse(readTestData('decoder-inputs.json'))

describe('the notations of other sites, textbooks and games', () => {
  for (const [part, rows] of Object.entries(inputs)) {
    const own = rows.filter(([slug]) => isLookedAt({ slug }))
    testOf(own.map(([slug]) => ({ slug })), `are read as intended: ${part}`, () => {
      for (const [slug, input, output] of own) {
        const decoder = catalogue.get(slug)
        assert.ok(decoder, slug)
        assertSame(decoder.transform(input, 'en'), output, 'en', `${slug}: ${input}`)
      }
    })
  }
})

/** Sentences by language, with numbers, signs, names and words that look like codes. */
const sentences: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('natural-sentences.json'),
)

describe('a decoder', () => {
  law(
    'leaves natural sentences alone',
    ({ transform }) => {
      for (const [language, texts] of Object.entries(sentences)) {
        for (const text of texts) {
          assertSame(transform(text, language), text, language, text)
        }
        assert.ok(texts.length >= 50, language)
      }
    },
    // A cipher of letters changes every text, and quotation marks are what the other one changes.
    ({ data, slug }) => {
      return data.category === 'decoded' && !['caesar-decoder', 'clean-punctuation'].includes(slug)
    },
  )

  const [caesar, reader] = ['caesar', 'caesar-decoder'].map((slug) => catalogue.get(slug))
  testOf([{ slug: 'caesar-decoder' }], 'finds most sentences in any alphabet, also in their own', () => {
    let [read, all] = [0, 0]
    for (const [language, texts] of Object.entries(sentences)) {
      for (const text of texts) {
        let written = text
        for (let shift = 0; shift < 26; shift++) {
          const output = reader?.transform(written, language) ?? ''
          all++
          if (output === text) read++
          // Accents stay on the letters.
          const marks = (one: string): string => one.normalize('NFD').replace(/\P{M}/gu, '')
          assert.equal(marks(output), marks(written), show(written))
          assert.equal(output, output.normalize('NFC'), show(written))
          written = caesar?.transform(written, language) ?? ''
        }
      }
    }
    assert.ok(read > 0.9 * all, `${read} of ${all}`)
  })

  /** Texts that are sure to be a code by their shape, which the pages offer to read. */
  const sure: readonly Row[] = [
    ['nato-decoder', 'hotel-echo-lima-lima-oscar', 'HELLO'],
    ['bacon-decoder', 'AABBB AABAA ABABA ABABA ABBAB', 'HELLO'],
    ['octal-decoder', String.raw`\110\145\154\154\157`, 'Hello'],
    ['octal-decoder', '0o110 0o145', 'He'],
    ['morse-decoder', '... —- ...', 'SOS'],
    ['wingdings-decoder', '☟♏\ufe0e●●□', 'Hello'],
    ['wingdings-decoder', '☟♏\ufe0e●●□ 🕈□❒●♎\ufe0e', 'Hello World'],
    ['braille-decoder', '⠞⠓⠑⠀⠉⠁⠉⠓⠑', 'the cache'],
    ['semaphore-decoder', '⇐⇘ ⇓⇗ ⇓⇓ ⇙⇒', 'se m'],
    ['base64-decoder', '"cGljb0NURg=="', '"picoCTF"'],
  ]
  const recognizerOf = ({ data }: TextGenerator): ((text: string) => boolean) => {
    const own = data.operations.flatMap((one) => one.recognizerOf?.(siblings) ?? [])
    return (text) => own.some((recognizes) => recognizes(text, 'en'))
  }

  testOf(sure.map(([slug]) => ({ slug })), 'is sure of codes by their shape', () => {
    for (const [slug, text, meant] of sure) {
      const decoder = catalogue.get(slug) ?? assert.fail(slug)
      assert.ok(recognizerOf(decoder)(text), text)
      assertSame(decoder.transform(text, 'en'), meant, 'en', text)
    }
  })

  law(
    'is not sure of natural sentences, signs or blanks',
    (decoder) => {
      const rows = ['♥♦♣♠', '✌☺❄', '👍👎👌', '\u2800', '---', '--- — ---', '... - ...', 'Alfa Romeo', 'golf hotel', 'Maria Ana Luis']
      const recognizes = recognizerOf(decoder)
      for (const text of [...Object.values(sentences).flat(), ...rows]) {
        claim(!recognizes(text) || decoder.transform(text, 'en') === text, () => text)
      }
    },
    ({ data }) => data.category === 'decoded',
  )

  law(
    'reads every notation that its file states',
    ({ data, transform }) => {
      claim(data.notations.length > 0, () => 'states none: add "notations"')
      for (const written of data.notations) {
        const output = transform(written, 'en')
        claim(output !== written, () => `${show(written)} is not read`)
        claim(!/[.\-\\&%]/.test(output), () => `${show(written)} is read as ${show(output)}`)
      }
    },
    ({ data }) => data.category === 'decoded',
  )

  const others = generators.filter(({ data }) => data.category !== 'decoded')
  testOf(others, 'is the only kind of style whose file has notations, but for markup', () => {
    for (const generator of others) {
      const { slug, data: { notations }, transform } = generator
      assert.equal(notations.length > 0, has(generator, 'markdown'), slug)
      for (const written of notations) assert.notEqual(transform(written, 'en'), written)
    }
  })
})
