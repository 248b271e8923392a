// The service as a user of a framework would write it: our generators, statistics and a limit in
// memory, and a prepared list and detail.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientAddress, refusedClients } from '../load.mjs'
import { root } from '../servers.mjs'

const { decorate, styles } = await import(join(root, 'dist', 'package', 'index.js'))
const slugs = new Set(styles.map(({ slug }) => slug))
const totals = { uses: 0, characters: 0 }
const { list, detail } = JSON.parse(readFileSync(process.env['ANSWERS'], 'utf8'))
for (const one of [list, detail]) one.body = Buffer.from(one.body, 'base64')

/** Prepared bodies and their entity tags, by the value of `action`. */
export const representations = { list_generators: list, get_generator: detail }

/** Returns the body of `stats`. */
export function stats() {
  return { success: true, statistics: { sets: slugs.size, ...totals } }
}

/** Returns the body of `generate`, or `undefined` if a parameter is wrong. */
export function generate({ slug, text, update_stats: updateStats, lang }) {
  if (typeof text !== 'string' || text === '') return undefined
  const input = countCodePoints(text)
  if (!slugs.has(slug) || input > 10_000) return undefined
  const output = decorate(text, slug, { lang })
  if (updateStats !== 'false') {
    totals.uses++
    totals.characters += input
  }
  const length = { input, output: countCodePoints(output) }
  return { success: true, input: text, output, generator: slug, length }
}

function countCodePoints(text) {
  return [...text].length
}

export const badRequest = { success: false, error: 'Invalid parameter', message: 'See the manual.' }

/** Returns the body of a refusal. */
export function refusal(seconds) {
  return {
    success: false,
    error: 'Rate limit exceeded',
    message: `Maximum 100 requests per hour allowed. Try again in ${seconds} seconds.`,
    retry_after: seconds,
  }
}

// A limit of 100 requests an hour, with a fixed window for each client, as usual limiters have it. It
// knows CLIENTS clients by one request each, and some that have used up their limit.
const limit = 100
const windowMs = 3_600_000
const windows = new Map()

/** Counts a request of a client. Returns `isAdmitted` and the headers of the answer. */
export function admit(client) {
  const now = Date.now()
  let window = windows.get(client)
  if (window === undefined || window.end <= now) {
    window = { end: now + windowMs, used: 0 }
    windows.set(client, window)
  }
  const isAdmitted = window.used < limit
  if (isAdmitted) window.used++
  const seconds = Math.ceil((window.end - now) / 1000)
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': limit - window.used,
    'X-RateLimit-Reset': Math.ceil(window.end / 1000),
  }
  return { isAdmitted, seconds, headers }
}

for (let n = 0; n < Number(process.env['CLIENTS']); n++) admit(clientAddress(n))
for (let n = 0; n < limit * refusedClients; n++) admit(clientAddress(n, true))

/** Makes a server listen on a free port and log it, as the service does. SIGTERM ends it. */
export function announce(server) {
  const listening = server.listen(0, '127.0.0.1', () => {
    const { port } = listening.address()
    process.stderr.write(`{"address":"http://127.0.0.1:${port}/api"}\n`)
  })
  process.on('SIGTERM', () => process.exit())
}
