import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestLanguage, chooseCoding, matchesEtag, namesHtml } from '../../lib/http/negotiate.ts'

/** Malformed ends of `gzip;…`, after which the coding may be unwelcome. */
const malformedWeights = [
  ...['q=', 'q=abc', 'q=-1', 'q=+1', 'q=2', 'q=1.1', 'q=1.001', 'q=01', 'q=.5', 'q=1e0', 'q=0x1'],
  ...['q=NaN', 'q=Infinity', 'q', 'q=0.0001', 'q=0,5', 'q = 0', 'q= 1', 'q="1"', 'q=1;q=0'],
  'q=0;q=1',
]

/** Each coding with the Accept-Encoding headers that choose it. */
const codings: Array<[coding: string, headers: Array<string | undefined>]> = [
  // Names in any case; others are not known.
  ['identity', [undefined, '', ' ', ',', ', ,', 'identity', 'deflate', 'compress, zstd', 'brotli']],
  ['identity', ['gzipped', 'b', 'toString', '__proto__', 'gzip q=1']],
  ['gzip', ['GZip', ',gzip,,']],
  // The smallest of equally welcome ones.
  ['br', ['BR', '\tgzip\t,\tbr\t', 'gzip, br', 'gzip, deflate, br, zstd']],
  ['br', ['br;q=0.2, gzip;q=0.2, identity;q=0.2']],
  ['gzip', ['identity, gzip', 'gzip;q=0.5, identity;q=0.5']],
  // The most welcome one.
  ['gzip', ['gzip, br;q=0.9', 'gzip;q=0.001', 'gzip;q=1.000, br;q=0.999', 'gzip;Q=0.5, br;Q=0.4']],
  ['gzip', ['identity;q=0.4, gzip;q=0.5', 'gzip ; q=0.5 , br ; q=0.4', 'gzip;q=1., br;q=0.']],
  ['gzip', ['gzip;level=9, br;level=1;q=0.5']],
  ['br', ['gzip;q=0.8, br;q=0.9', 'gzip;q=0.901, br;q=0.91', 'gzip;q=9, br;q=0.1']],
  ['identity', ['gzip;q=0.8,br;q=0.9,identity', 'identity;q=0.5, gzip;q=0.4']],
  // A refused one only if there is no other.
  ['gzip', ['br;q=0, gzip', 'identity;q=0, gzip;q=0.1']],
  ['br', ['identity;q=0, br']],
  ['identity', ['br;q=0.0, gzip;q=0.00', 'gzip;\tq=0, br;\tq=0', 'identity;q=0']],
  ['identity', ['identity;q=0, br;q=0, gzip;q=0']],
  // Any other.
  ['br', ['*', '*;q=0.1', 'gzip;q=0.1, *;q=0.5', 'identity;q=0.1, *;q=0.5']],
  ['gzip', ['br;q=0, *', '*;q=0, gzip', 'identity;q=0, *;q=0, gzip;q=0.5']],
  ['identity', ['*;q=0', 'br;q=0, gzip;q=0, *', 'identity, *;q=0.5', 'br;q=0, gzip;q=0.4, *']],
  ['identity', malformedWeights.map((weight) => `gzip;${weight}`)],
  // The last of two for one coding.
  ['identity', ['gzip, gzip;q=0']],
  ['gzip', ['gzip;q=0, gzip']],
  // At most 50 items and 1,024 characters, cut between two items.
  ['gzip', [`${','.repeat(49)}gzip`, `gzip,${'x'.repeat(16_000)}`, `${'x'.repeat(1_019)},gzip`]],
  ['br', [`${'x'.repeat(1_020)},br,gzip`]],
  ['identity', [`${','.repeat(50)}gzip`, `${'x'.repeat(1_019)},gzip;q=0`, `${'x'.repeat(1_020)},gzip,`,
    'x'.repeat(16_000)]],
]

test('chooseCoding returns the coding that the client prefers', () => {
  for (const [coding, headers] of codings) {
    for (const header of headers) assert.equal(chooseCoding(header), coding, header)
  }
})

test('bestLanguage returns the language that the client prefers, or the first one', () => {
  const rows: Array<[string | undefined, string]> = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['qaa', 'en'],
    ['tr', 'tr'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['qaa, fr-CA;q=0.5, tr;q=0.4', 'fr'],
    ['en;q=0.1, ES;q=0.2', 'es'],
    ['tr, es', 'tr'],
    ['fr;q=0, tr;q=0.001', 'tr'],
    ['est, tur', 'en'],
    ['fr;q=x, es;q=0.1', 'es'],
    [`${','.repeat(50)}es`, 'en'],
  ]
  for (const [header, language] of rows) {
    assert.equal(bestLanguage(header, ['en', 'es', 'fr', 'tr']), language, header)
  }
})

test('namesHtml finds text/html, and no range that covers it', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const yes of [browser, 'Text/HTML', 'a/b, text/html;level=1;q=0.1']) {
    assert.ok(namesHtml(yes), yes)
  }
  for (const no of [undefined, '', '*/*', 'text/*', 'application/json', 'text/html;q=0']) {
    assert.ok(!namesHtml(no), no)
  }
})

test('matchesEtag finds an entity tag by weak comparison', () => {
  const etag = '"abc_-1"'
  const matches = [
    ...[etag, ` ${etag}\t`, `W/${etag}`, '*', ' * ', `"a", ${etag}`, `"a",${etag},"b"`],
    ...[`W/"a" , W/${etag}`, `,${etag}`, `"a,b", ${etag}`, '"a,b", *'],
    `"${'x'.repeat(1_000)}", ${etag}`,
  ]
  const others = [
    ...[undefined, '', ',', '"a"', '"a", "b"', 'W/"a"', 'abc_-1', '"abc_-1', 'abc_-1"'],
    ...[`w/${etag}`, `W/ ${etag}`, `W${etag}`, `"${etag}"`, etag.toUpperCase(), `${etag} "a"`],
    ...['"*"', '"x,*,y"', '"*,"', `"a,${etag},b"`, `"a,b", "${etag}`, '"a,*', 'W/*', '**'],
    `"${'x'.repeat(1_024)}", ${etag}`,
  ]
  for (const header of matches) assert.ok(matchesEtag(header, etag), header)
  for (const header of others) assert.ok(!matchesEtag(header, etag), header)
})
