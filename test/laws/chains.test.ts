import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toLink } from '../../lib/api/chain-reader.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { findChainFault, mostFollowing } from '../../lib/engine/chain.ts'
import type { Link } from '../../lib/engine/chain.ts'
import { defaultSample } from '../../lib/engine/text.ts'
import { layers } from '../../lib/engine/layer.ts'
import { memoize } from '../../lib/engine/memo.ts'
import { runChain } from '../../lib/engine/run-chain.ts'
import { graphemeClusters } from '../../lib/engine/graphemes.ts'
import { countCodePoints } from '../../lib/engine/text.ts'
import { additionsTo } from '../../lib/pages/text-form.ts'
import { assertCost } from '../support/cost.ts'
import {
  catalogue,
  claim,
  generators,
  has,
  hasOnlyEffect,
  holdsForAll,
  isAlone,
  law,
  lookedAt,
  ordinaryTexts,
  testOf,
} from '../support/laws.ts'
import { triesAll } from '../support/rounds.ts'
import { emoji, pangramOf, pangrams, show } from '../support/texts.ts'

describe('the layer', () => {
  law(
    'text leaves letters plain',
    ({ transform }) => {
      const output = transform(pangrams.en, 'en').normalize('NFD')
      const [other] = /[^\p{ASCII}\p{M}\s]/u.exec(output) ?? []
      claim(other === undefined, () => `it wrote ${show(other ?? '')}`)
    },
    ({ data }) => data.layer === 'text',
  )

  law(
    'marks only adds marks, and frame only adds text: all else stays in its order',
    ({ data, transform }) => {
      for (const text of ordinaryTexts) {
        const output = transform(text, 'en')
        const isKept = data.layer === 'marks' || areWithin(visibleClusters(text), output)
        claim(isKept, () => `${show(text)} became ${show(output)}`)
      }
    },
    ({ data }) => data.layer === 'marks' || data.layer === 'frame',
  )

  law(
    'marks is that of every style that only adds marks',
    (generator) => claim(generator.data.layer === 'marks', () => generator.data.layer),
    (generator) => hasOnlyEffect(generator, 'marks'),
  )

  law(
    'code is that of every decoder',
    ({ data: { layer } }) => claim(layer === 'code', () => layer),
    (generator) => has(generator, 'decode', 'restore'),
  )
})

/** Returns whether clusters are in a text, in their order. */
function areWithin(clusters: readonly string[], text: string): boolean {
  let at = 0
  return clusters.every((cluster) => {
    at = text.indexOf(cluster, at) + cluster.length
    return at >= cluster.length
  })
}

/** Returns the clusters without blanks, which may have marks. */
function visibleClusters(text: string): string[] {
  return graphemeClusters(text).filter((cluster) => !/^\s/.test(cluster))
}

describe('two styles', () => {
  const links = generators.map(toLink)
  /** Quick runs try one pair in this many. It is a prime, so that each style comes first and second. */
  const every = isAlone || triesAll ? 1 : 79
  const subjects = new Set(lookedAt.map(({ slug }) => slug))
  const all = links
    .flatMap((one) => links.map((other) => [one, other] as const))
    .filter(([one, other]) => subjects.has(one.slug) || subjects.has(other.slug))
    .filter((_pair, index) => index % every === 0)
    .map((pair) => ({ pair, kind: findChainFault(pair)?.kind ?? 'allowed' }))
  const pairsOf = (kind: string): ReadonlyArray<readonly [Link, Link]> =>
    all.filter((one) => one.kind === kind).map(({ pair }) => pair)
  const allowed = pairsOf('allowed')

  // The samples of styles that change nothing else: digits, flags, long lines.
  const samples = links.filter(({ transform }) => {
    return [pangrams.es, pangrams.tr].some((text) => transform(text, 'en') === text)
  }).flatMap(({ layer, sample }) => (layer === 'code' ? [] : [sample]))
  // Some styles leave only the case of q: so many that a style of random case changes one of them.
  const mixed = `thIS iS mIXed ${'Qq qQ qq '.repeat(8)}éÑçşüğ`
  const texts = languages.map((language) => {
    // A capital inside a word may be meant, so cases change nothing of a capital that is doubled.
    const lines = [pangramOf(language).slice(0, 80), mixed, 'small words', ...new Set(samples)]
    return { language, text: lines.join('\n') }
  })
  const outputsOf = memoize(({ transform }: Link): readonly string[] =>
    texts.map(({ text, language }) => transform(text, language)),
  )

  test('can be combined, or the reason is known', () => {
    const counts = new Map<string, number>()
    for (const { pair, kind } of all) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const [before, after] = pair.map(({ layer }) => layers.indexOf(layer))
      claim(kind !== 'allowed' || (before ?? 0) <= (after ?? 0), () => nameOf(pair))
    }
    assert.ok(isAlone || counts.size === 6)
  })

  const looksOf = memoize((link: Link) => outputsOf(link).map(oneOfEachMark))
  forPairs('are both visible in each language', allowed, ([one, other]) => {
    texts.forEach(({ language }, at) => {
      const both = other.transform(outputsOf(one)[at] ?? '', language)
      const alone = [one, other].map((link) => looksOf(link)[at])
      claim(!alone.includes(oneOfEachMark(both)), () => `${language}: ${show(both)}`)
      claim(both.isWellFormed(), () => `${language}: ${show(both)}`)
    })
  })

  forPairs('look like one of them if the other is hidden', pairsOf('hidden'), (pair) => {
    const text = pangrams.en.slice(0, 43).toLowerCase()
    const [first = '', second = ''] = pair.map((one) => oneOfEachMark(one.transform(text, 'en')))
    const both = oneOfEachMark(pair[1].transform(pair[0].transform(text, 'en'), 'en'))
    claim(both === first || both === second, () => `${show(both)} is neither`)
  })

  const someEmoji = emoji.filter((_cluster, index) => index % 4 === 0)
  const clusters = [...someEmoji, 'é', 'ñ', 'ş', 'İ', 'Ab'].join(' ')
  const keeps = ({ transform }: Pick<Link, 'transform'>, cluster: string): boolean =>
    graphemeClusters(transform(`a${cluster}b`, 'en')).includes(cluster)
  const facts = new Map(links.map((link) => {
    const kept = new Set(someEmoji.filter((cluster) => keeps(link, cluster)))
    const seen = visibleClusters(link.transform(clusters, 'en'))
    return [link.slug, { kept, seen }]
  }))
  forPairs('keep grapheme clusters, and the emoji that each of them keeps', allowed, (pair) => {
    const [one, other] = pair.map(({ slug }) => facts.get(slug))
    const output = visibleClusters(runBoth(pair, clusters))
    const left = new Set(output)
    for (const cluster of someEmoji) {
      if (!one?.kept.has(cluster) || !other?.kept.has(cluster)) continue
      claim(left.has(cluster), () => `${show(cluster)}: ${show(output.join(''))}`)
    }
    const [, { layer }] = pair
    const isKept = layer === 'frame'
      ? areWithin(one?.seen ?? [], output.join(''))
      : layer !== 'marks' || output.length === one?.seen.length
    claim(isKept, () => `clusters: ${show(output.join(''))}`)
  })

  const accented = 'áa ée ïi ñn üu ôo çc ğg şs ıi'.split(' ')
  const differ = ({ transform }: Link, letters: string): boolean =>
    [letters, letters.toLocaleUpperCase('tr')].every(([one = '', other = '']) => {
      // Some styles only change what is next to the letter.
      return ['b', ''].every((beside) => {
        const [first, second] = [one, other].map((letter) => beside + letter + beside)
        return transform(first ?? '', 'tr') !== transform(second ?? '', 'tr')
      })
    })
  const differing = new Map(
    links.map((one) => [one.slug, accented.filter((letters) => differ(one, letters))]),
  )
  forPairs('keep the accents that each of them keeps', allowed, (pair) => {
    const [one, other] = pair.map(({ slug }) => differing.get(slug) ?? [])
    for (const letters of accented) {
      if (!one?.includes(letters) || !other?.includes(letters)) continue
      const [accent = '', base = ''] = letters
      const [withAccent, without] = [accent, base].map((letter) => runBoth(pair, `b${letter}b`, 'tr'))
      claim(withAccent !== without, () => letters)
    }
  })

  const plain = catalogue.get('plain-text')
  const isReversible = ({ slug }: Link): boolean => catalogue.get(slug)?.traits().reversible === true
  forPairs(
    'are undone by plain-text if both are reversible',
    allowed.filter((pair) => pair.every(isReversible)),
    (pair) => {
      const text = pangrams.en.replaceAll(/[^A-Za-z .,]/g, '')
      const back = plain?.transform(runBoth(pair, text), 'en') ?? ''
      claim(back === text, () => show(back))
    },
  )

  function forPairs(
    title: string,
    chosen: ReadonlyArray<readonly [Link, Link]>,
    check: (pair: readonly [Link, Link]) => void,
  ): void {
    test(title, () => holdsForAll(chosen, nameOf, check))
  }
})

describe('the styles that pages add', () => {
  const added = generators.filter(({ file }) => file.addition)
  law(
    'can be combined, up to three of them, if each can be added alone',
    (generator) => {
      const own = additionsTo(generator, catalogue).map(toLink)
      for (const one of added.map(toLink)) {
        // A style with a frame around it takes no second one, and no marks, which would be on it.
        const [hasFrame, isFrame] = [generator.file, catalogue.get(one.slug)?.file].map((file) =>
          JSON.stringify(file?.operations).includes('"type":"wrap"'))
        const isRefused = (hasFrame && (isFrame || one.layer === 'marks')) || findChainFault([toLink(generator), one]) !== undefined
        const isOffered = own.some(({ slug }) => slug === one.slug)
        // For styles of digits and flags, pages only try a short sample.
        const isOfLetters = generator.data.sample === defaultSample
        claim(isOfLetters ? isOffered !== isRefused : !isOffered || !isRefused, () => one.slug)
      }
      // Frames differ only in their signs: some of them stand for all.
      const sets = own.flatMap((one, i) =>
        own.slice(i + 1).flatMap((two, j) => {
          return [[one, two], ...own.slice(i + j + 2).map((three) => [one, two, three])]
        }),
      ).filter((_, index) => (index + generator.data.position / 10) % 50 < 1)
      for (const set of sets) {
        const chain = [toLink(generator), ...set]
        claim(findChainFault(chain) === undefined, () => nameOf(chain))
      }
    },
    ({ data }) => data.layer !== 'code' && (isAlone || data.position % 50 === 0),
  )

  testOf(added, 'are marks and frames, whose accents need no switch', () => {
    for (const { slug, data, traits } of added) {
      assert.match(data.layer, /^(?:marks|frame)$/, slug)
      assert.equal(traits().support.accents, 'wide', slug)
    }
  })
})

describe('a chain', () => {
  const letters = 'aA éİ '.repeat(50)
  const growing = layers.flatMap((layer) => {
    const own = generators.filter(({ data }) => data.layer === layer && layer !== 'code')
    const sized = own.map((one) => ({ one, length: one.transform(letters, 'en').length }))
    const longest = sized.toSorted((one, other) => other.length - one.length)
    return longest.slice(0, layer === 'letters' ? 1 : mostFollowing).map(({ one }) => toLink(one))
  })
  const chains = growing.flatMap((one) =>
    growing.flatMap((two) => growing.map((three) => [one, two, three])),
  ).filter((chain) => findChainFault(chain) === undefined)

  testOf(growing, 'of the styles that grow most runs no step on a text beyond the bound', () => {
    assert.ok(chains.length > 20)
    let refused = 0
    for (const chain of chains) {
      for (const text of [letters, 'a'.repeat(300), 'a', 'Hi 7\n'.repeat(60)]) {
        const most = 40 * countCodePoints(text) + 1000
        const given: number[] = []
        const watched = chain.map((link) => ({
          ...link,
          transform: (input: string) => {
            given.push(countCodePoints(input))
            return link.transform(input, 'en')
          },
        })) as Link[]
        const result = runChain(watched, text, [], 'en', 'styled' as const, '')
        if ('output' in result) claim(countCodePoints(result.output) <= most, () => nameOf(chain))
        else refused++
        assert.ok(Math.max(...given) <= most, nameOf(chain))
      }
    }
    assert.ok(refused > 0)
  })

  testOf([], 'costs as much as its steps', () => {
    for (const chain of chains.slice(0, 12)) {
      const inputs: string[] = []
      let input = 'aA éİ '.repeat(50)
      for (const { transform } of chain) {
        inputs.push(input)
        input = transform(input, 'en')
      }
      const text = inputs[0] ?? ''
      // V8 joins the parts of an output when it is read.
      const steps = (): unknown => chain.map(({ transform }, at) =>
        countCodePoints(transform(inputs[at] ?? '', 'en')))
      assertCost(nameOf(chain), () => runChain(chain, text, [], 'en', 'styled' as const, ''), steps, 1.5)
    }
  })
})

function runBoth([one, other]: readonly [Link, Link], text: string, language = 'en'): string {
  return other.transform(one.transform(text, language), language)
}

function nameOf(chain: readonly Link[]): string {
  return chain.map(({ slug }) => slug).join(' + ')
}

function oneOfEachMark(text: string): string {
  const bare = text.normalize('NFD').replace(/(?<=\s)\p{M}+/gu, '')
  return bare.replace(/\p{M}+/gu, (marks) => [...new Set(marks)].join(''))
}
