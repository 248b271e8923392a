// The work of the service as a user of a framework would write it: statistics in memory, the
// mapping code of the service, list and detail prepared.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist, root } from '../paths.mjs'

const { loadCatalogue } = await import(join(dist, 'lib', 'catalogue', 'catalogue.js'))
const { countCodePoints } = await import(join(dist, 'lib', 'engine', 'text.js'))
const catalogue = loadCatalogue(join(root, 'generators'), join(root, 'locales'))
const prepared = new Map(
  Object.entries(JSON.parse(readFileSync(process.env['ANSWERS'], 'utf8'))).map(
    ([key, { etag, body }]) => [key, { etag, body: Buffer.from(body, 'base64') }],
  ),
)
const totals = { uses: 0, characters: 0 }

export const fixedHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
const notStored = { ...fixedHeaders, 'Cache-Control': 'no-store' }

/** Decides on the answer; a body is a value for JSON, or bytes, or nothing. */
export function work(method, parameters, headers) {
  const { action } = parameters
  if (action === 'generate' && method === 'POST') return generate(parameters)
  if (method !== 'GET') return refuse(405, 'Method not allowed', 'This takes other methods.')
  if (action === 'stats') {
    return accept({ success: true, statistics: { sets: catalogue.size, ...totals } })
  }
  if (action === 'list_generators' || action === 'get_generator') return represent(action, headers)
  return refuse(400, 'Missing parameter', 'The parameter "action" is missing.')
}

function generate({ slug, text, update_stats: updateStats, lang }) {
  if (!slug || !text) return refuse(400, 'Missing parameter', 'A parameter is missing.')
  const input = countCodePoints(text)
  if (input > 10_000) return refuse(400, 'Invalid parameter', 'The text is too long.')
  const generator = catalogue.get(slug)
  if (generator === undefined) return refuse(404, 'Generator not found', 'It does not exist.')
  const output = generator.transform(text, lang ?? 'en')
  if (updateStats !== 'false' && updateStats !== '0') {
    totals.uses++
    totals.characters += input
  }
  const length = { input, output: countCodePoints(output) }
  return accept({ success: true, input: text, output, generator: slug, length })
}

function represent(action, headers) {
  const isCompressed = /\bbr\b/.test(headers['accept-encoding'] ?? '')
  const compressed = isCompressed ? prepared.get(`${action} br`) : undefined
  const { etag, body } = compressed ?? prepared.get(action)
  const own = {
    ...fixedHeaders,
    ETag: etag,
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept-Encoding',
  }
  if (headers['if-none-match'] === etag) return { status: 304, headers: own, body: undefined }
  own['Content-Type'] = 'application/json; charset=utf-8'
  if (compressed !== undefined) own['Content-Encoding'] = 'br'
  return { status: 200, headers: own, body }
}

function accept(body) {
  return { status: 200, headers: notStored, body }
}

/** An answer that is an error. */
export function refuse(status, error, message) {
  return { status, headers: notStored, body: { success: false, error, message } }
}
