import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { hideRuns, keepKinds } from '../../lib/engine/keep.ts'
import { toLink } from '../../lib/api/chain-reader.ts'
import { additionsTo } from '../../lib/pages/text-form.ts'
import { runChain, transformOnce } from '../../lib/engine/run-chain.ts'
import { assertLinear } from '../support/cost.ts'
import { catalogue, isAlone, law } from '../support/laws.ts'
import { show } from '../support/texts.ts'

const runs = ['https://example.com/Día?b=C#x', 'ana@example.org', '@ana_2', '#Launch', '{Name}', ':tada:']
const texts = [
  '0, Año 2026: 1, at 2 2 for 3 or 4! İ ı ß 5 👍🏽 HELLO',
  '0 0',
  'écrit: «1», 42 FR\nles 3 «4».\n5 שלום 1',
]

/** Puts what `fill` returns for each digit from 0 to 5 into a text. */
function fillIn(text: string, fill: (run: string) => string): string {
  return text.replace(/(?<!\d)[0-5](?!\d)/g, (digit) => fill(runs[Number(digit)] ?? ''))
}

const isCode = ({ data }: TextGenerator): boolean => data.layer === 'code'
/** Boxes are as wide as their text, and redacted text has no sign of its own to compare. */
const isMeasured = ({ data }: TextGenerator): boolean =>
  data.operations.some(({ type }) => type === 'box' || type === 'fill')

function keepAll(generator: TextGenerator, text: string): string {
  return transformOnce(toLink(generator), text, keepKinds, 'tr', 'styled' as const, '')
}

/** Returns a text with U+FFFC in place of each run. */
function withoutRuns(output: string): string {
  return runs.reduce((rest, run) => rest.replaceAll(run, '\ufffc'), output)
}

describe('a text whose runs are kept', () => {
  law('is, around them, what it is with one sign for each', (generator) => {
    for (const text of texts) {
      const plain = generator.transform(fillIn(text, () => '\ufffc'), 'tr')
      const kept = withoutRuns(keepAll(generator, fillIn(text, (run) => run)))
      assert.equal(kept, plain.replace(/\ufffc\p{M}+/gu, '\ufffc'))
    }
  }, (one) => !isCode(one) && !isMeasured(one))

  law('has each of them as it was', (generator) => {
    for (const text of texts) {
      const given = fillIn(text, (run) => run)
      const output = keepAll(generator, given)
      for (const run of runs.filter((one) => given.includes(one))) {
        assert.ok(output.includes(run), `${run} in ${show(output)}`)
      }
    }
  }, (one) => !isCode(one))

  const sentence = 'We build small tools for people who write: étés, Größen, 2026, and more. '
  const post = `${sentence.repeat(17)}\nSee ${runs[0]} with ${runs[2]} ${runs[3]} or write to ${runs[1]}`

  law('of a post has its link, mention and tag in every style, alone and with each addition', (generator) => {
    assert.ok(post.length > 1_250)
    for (const added of [undefined, ...additionsTo(generator, catalogue)]) {
      const links = [generator, ...(added === undefined ? [] : [added])].map(toLink)
      const result = runChain(links, post, ['links', 'names', 'tags'], 'en', 'styled' as const, '')
      // Letters for Discord are so long that not all of them can be struck.
      if (!('output' in result)) continue
      for (const run of runs.slice(0, 4)) {
        const isThere = result.output.split(run).length >= post.split(run).length
        assert.ok(isThere, `${added?.slug ?? ''}: ${show(run)}`)
      }
    }
  }, ({ data }) => ['letters', 'marks'].includes(data.layer))

  law('is as without in a code', (generator) => {
    const text = fillIn(texts[0] ?? '', (run) => run)
    assert.equal(keepAll(generator, text), generator.transform(text, 'tr'))
  }, isCode)

  test('keeps them through a chain', () => {
    const slugs = ['random-case', 'bold-sans', 'zalgo-light', 'underline', 'dots-between', 'wrap-wings', 'boxed']
    const links = slugs.flatMap((slug) => catalogue.get(slug) ?? []).map(toLink)
    assert.ok(links.length > 3)
    for (const text of texts) {
      const run = (given: string): string => {
        const result = runChain(links, given, keepKinds, 'en', 'styled' as const, '')
        return 'output' in result ? result.output : assert.fail(result.kind)
      }
      const given = fillIn(text, (one) => one)
      const [output, plain] = [run(given), run(fillIn(text, () => '\ufffc'))]
      assert.equal(withoutRuns(output), plain.replace(/\ufffc\p{M}+/gu, '\ufffc'))
      assert.notEqual(output, given)
    }
  })

  test('is found in linear time, whatever three signs it repeats', { skip: isAlone }, () => {
    const signs = [...'a1.@#/:{}<>%$-_() *', 'www.', '://', 'é', '\u0301', '\ud83d']
    const slowest: Array<{ readonly repeat: (count: number) => string; readonly ms: number }> = []
    for (const one of signs) {
      for (const two of signs) {
        for (const three of signs) {
          for (const repeat of [
            (count: number) => (one + two + three).repeat(count),
            (count: number) => one + two + three.repeat(count) + one,
          ]) {
            const text = repeat(200)
            const startMs = performance.now()
            hideRuns(text, keepKinds)
            slowest.push({ repeat, ms: performance.now() - startMs })
          }
        }
        slowest.sort((first, second) => second.ms - first.ms).splice(12)
      }
    }
    for (const { repeat } of slowest) {
      const [part, whole] = [repeat(1_000), repeat(8_000)]
      assertLinear(show(repeat(3)), () => hideRuns(part, keepKinds), () => hideRuns(whole, keepKinds))
    }
  })
})
