import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { alphabetOf } from '../../lib/pages/facts/letters.ts'
import { factsOf } from '../../lib/pages/facts/facts.ts'
import type { Facts } from '../../lib/pages/facts/facts.ts'
import { claim, compileWithoutWraps, generators, law, lookedAt } from '../support/laws.ts'
import { isOfKind, kindOf } from '../support/kinds-of-styles.ts'
import { makeSite } from '../support/site.ts'
import { isReadAs } from '../support/stated-facts.ts'
import { readTestLines, show } from '../support/texts.ts'

const site = makeSite()
const { catalogue, words: localeWords } = site.services

/** The facts in one of two languages, which together have every kind of special letter. */
const facts = new Map(
  lookedAt.map((generator) => {
    const language: Language = generators.indexOf(generator) % 2 === 0 ? 'fr' : 'tr'
    return [generator.slug, { language, ...factsOf(generator, site, language) }] as const
  }),
)

function factOf({ slug }: TextGenerator): Facts & { readonly language: Language } {
  const known = facts.get(slug)
  assert.ok(known !== undefined)
  return known
}

const text = 'Sphinx of black quartz, judge my vow'

law('a style is of the kind that its file names', (generator) => {
  const { data: { kind }, decodes } = generator
  claim(isOfKind(generator, kind), () => `"kind": "${kind}" is wrong; "${kindOf(generator)}" holds`)
  assert.equal(kind === 'decoder', decodes !== undefined)
})

law('a style is read as its page says, with a text that its file was not made from', (generator) => {
  // The output of a decoder depends on the text.
  if (generator.decodes !== undefined) return
  const words = text.replace(',', '')
  const output = generator.transform(words, 'en')
  claim(isReadAs(generator.data.reading, words, output), () => show(output))
})

describe('the letters that a style leaves, by its page,', () => {
  law('stay in every word, and others do not', (generator) => {
    const { language, plainLetters = { names: [], isAll: false } } = factOf(generator)
    const { groups, all: letters } = alphabetOf(language, localeWords)
    const staying = new Set(plainLetters.names.flatMap((name) => groups.get(name) ?? [name]))
    assert.equal(plainLetters.isAll, letters.every((letter) => staying.has(letter)))
    for (const [index, letter] of letters.entries()) {
      // A quarter of the letters that change is enough.
      if (!staying.has(letter) && index % 4 > 0) continue
      // Often enough for styles that leave letters at random.
      const tries = `${letter}ƻ${letter} ${letter}ƻ${letter.repeat(39)}`
      const output = generator.transform(tries, language)
      const found = output.match(/\P{M}\p{M}*/gu)?.filter((cluster) => cluster === letter) ?? []
      const isKept = found.length >= 42
      if (staying.has(letter)) claim(isKept, () => `${language}: ${letter} changes`)
      // A letter can be part of its own code.
      else if (!isCode(generator)) claim(!isKept, () => `${language}: ${letter} stays`)
    }
  })
})

function isCode({ data }: TextGenerator): boolean {
  return data.operations.some(({ type, decodes }) => type === 'encode' || decodes !== undefined)
}

describe('the way back that a page names', () => {
  const back = (generator: TextGenerator): string => {
    const { by = generator } = factOf(generator).wayBack ?? {}
    return by.transform(generator.transform(text, 'en'), 'en')
  }
  const isTaken = (...kinds: ReadonlyArray<NonNullable<Facts['wayBack']>['kind'] | undefined>) =>
    (generator: TextGenerator): boolean => kinds.includes(factOf(generator).wayBack?.kind)

  law(
    'returns the text',
    (generator) => assert.equal(back(generator), text),
    isTaken('all', 'letters', 'itself'),
  )

  law(
    'returns the text except for its case',
    (generator) => {
      assert.equal(back(generator).toLowerCase(), text.toLowerCase())
      assert.notEqual(back(generator), text)
    },
    isTaken('caseless'),
  )

  law(
    'decodes the text, by the decoder of the style',
    (generator) => {
      const { wayBack, language } = factOf(generator)
      assert.ok(wayBack?.by !== undefined)
      const letters = alphabetOf(language, localeWords).all.join('').replace(/.{7}/gu, '$& ').trimEnd()
      const back = wayBack.by.transform(generator.transform(letters, language), language)
      assert.equal(back === letters, wayBack.kind === 'decoder', back)
      assert.equal(wayBack.by.decodes, generator.slug)
    },
    isTaken('decoder', 'decoder-lossy'),
  )

  law(
    'encodes the decoded text again',
    (generator) => {
      const { wayBack } = factOf(generator)
      assert.ok(wayBack?.by !== undefined)
      const decoded = generator.transform(generator.data.sample, 'en')
      // Roman numerals are also typed with ordinary letters.
      const encoded = wayBack.by.transform(decoded, 'en').normalize('NFKC')
      assert.equal(encoded, generator.data.sample.normalize('NFKC'))
    },
    isTaken('encoder'),
  )

  law(
    'is only named for a style that changes the letters of the language, or their order',
    (generator) => {
      const { language } = factOf(generator)
      const letters = alphabetOf(language, localeWords).all.join('').replace(/.{7}/gu, '$& ')
      assert.notEqual(generator.transform(letters, language), letters)
    },
    isTaken('all', 'letters', 'caseless', 'itself'),
  )

  law(
    'is only missing if no style returns the text',
    ({ slug, transform }) => {
      const output = transform(text, 'en')
      const backs = [slug, 'plain-text'].map((one) => catalogue.get(one)?.transform(output, 'en'))
      if (output !== text) claim(!backs.includes(text), () => show(output))
    },
    isTaken('none'),
  )
})

describe('the other facts of a page', () => {
  law('include a correct table', (generator) => {
    const transform = compileWithoutWraps(generator)
    const { language, characters } = factOf(generator)
    for (const [input, output] of characters.rows) {
      assert.equal(transform(input, language), output)
      assert.notEqual(output, input)
    }
  })

  law('include the year of the Unicode version', (generator) => {
    const { unicode } = factOf(generator)
    const [date] = readTestLines('unicode-dates.txt').filter((line) => line.startsWith(`${unicode?.version} `))
    assert.equal(`${unicode?.version} ${unicode?.year}`, date?.split('-')[0], String(unicode?.version))
  }, ({ data }) => data.unicode !== undefined)

  law('include six other styles, the nearest of its category first', (generator) => {
    // Those of a retired one are near the one that it names.
    if (generator.file.retired) return
    const generators = listedOf(catalogue)
    const { related } = factOf(generator)
    assert.equal(new Set([...related, generator]).size, 7)
    const isAkin = ({ file }: TextGenerator): boolean => file.category === generator.file.category
    const distanceOf = (one: TextGenerator): number =>
      Math.abs(generators.indexOf(one) - generators.indexOf(generator))
    // Others come after all of its category.
    assert.ok(related.findIndex((one) => !isAkin(one)) < 0 ||
      related.filter(isAkin).length === generators.filter(isAkin).length - 1)
    const farthest = Math.max(...related.filter(isAkin).map(distanceOf))
    const leftOut = generators.filter((one) => isAkin(one) && one !== generator && !related.includes(one))
    claim(leftOut.every((one) => distanceOf(one) >= farthest), () => `farther than ${leftOut[0]?.slug}`)
    const inOrder = related.toSorted((one, other) =>
      Number(!isAkin(one)) - Number(!isAkin(other)) || distanceOf(one) - distanceOf(other))
    assert.deepEqual(related, inOrder)
  })
})
