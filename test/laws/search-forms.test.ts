import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { living } from '../../lib/catalogue/foreign-words.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { slugify } from '../../lib/engine/spelling.ts'
import { loadShipped, shippedRank, shippedWords } from '../support/shared-catalogue.ts'
import { formsOf, mistype } from '../support/word-forms.ts'

const shipped = loadShipped()
const generators = listedOf(shipped.catalogue)
const slugs = generators.map(({ slug }) => slug)

/** A style must be among so many results. */
const first = 5

/** A name that is nearly a search word in each language. */
const pastedName = 'Maria'

const livingWord = new RegExp(living, 'u')
const isLiving = (text: string): boolean =>
  text.toLowerCase().split(/\P{L}+/u).every((word) => livingWord.test(word))

const hasSigns = /[^\0-\u017f\s]/

describe('the search, asked for a name or search word', () => {
  for (const language of languages) {
    const data = shippedWords(language)
    const rank = shippedRank(language)
    const find = (asked: string): Array<string | undefined> =>
      rank(asked).styles.slice(0, first).map((index) => slugs[index])
    const texts = generators.flatMap(({ slug, entry }) => {
      const { name, aliases } = entry(language)
      return [name, ...aliases].map((text) => [slug, text] as const)
    })
    const known = new Set(
      generators.flatMap(({ entry }) => [entry(language), entry('en')])
        .flatMap(({ name, aliases }) => [name, ...aliases])
        .flatMap((text) => slugify(text).split('-'))
        .concat(data.skipped.split(' ')),
    )

    /** Counts queries with another word, and lists those that do not find the style. */
    const ask = (change: (word: string, index: number) => readonly string[]) => {
      const lost: string[] = []
      let count = 0
      for (const [index, [slug, text]] of texts.entries()) {
        for (const word of text.split(/[\s()’]+/).filter((one) => /^\p{L}{4,}$/u.test(one))) {
          for (const other of change(word, index + count)) {
            // It would be another word.
            if (known.has(slugify(other))) continue
            count++
            const asked = text.replace(word, () => other)
            if (!find(asked).includes(slug)) lost.push(`${slug} by ${asked}`)
          }
        }
      }
      return { count, lost }
    }

    test(`in another form, with and without accents, finds the style: ${language}`, () => {
      const { count, lost } = ask((word, index) => {
        const forms = formsOf(word, language)
        return index % 2 === 0 ? forms : forms.map(slugify)
      })
      // Short words have other words as forms.
      assert.ok(lost.length * 300 <= count, `${lost.length} of ${count}: ${lost.join(', ')}`)
    })

    test(`with one typing error in a long word, finds the style: ${language}`, () => {
      const { count, lost } = ask((word, index) => (word.length < 6 ? [] : [mistype(word, index)]))
      // Some wrong words are other words.
      assert.ok(lost.length * 50 <= count, `${lost.length} of ${count}: ${lost.join(', ')}`)
    })
  }
})

describe('the search, asked for', () => {
  for (const language of languages) {
    const data = shippedWords(language)
    const rank = shippedRank(language)
    const usual = [...new Set([...data.first, ...slugs.keys()])]
    const find = (asked: string): number[] => [...rank(asked).styles]

    test(`silent words, finds all styles, those with such a name first: ${language}`, () => {
      const silent = data.skipped.split(' ')
      const queries = [...silent, ...silent.map((word, index) => `${word} ${silent.at(-index)}`)]
      const isUsual = (found: readonly number[]): boolean => found.length === usual.length &&
        found.slice(first).every((style, at) => at === 0 || usual.indexOf(style) > usual.indexOf(found[at + first - 1] ?? -1))
      assert.deepEqual(queries.filter((asked) => !isUsual(find(asked))), [])
    })

    test(`a style and an app, finds the style: ${language}`, () => {
      const apps = data.faint.split(' ')
      const isTelling = (text: string): boolean => find(text).length < slugs.length
      const lost = generators.flatMap(({ slug, entry }, index) => {
        const { name } = entry(language)
        const app = apps[index % apps.length]
        return !isTelling(name) || find(`${name} ${app}`).slice(0, first).includes(index)
          ? []
          : [`${slug} by ${name} ${app}`]
      })
      assert.deepEqual(lost, [])
    })

    test(`braille, finds that of the language first: ${language}`, () => {
      const [best = -1] = find('braille')
      assert.equal(slugs[best], brailleOf[language] ?? 'braille')
    })

    test(`a sample of a style, finds the style: ${language}`, () => {
      const written = generators.filter(({ example, decodes }) => {
        return decodes === undefined && hasSigns.test(example)
      })
      const texts = written.flatMap(({ slug, example, transform }) => {
        const pasted = [example, transform(pastedName, language)]
        // Words of a living script are read as words.
        const samples = pasted.filter((text) => hasSigns.test(text) && !isLiving(text))
        return samples.map((text) => [slug, text] as const)
      })
      const lost = texts.filter(([slug, text]) => {
        return !find(text).slice(0, first).some((style) => slugs[style] === slug)
      })
      // Many mix the signs of others.
      const names = lost.map(([slug, text]) => `${slug} by ${text}`).join(', ')
      assert.ok(lost.length * 8 <= texts.length, `${lost.length} of ${texts.length}: ${names}`)
    })

    test(`a name in letters of one alphabet, finds its style first: ${language}`, () => {
      const inOneAlphabet = generators.filter(({ transform }) => {
        const points = Array.from(transform('abc', language), (point) => point.codePointAt(0) ?? 0)
        const isInOrder = points.every((point, at) => point === (points[0] ?? 0) + at)
        return isInOrder && points.length === 3 && (points[0] ?? 0) > 0x17f
      })
      assert.ok(inOneAlphabet.length > 15, String(inOneAlphabet.length))
      for (const { slug, transform } of inOneAlphabet) {
        const text = transform(pastedName, language)
        const [best] = find(text).map((style) => generators[style])
        assert.equal(best?.transform(pastedName, language), text, `${slug}: ${best?.slug}`)
      }
    })

    test(`a code, finds what decodes it: ${language}`, () => {
      const lost = codes.filter((slug) => {
        const { decoder, example = '' } = shipped.catalogue.get(slug) ?? {}
        const [best = -1] = find(example)
        return slugs[best] !== decoder
      })
      assert.deepEqual(lost, [])
    })

    test(`a sign, finds a style that writes it or a similar one: ${language}`, () => {
      for (const [sign, wanted] of signs) {
        const found = find(sign).slice(0, first).map((style) => slugs[style] ?? '')
        assert.ok(found.some((slug) => wanted.test(slug)), `${sign}: ${found.join(' ')}`)
      }
    })
  }
})

/** Language → its braille, if that is not the English one. */
const brailleOf: Readonly<Record<string, string>> = {
  es: 'braille-spanish',
  fr: 'braille-french',
  tr: 'braille-turkish',
}

/** Codes that people recognise by their shape. */
const codes: readonly string[] = [
  'a1z26', 'base64', 'binary', 'braille', 'decimal', 'hexadecimal', 'html-entities', 'morse',
  'polybius', 'tap-code', 'unicode-escapes', 'url-encoding',
]

/** Signs, with the slugs that are meant. */
const signs: ReadonlyArray<readonly [sign: string, wanted: RegExp]> = [
  ['🔥', /fire/], ['💖', /heart|love/], ['❤️', /heart|love/], ['⭐', /star/], ['✨', /sparkle/],
  ['👑', /crown/], ['❄️', /snow/], ['🌸', /flower/], ['🎵', /music/], ['🐱', /cat/],
  ['🌙', /moon/], ['⚡', /lightning/], ['👏🏽', /clap/], ['🦋', /flower|cute|wing|fairy/],
]
