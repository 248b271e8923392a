import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '../../lib/catalogue/locale.ts'
import { hardTexts } from '../support/hard-texts.ts'
import {
  catalogue,
  isAlone,
  isCode,
  isPure,
  lookedAt,
  ordinaryTexts,
} from '../support/laws.ts'
import { triesAll } from '../support/rounds.ts'
import { pangrams } from '../support/texts.ts'

const traits = new Map(lookedAt.map((generator) => [generator.slug, generator.traits()]))
const plainText = catalogue.get('plain-text')
const texts = Object.values(pangrams)

describe('the traits of every generator', () => {
  test('have the coverage of the published characters', () => {
    const groups = {
      upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      lower: 'abcdefghijklmnopqrstuvwxyz',
      digits: '0123456789',
      punctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    }
    for (const generator of lookedAt) {
      const { slug } = generator
      const characters = generator.characters('en')
      for (const [group, members] of Object.entries(groups)) {
        const covered = [...members].map((member) => characters.has(member))
        const share = covered.every(Boolean) ? 'all' : covered.some(Boolean) ? 'some' : 'none'
        const { [group]: published } = Object(traits.get(slug)?.coverage)
        assert.equal(published, share, `${slug} ${group}`)
      }
    }
  })

  test('cover the accents of all languages if they cover all letters, except in codes', () => {
    const letters = [...'áéíóúüñàâçèêëîïôùûÿœæğşöı']
    const faults: string[] = []
    for (const generator of lookedAt) {
      const { slug } = generator
      const { coverage } = generator.traits()
      const isOfUnicode = isPure(generator)
      if (coverage.upper !== 'all' || coverage.lower !== 'all' || isCode(generator)) continue
      const characters = generator.characters('en')
      const left = letters.filter((letter) => !characters.has(letter)).join('')
      const expected = isOfUnicode ? /^œæı?$/ : /^$/
      const cure = isOfUnicode
        ? 'if Unicode defines the letters, œ æ ı must, and no others'
        : 'write "complete": true for ı œ æ, and remove "accents" for the others'
      if (!expected.test(left)) faults.push(`${slug}: ${left || 'none'} stay as they are; ${cure}`)
      assert.equal(coverage.accents, left === '' ? 'all' : 'some', slug)
    }
    assert.deepEqual(faults, [])
  })

  test('have `lines` if, and only if, each line of a text becomes one line, as it would alone', () => {
    const alone = [
      ...texts, ...hardTexts.filter((text) => !/[\n\r\u2028\u2029]/.test(text)),
      ...ordinaryTexts.flatMap((text) => text.split(/[\n\v\f\r\u0085\u2028\u2029]/)),
      'A', 'i', 'B HELLO', '', ' ', '12 345', 'hello hello', '\u0301', '🇫🇷🇫🇷', '- x', '*a', 'b*', 'שלום', '👍🏽',
    ]
    const faults: string[] = []
    for (const { slug, transform, data } of lookedAt) {
      const differs = (language: Language): string | undefined => {
        const outputs = alone.map((text) => transform(text, language))
        if (outputs.some((output) => output.includes('\n'))) return 'more lines'
        const whole = transform(alone.join('\n'), language).normalize()
        if (whole !== outputs.join('\n').normalize()) return 'all of them'
        for (const [at, text] of alone.entries()) {
          const others = [at, (at + 1) % alone.length, (at + 2) % alone.length]
          for (const next of triesAll ? alone.keys() : others) {
            const other = alone[next] ?? ''
            const expected = `${outputs[at]}\n${outputs[next]}`.normalize()
            if (transform(`${text}\n${other}`, language).normalize() !== expected) {
              return JSON.stringify([text, other])
            }
          }
        }
        return undefined
      }
      const found = differs('en') ?? differs('tr')
      const isDecoder = data.operations.some(({ type }) => type === 'decode' || type === 'restore')
      const isRight = traits.get(slug)?.lines === true ? found === undefined : isDecoder || found !== undefined
      if (!isRight) faults.push(`${slug}: isByLine of its operations is wrong; ${found ?? 'each line is alone'}`)
    }
    assert.deepEqual(faults, [])
  })

  test('have `reversible` only if plain-text restores whole texts', () => {
    const reversible = lookedAt.filter(({ slug }) => traits.get(slug)?.reversible)
    assert.ok(isAlone || reversible.length > 50)
    for (const { slug, transform } of reversible) {
      for (const text of texts) {
        assert.equal(plainText?.transform(transform(text, 'en'), 'en'), text, slug)
      }
    }
  })
})
