import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { alphabetOf, commonGroups } from '../../lib/pages/facts/letters.ts'
import { factsOf, rememberFacts } from '../../lib/pages/facts/facts.ts'
import type { Facts } from '../../lib/pages/facts/facts.ts'
import type { Reading } from '../../lib/pages/facts/reading.ts'
import { claim, compileWithoutWraps, generators, law, lookedAt } from '../support/laws.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { show } from '../support/texts.ts'

const contents = loadShipped()

/** What the pages tell in one of two languages, which between them have all that languages have. */
const facts = new Map(
  lookedAt.map((generator) => {
    const language: Language = generators.indexOf(generator) % 2 === 0 ? 'fr' : 'tr'
    return [generator.slug, { language, ...factsOf(generator, contents, language) }] as const
  }),
)

function factOf({ slug }: TextGenerator): Facts & { readonly language: Language } {
  const known = facts.get(slug)
  assert.ok(known !== undefined)
  return known
}

const text = 'Sphinx of black quartz, judge my vow'
const words = text.replace(',', '').split(' ')

function isRead(...as: readonly Reading[]): (generator: TextGenerator) => boolean {
  // What a decoder puts out, the text tells that it reads.
  return (generator) => generator.decodes === undefined && as.includes(factOf(generator).reading)
}

/** Claims what is true of the output for a text that the facts were not made with. */
function lawOfReading(
  title: string,
  as: readonly Reading[],
  holds: (output: string, generator: TextGenerator) => boolean,
): void {
  law(
    title,
    (generator) => {
      const output = generator.transform(text, 'en')
      claim(holds(output, generator), () => show(output))
    },
    isRead(...as),
  )
}

function fold(output: string): string {
  return output.replace(/[\ufe0e\u200c]/g, '').normalize('NFKC').toLowerCase()
}

function withoutMarks(output: string): string {
  return output.normalize('NFD').replace(/\p{M}/gu, '')
}

describe('what a page tells of how a style is read', () => {
  lawOfReading('ordinary characters are those of ASCII, and blanks', ['ordinary'], (output) =>
    /^[\n -~\p{Zs}]*$/u.test(output),
  )

  lawOfReading('mathematical letters are of their block', ['mathematical'], (output, { traits }) =>
    traits().folds && /^[ -~\u{1d400}-\u{1d7ff}\u2100-\u214f]*$/u.test(output),
  )

  lawOfReading(
    'what NVDA reads since 2025.1 is what NFKC gives',
    ['mathematical', 'compatible'],
    (output) => fold(output) === fold(text),
  )

  lawOfReading('what it reads since 2026.2 is no flag', ['enclosed'], (output) => {
    return fold(output) !== fold(text) && !/\p{RI}{2}/u.test(output)
  })

  lawOfReading('marked letters are those of the text', ['marked'], (output) => {
    return output !== text && withoutMarks(output) === text
  })

  lawOfReading('framed words are those of the text', ['framed'], (output) => {
    return output !== text && words.every((word) => output.includes(word))
  })

  lawOfReading('spelled words are those of the text, apart', ['spelled'], (output) => {
    const letters = output.normalize('NFC').replace(/[^A-Za-z,]/g, '')
    return letters === text.replaceAll(' ', '') && !output.includes(words[0] ?? '')
  })

  lawOfReading(
    'other letters and signs are none of those that NVDA reads',
    ['latin', 'alphabets', 'signs'],
    (output) => output === text || fold(output) !== fold(text),
  )

  law(
    'what folds is read by NVDA',
    (generator) => {
      const { reading } = factOf(generator)
      claim(reading === 'mathematical' || reading === 'compatible', () => reading)
    },
    ({ traits }) => traits().folds,
  )
})

describe('what a page tells of the letters of its language', () => {
  law('those that stay do so in every word, and the others do not', (generator) => {
    const { language, plainLetters } = factOf(generator)
    const staying = new Set([
      ...plainLetters.common.flatMap((name) => commonGroups.get(name) ?? [name]),
      ...plainLetters.special,
    ])
    const { all: letters } = alphabetOf(language, contents.words)
    assert.equal(plainLetters.isAll, letters.every((letter) => staying.has(letter)))
    for (const [index, letter] of letters.entries()) {
      // Each fourth of those that change tells as much.
      if (!staying.has(letter) && index % 4 > 0) continue
      // Often enough for those that leave a letter by chance.
      const tries = `${letter}ƻ${letter} ${letter}ƻ${letter.repeat(39)}`
      const output = generator.transform(tries, language)
      const found = output.match(/\P{M}\p{M}*/gu)?.filter((cluster) => cluster === letter) ?? []
      const isKept = found.length >= 42
      if (staying.has(letter)) claim(isKept, () => `${language}: ${letter} changes`)
      // A letter that is in its own code is there by accident.
      else if (!isCode(generator)) claim(!isKept, () => `${language}: ${letter} stays`)
    }
  })
})

function isCode({ data }: TextGenerator): boolean {
  return data.operations.some(({ type, decodes }) => type === 'encode' || decodes !== undefined)
}

describe('what a page tells of the way back', () => {
  const plain = (generator: TextGenerator, output: string): string => {
    const { wayBack } = factOf(generator)
    assert.ok(wayBack !== undefined && 'by' in wayBack)
    return wayBack.by.transform(output, 'en')
  }
  const isTaken = (...kinds: ReadonlyArray<NonNullable<Facts['wayBack']>['kind'] | undefined>) =>
    (generator: TextGenerator): boolean => kinds.includes(factOf(generator).wayBack?.kind)

  law(
    'the text comes back by the style that is named',
    (generator) => assert.equal(plain(generator, generator.transform(text, 'en')), text),
    isTaken('all', 'letters'),
  )

  law(
    'it comes back but for its capitals',
    (generator) => {
      const output = plain(generator, generator.transform(text, 'en'))
      assert.equal(output.toLowerCase(), text.toLowerCase())
      assert.notEqual(output, text)
    },
    isTaken('caseless'),
  )

  law(
    'it is decoded, by what encodes it again',
    (generator) => {
      const { wayBack, language } = factOf(generator)
      assert.ok(wayBack !== undefined && 'by' in wayBack)
      const letters = alphabetOf(language, contents.words).all.join('')
      const back = wayBack.by.transform(generator.transform(letters, language), language)
      assert.equal(back === letters, wayBack.kind === 'decoder', back)
      assert.equal(wayBack.by.decodes, generator.slug)
    },
    isTaken('decoder', 'decoder-lossy'),
  )

  law(
    'what encodes a decoded text gives what was decoded',
    (generator) => {
      const { wayBack } = factOf(generator)
      assert.ok(wayBack !== undefined && 'by' in wayBack)
      const decoded = generator.transform(generator.data.sample, 'en')
      // Roman numerals are also typed with ordinary letters.
      const encoded = wayBack.by.transform(decoded, 'en').normalize('NFKC')
      assert.equal(encoded, generator.data.sample.normalize('NFKC'))
    },
    isTaken('encoder'),
  )

  law(
    'it comes back by the style itself',
    ({ transform }) => assert.equal(transform(transform(text, 'en'), 'en'), text),
    isTaken('itself'),
  )

  law(
    'whatever comes back was changed: letters of the language, or their order',
    (generator) => {
      const { language } = factOf(generator)
      const letters = alphabetOf(language, contents.words).all.join('').replace(/.{7}/gu, '$& ')
      assert.notEqual(generator.transform(letters, language), letters)
    },
    isTaken('all', 'letters', 'caseless', 'itself'),
  )

  law(
    'nothing that takes back plain text gives it where none is named',
    ({ slug, transform }) => {
      const output = transform(text, 'en')
      const backs = [slug, 'plain-text'].map((one) => contents.catalogue.get(one)?.transform(output, 'en'))
      if (output !== text) claim(!backs.includes(text), () => show(output))
    },
    isTaken('none'),
  )
})

describe('what else a page tells', () => {
  law('rows of the table are true', (generator) => {
    const transform = compileWithoutWraps(generator)
    const { language, characters } = factOf(generator)
    for (const [input, output] of characters.rows) {
      assert.equal(transform(input, language), output)
      assert.notEqual(output, input)
    }
  })

  law('the year of its version of Unicode is known', (generator) => {
    const { unicode } = factOf(generator)
    claim(unicode?.year !== undefined, () => String(unicode?.version))
  }, ({ data }) => data.unicode !== undefined)

  law('the six closest other styles are related, the closest first', (generator) => {
    const { related } = factOf(generator)
    assert.equal(related.length, 6)
    const others = generators.filter((one) => one !== generator)
    const byDistance = others.toSorted((one, other) => {
      return distanceOf(generator, one) - distanceOf(generator, other)
    })
    assert.deepEqual(related.map(({ slug }) => slug), byDistance.slice(0, 6).map(({ slug }) => slug))
  })
})

/** Grows with each promise that a style does not keep, from the first one on, then by position. */
function distanceOf(one: TextGenerator, other: TextGenerator): number {
  const steps = ({ data }: TextGenerator): string => data.operations.map(({ type }) => type).join()
  const takes = (from: TextGenerator, { slug }: TextGenerator): boolean =>
    from.data.operations.some(({ references }) => references.includes(slug))
  const isNear = one.data.category === other.data.category
  const promises = [
    takes(one, other) || takes(other, one),
    isNear && steps(one) === steps(other),
    isNear,
    true,
  ]
  const apart = Math.abs(generators.indexOf(one) - generators.indexOf(other))
  return 1000 * promises.indexOf(true) + apart
}

describe('the facts that are kept', () => {
  test('are those of the styles that were asked for last', () => {
    const factsOf = rememberFacts(contents)
    const [first, second, ...others] = generators
    assert.ok(first !== undefined && second !== undefined)
    const known = [first, second].map((one) => factsOf(one, 'en', 'styled'))
    for (const other of others.slice(0, 60)) factsOf(other, 'en', 'styled')
    assert.equal(factsOf(first, 'en', 'styled'), known[0])
    for (const other of others.slice(60, 99)) factsOf(other, 'en', 'styled')
    assert.notEqual(factsOf(second, 'en', 'styled'), known[1])
    assert.equal(factsOf(first, 'en', 'styled'), known[0])
  })
})
