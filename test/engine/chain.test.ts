import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findChainFault, suggestChain } from '../../lib/engine/chain.ts'
import type { Link } from '../../lib/engine/chain.ts'
import type { Category } from '../../lib/engine/generator-file.ts'
import { layerOf } from '../../lib/engine/operations.ts'
import type { Layer } from '../../lib/engine/layer.ts'
import { runChain } from '../../lib/engine/run-chain.ts'
import { show } from '../support/texts.ts'

/** Returns a style that changes texts with a function. */
function link(slug: string, layer: Layer, change: (text: string) => string): Link {
  return { slug, layer, sample: 'Hello 1', transform: (text) => change(String(text)) }
}

const upper = link('upper', 'text', (text) => text.toUpperCase())
const lower = link('lower', 'text', (text) => text.toLowerCase())
const digits = link('digits', 'letters', (text) => text.replaceAll('1', '¹'))
const stars = link('stars', 'letters', (text) => text.replace(/\p{L}/gu, '☆'))
const line = link('line', 'marks', (text) => text.replace(/\p{L}/gu, '$&\u0332'))
const lines = link('lines', 'marks', (text) => text.replace(/\p{L}/gu, '$&\u0332\u0305'))
const frame = link('frame', 'frame', (text) => `[${text}]`)
const code = link('code', 'code', (text) => `${text.length}`)

describe('findChainFault', () => {
  const rows: Array<[links: readonly Link[], fault: string]> = [
    [[], ''],
    [[code], ''],
    [[upper, digits, line, frame], ''],
    [[frame, link('other', 'frame', (text) => `(${text})`)], ''],
    [[frame, line, frame], 'repeated frame'],
    [[upper, code], 'code code'],
    [[digits, stars], 'letters digits stars'],
    [[line, upper], 'order upper line'],
    [[upper, frame, line], 'order line frame'],
    [[upper, lower], 'hidden upper'],
    [[upper, stars], 'hidden upper'],
    [[stars, line], 'hidden line'],
    [[digits, line], ''],
    [[line, lines], 'hidden line'],
    [[lines, line], 'hidden line'],
    [[upper, stars, frame], 'hidden upper'],
  ]
  for (const [links, expected] of rows) {
    test(`${links.map(({ slug }) => slug).join(', ')}: ${expected || 'none'}`, () => {
      const fault = findChainFault(links)
      assert.equal(fault === undefined ? '' : [fault.kind, ...fault.slugs].join(' '), expected)
    })
  }
})

test('suggestChain keeps the first styles that can be combined, in the order of layers', () => {
  const suggested = suggestChain([frame, code, line, upper, digits, stars, lower, frame])
  assert.deepEqual(suggested, ['upper', 'digits', 'line', 'frame'])
})

test('runChain passes no style more than 40 times the input plus 1,000 code points', () => {
  const given: number[] = []
  const grow = (slug: string, times: number): Link =>
    link(slug, 'frame', (text) => {
      given.push([...text].length)
      return text.repeat(times)
    })
  const links = [grow('ten', 10), grow('five', 5), grow('two', 2), grow('three', 3)]
  const run = (count: number) => runChain(links.slice(0, count), '😀'.repeat(100), [], 'en', 'styled' as const, '')
  const whole = run(2)
  const output = 'output' in whole ? whole.output : JSON.stringify(whole)
  assert.ok(output === '😀'.repeat(5000), show(output))
  assert.deepEqual(run(4), { slug: 'two', kind: 'output', length: 10_000, most: 5000, fits: 15 })
  assert.deepEqual(given, [100, 1000, 100, 1000, 5000])
})

describe('layerOf', () => {
  const rows: Array<[layer: Layer, category: Category, ...operations: unknown[]]> = [
    ['text', 'coded', { type: 'case', to: 'upper' }],
    ['text', 'turned', { type: 'break' }, { type: 'reverse' }],
    ['text', 'coded', { type: 'case' }, { type: 'between', units: 'words' }],
    ['text', 'coded', { type: 'map', characters: { éñ: 'en' } }],
    ['letters', 'latin', { type: 'map', characters: { 'a-z': 'x' } }],
    ['letters', 'turned', { type: 'map-like' }, { type: 'reverse' }, { type: 'wrap' }],
    ['letters', 'marked', { type: 'map', characters: { a: 'b' } }, { type: 'marks' }],
    ['marks', 'marked', { type: 'scatter' }],
    ['frame', 'separated', { type: 'between' }],
    ['frame', 'wrapped', { type: 'box' }, { type: 'wrap' }],
    ['code', 'coded', { type: 'map', characters: { a: '.-' } }, { type: 'between' }],
    ['code', 'coded', { type: 'encode', as: 'binary' }],
    ['code', 'decoded', { type: 'restore' }],
    ['text', 'decoded', { type: 'clean' }],
    ['text', 'small'],
    ['text', 'small', null, 'map', { type: 5 }],
  ]
  for (const [layer, category, ...operations] of rows) {
    test(`${layer}: ${JSON.stringify(operations)}`, () => {
      assert.equal(layerOf({ category, operations }), layer)
    })
  }

  test('is the first of these that an operation has, in whatever order and however often', () => {
    const precedence = ['code', 'letters', 'text', 'marks', 'frame'] as const
    const operationOf: Readonly<Record<Layer, unknown>> = {
      code: { type: 'encode', as: 'binary' },
      letters: { type: 'map', characters: { a: 'b' } },
      text: { type: 'case', to: 'upper' },
      marks: { type: 'marks', marks: '\u0332' },
      frame: { type: 'wrap', before: '[', after: ']' },
    }
    for (const one of precedence) {
      for (const two of precedence) {
        for (const three of precedence) {
          const given = [one, two, three]
          const operations = given.map((layer) => operationOf[layer])
          const first = precedence.find((layer) => given.includes(layer)) ?? assert.fail()
          assert.equal(layerOf({ category: 'latin', operations }), first, given.join())
          const ofCodes = first === 'letters' ? 'code' : first
          assert.equal(layerOf({ category: 'coded', operations }), ofCodes, given.join())
          assert.equal(layerOf({ category: 'decoded', operations }), ofCodes, given.join())
        }
      }
    }
  })

  test('is `text` for operations that are not a list', () => {
    for (const operations of [undefined, null, 'map', {}, 1]) {
      assert.equal(layerOf({ category: 'small', operations }), 'text')
    }
  })
})
