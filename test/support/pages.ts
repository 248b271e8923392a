import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { decode } from './answers.ts'
import { send } from './client.ts'
import type { Answer, Request } from './client.ts'
import { unescapeHtml } from './html-text.ts'
import { newClient } from './requests.ts'
import type { Starting } from './requests.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

/** What every page, and every file beside it, carries. */
const fixed = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Sends a request for a page, as a new client unless told, and checks what holds for all. */
export async function visit(
  starting: Starting,
  target: string,
  { headers = [], ...request }: Omit<Request, 'target'> = {},
  client = newClient(),
): Promise<Answer> {
  const { port } = await starting
  const answer = await send(port, { ...request, target, headers: [...headers, client] })
  for (const [name, value] of Object.entries(fixed)) assert.equal(answer.headers[name], value, name)
  // Redirects and errors have the policy of pages. Of the files, XML and SVG are documents.
  const isFile = answer.status < 300 || answer.status === 304 ? /\.\w+$/.test(target) : false
  const isDocument = !isFile || /\.(?:svg|xml)$/.test(target)
  const expected = isFile ? "default-src 'none'" : policy
  assert.equal(answer.headers['content-security-policy'], isDocument ? expected : undefined)
  assert.equal(answer.headers['referrer-policy'], isDocument ? 'no-referrer' : undefined)
  assert.equal(answer.headers['access-control-allow-origin'], undefined)
  assert.equal(answer.headers['set-cookie'], undefined)
  const isStored = answer.headers['etag'] !== undefined || answer.status === 308
  const stored = answer.headers['cache-control'] ?? ''
  assert.equal(stored === 'no-store', !isStored, `${target}: ${stored}`)
  if (answer.status === 304 || answer.status === 308 || request.method === 'HEAD') {
    assert.equal(answer.text, '')
  } else {
    assert.equal(answer.body.length, Number(answer.headers['content-length']))
    if (answer.headers['content-type']?.startsWith('text/html') === true) assertDocument(answer)
  }
  return answer
}

function assertDocument(answer: Answer): void {
  const document = decode(answer)
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
  const language = answer.headers['content-language']
  assert.ok(languages.some((one) => one === language), language)
  assert.ok(document.startsWith(`<!doctype html>\n<html lang="${language}">\n<head>\n`))
  assert.equal(document.match(/<title>[^<]+<\/title>/g)?.length, 1)
  assert.equal(document.match(/<h1>/g)?.length, 1)
  const robots = document.includes('<meta name="robots" content="noindex">')
  const [address] = /<link rel="(?:canonical|alternate)"[^>]*>|<meta property="og:url"[^>]*>/.exec(document) ?? []
  // An error has no address of its own, which a search engine could keep.
  if (answer.status >= 400) assert.deepEqual([robots, address], [true, undefined])
  // No text was missing, and no place was left open.
  const told = document.replace(/<template id="words"[^>]*>[^]*?<\/template>/, '')
  assert.doesNotMatch(told, /\bundefined\b|\[object|\{[a-z_]+\}/)
  const ids = [...document.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
}

/** The addresses in the values of `href` and `action`, unchanged; no fragments. */
export function linksOf(document: string): string[] {
  const found = document.matchAll(/ (?:href|action)="([^"]*)"/g)
  const links = Array.from(found, ([, link = '']) => unescapeHtml(link))
  return [...new Set(links.map((link) => link.replace(/#.*/, '')))].filter((link) => link !== '')
}

/** The translations that the head of a document names: tag → address. */
export function translationsOf(document: string): ReadonlyMap<string, string> {
  const pattern = /<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g
  return new Map([...document.matchAll(pattern)].map(([, tag = '', href = '']) => [tag, href]))
}
