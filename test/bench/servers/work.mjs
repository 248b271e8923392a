// The service as a user of a framework would write it: our generators, statistics in memory, and a
// prepared list and detail.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist, root } from '../paths.mjs'

const { loadCatalogue } = await import(join(dist, 'lib', 'catalogue', 'catalogue.js'))
const { countCodePoints } = await import(join(dist, 'lib', 'engine', 'text.js'))
const catalogue = loadCatalogue(join(root, 'generators'), join(root, 'locales'))
const totals = { uses: 0, characters: 0 }
const recorded = JSON.parse(readFileSync(process.env['ANSWERS'], 'utf8'))
const prepared = Object.fromEntries(
  ['list', 'detail'].map((name) => [
    name,
    { etag: recorded[name].etag, body: Buffer.from(recorded[name].body, 'base64') },
  ]),
)

/** Prepared bodies and their entity tags, by the value of `action`. */
export const representations = { list_generators: prepared.list, get_generator: prepared.detail }

/** Returns the body of `stats`. */
export function stats() {
  return { success: true, statistics: { sets: catalogue.size, ...totals } }
}

/** Returns the body of `generate`, or `undefined` if a parameter is wrong. */
export function generate({ slug, text, update_stats: updateStats, lang }) {
  if (typeof text !== 'string' || text === '') return undefined
  const input = countCodePoints(text)
  const generator = catalogue.get(slug)
  if (generator === undefined || input > 10_000) return undefined
  const output = generator.transform(text, lang ?? 'en', 'styled')
  if (updateStats !== 'false') {
    totals.uses++
    totals.characters += input
  }
  const length = { input, output: countCodePoints(output) }
  return { success: true, input: text, output, generator: slug, length }
}

/** Returns the body of a refusal. */
export function refusal(seconds) {
  return {
    success: false,
    error: 'Rate limit exceeded',
    message: `Maximum 100 requests per hour allowed. Try again in ${seconds} seconds.`,
    retry_after: seconds,
  }
}

export const badRequest = { success: false, error: 'Invalid parameter', message: 'See the manual.' }
