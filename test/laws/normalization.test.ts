import { describe } from 'node:test'
import { assertSame, has, languagesOf, law } from '../support/laws.ts'
import { normalizationRows } from '../support/normalization.ts'
import { triesAll } from '../support/rounds.ts'

describe('normalization', () => {
  const all = normalizationRows()
  const rows = triesAll ? all : all.filter((_row, at) => at % 20 === 0)
  const forms = ['NFC', 'NFD'].map((form) => rows.map((row) => row.normalize(form)))

  law(
    'makes the same of equivalent texts, and leaves as it came what it does not change',
    (generator) => {
      const { data, transform } = generator
      const isByLine = data.operations.every((operation) => operation.isByLine)
      // The last locale does all that the others do and, in some styles, changes other letters.
      const language = languagesOf(generator).at(-1) ?? 'en'
      const outputsOf = (texts: readonly string[]): readonly string[] => isByLine
        ? transform(texts.join('\n'), language).split('\n')
        : texts.map((text) => transform(text, language))
      const outputs = outputsOf(rows)
      for (const own of forms) {
        for (const [at, other] of outputsOf(own).entries()) {
          const [row = '', output = '', text = ''] = [rows[at], outputs[at], own[at]]
          assertSame(other.normalize('NFC'), output.normalize('NFC'), language, row)
          if (output === row) assertSame(other, text, language, row)
        }
      }
    },
    // Bytes and code points are those of the text as it was sent.
    (generator) => !has(generator, 'encode'),
  )
})
