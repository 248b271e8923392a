import { test } from 'node:test'
import { parameters } from '../../lib/api/parameters.ts'
import { compileTrust, parseAddress } from '../../lib/http/address.ts'
import { parseMultipart, readBoundary } from '../../lib/http/multipart.ts'
import { bestLanguage, chooseCoding, matchesEtag, namesHtml } from '../../lib/http/negotiate.ts'
import { checkMessage, splitTarget } from '../../lib/http/strict-http.ts'
import { curlLine } from '../../lib/pages/description.ts'
import { readFilled } from '../../lib/pages/text-form.ts'
import { findRoute } from '../../lib/pages/routes.ts'
import { settings } from '../../lib/settings/config.ts'
import { parseEnvironmentFile } from '../../lib/settings/environment-file.ts'
import { findMistakes } from '../../lib/settings/warnings.ts'
import { findForwarded } from '../support/addresses.ts'
import { assertCost } from '../support/cost.ts'
import { readForm } from '../support/forms.ts'

const isLocal = compileTrust('loopback')
const disposition = 'Content-Disposition: form-data; name="text"'
const part = (headers: string, value = ''): Buffer =>
  Buffer.from(`--b\r\n${headers}\r\n\r\n${value}\r\n--b--`)
const urlencoded = 'application/x-www-form-urlencoded'
const checkHead = (url: string, ...rawHeaders: string[]): unknown =>
  checkMessage({ httpVersion: '1.1', method: 'GET', url, rawHeaders })

/** Every function that reads a text which a client or an operator has written. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  chooseCoding,
  bestLanguage: (text) => bestLanguage(text, ['en', 'es']),
  namesHtml,
  matchesEtag: (text) => matchesEtag(text, '"x"'),
  findClient: (text) => findForwarded('::1', text, isLocal),
  parseAddress,
  compileTrust,
  splitTarget,
  'checkMessage, target': (text) => checkHead(text, 'Host', 'a'),
  'checkMessage, path': (text) => checkHead(`/${text}`, 'Host', 'a'),
  'checkMessage, host': (text) => checkHead('/', 'Host', text),
  'checkMessage, name': (text) => checkHead('/', 'Host', 'a', text, ''),
  'checkMessage, length': (text) => checkHead('/', 'Host', 'a', 'Content-Length', text),
  'readForm, query': (text) => readForm(text, undefined),
  'readForm, body': (text) => readForm('', Buffer.from(text), urlencoded),
  'readForm, unknown names': (text) => readForm(text, Buffer.from(text)).others(),
  'readForm, value': (text) => readForm('', Buffer.from(`text=${text}`), urlencoded),
  readBoundary: (text) => readBoundary(`multipart/form-data${text}`),
  'parseMultipart, body': (text) => parseMultipart(Buffer.from(text), 'b'),
  'parseMultipart, header': (text) => parseMultipart(part(text), 'b'),
  'parseMultipart, value of a header': (text) => parseMultipart(part(`X:${text}`), 'b'),
  'parseMultipart, disposition': (text) => parseMultipart(part(`${disposition}${text}`), 'b'),
  'parseMultipart, text': (text) => parseMultipart(part(disposition, text), 'b'),
  'parameter update_stats': parameters.update_stats.parse,
  findRoute: (text) => findRoute(`/${text}`, ''),
  readFilled: (text) => readFilled(text, () => 500),
  curlLine: (text) => curlLine('https://example.org/api', { text }),
  parseEnvironmentFile,
  'parseEnvironmentFile, value': (text) => parseEnvironmentFile(`A=${text}`),
  findMistakes: (text) => findMistakes({ environment: { [text]: '' }, file: undefined }),
  ...Object.fromEntries(
    Object.entries(settings).map(([name, { parse }]) => [`setting ${name}`, parse]),
  ),
}

/** The signs that the patterns and loops of the parsers distinguish. */
const signs = [...'aq1 \t,;:=*"\'\\%/.-_[]&+#$@(?~\0\n\ré', '%4', '%41', '\r\n', '::', '--b', 'a,']

for (const [name, parse] of Object.entries(parsers)) {
  test(`${name} takes linear time for one sign followed by a run of another`, () => {
    for (const first of signs) {
      for (const repeated of signs) {
        for (const last of ['', '\0']) {
          const work = (count: number) => (): void =>
            attempt(() => parse(first + repeated.repeat(count) + last))
          const title = JSON.stringify([first, repeated, last])
          const [small, large] = [work(500), work(2_000)]
          // A suspicion is checked by processor time, with more repetitions.
          if (growth(small, large) >= 10) assertCost(`${name}: ${title}`, large, small, 10)
        }
      }
    }
  })
}

test('a flood of fields costs at most 16 times as much as one long text', () => {
  const read = (field: string) => {
    const flood = Buffer.from(field.repeat(131_072 / field.length))
    return () => void readForm('', flood, urlencoded)
  }
  const text = read('text=a'.padEnd(131_072, '%41'))
  for (const field of ['&', '=&', 'text&', '%74ext=&', 'text=%41&', '%74%65%78%74&', 'tex%&']) {
    // The dearest costs seven times as much. Work that grew with the fields before it would cost
    // thousands.
    assertCost(field, read(field), text, 16)
  }
})

/**
 * Returns how many times as long `large` takes as `small`, after repeating what looks like too much:
 * linear time gives 4, quadratic time 16.
 */
function growth(small: () => void, large: () => void): number {
  let [smallMs, largeMs] = [Infinity, Infinity]
  for (let round = 0; round < 30; round++) {
    smallMs = Math.min(smallMs, time(small))
    largeMs = Math.min(largeMs, time(large))
    if (round % 3 === 0 && largeMs < 8 * smallMs) break
  }
  return largeMs / smallMs
}

function time(work: () => void): number {
  const startMs = performance.now()
  work()
  return performance.now() - startMs
}

function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // A refusal takes time, too.
  }
}
