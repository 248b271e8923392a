import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestLanguage, chooseCoding, matchesEtag, namesHtml } from '../../lib/http/negotiate.ts'

/** Accept-Encoding → the coding that is chosen; lines in groups of one rule. */
const codings: ReadonlyArray<readonly [acceptEncoding: string | undefined, coding: string]> = [
  // Names, in any case.
  ...[undefined, '', ' ', ',', ', ,', 'identity', 'deflate', 'compress, zstd', 'brotli', 'gzipped']
    .map((header) => [header, 'identity'] as const),
  ...['b', 'toString', '__proto__'].map((header) => [header, 'identity'] as const),
  ['BR', 'br'],
  ['GZip', 'gzip'],
  [',gzip,,', 'gzip'],
  ['\tgzip\t,\tbr\t', 'br'],

  // Of equally welcome ones the smallest.
  ['gzip, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['identity, gzip', 'gzip'],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['br;q=0.2, gzip;q=0.2, identity;q=0.2', 'br'],

  // The most welcome one.
  ['gzip, br;q=0.9', 'gzip'],
  ['gzip;q=0.8, br;q=0.9', 'br'],
  ['gzip;q=0.8,br;q=0.9,identity', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=1.000, br;q=0.999', 'gzip'],
  ['gzip;q=0.901, br;q=0.91', 'br'],
  ['identity;q=0.5, gzip;q=0.4', 'identity'],
  ['identity;q=0.4, gzip;q=0.5', 'gzip'],
  ['gzip ; q=0.5 , br ; q=0.4', 'gzip'],
  ['gzip;Q=0.5, br;Q=0.4', 'gzip'],
  ['gzip;q=1., br;q=0.', 'gzip'],
  ['gzip;level=9, br;level=1;q=0.5', 'gzip'],

  // None that is refused, unless nothing else is left.
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0.00', 'identity'],
  ['gzip;\tq=0, br;\tq=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, br', 'br'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0, br;q=0, gzip;q=0', 'identity'],

  // Any other.
  ['*', 'br'],
  ['*;q=0.1', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0, *', 'identity'],
  ['*;q=0, gzip', 'gzip'],
  ['gzip;q=0.1, *;q=0.5', 'br'],
  ['identity, *;q=0.5', 'identity'],
  ['identity;q=0.1, *;q=0.5', 'br'],
  ['identity;q=0, *;q=0, gzip;q=0.5', 'gzip'],

  // A malformed weight: the coding may be unwelcome.
  ...['', 'abc', '-1', '+1', '2', '1.1', '1.001', '01', '.5', '1e0', '0x1', 'NaN', 'Infinity']
    .map((weight) => [`gzip;q=${weight}`, 'identity'] as const),
  ...['q', 'q=0.0001', 'q=0,5', 'q = 0', 'q= 1', 'q="1"', 'q=1;q=0', 'q=0;q=1']
    .map((parameter) => [`gzip;${parameter}`, 'identity'] as const),
  ['gzip q=1', 'identity'],
  ['gzip;q=9, br;q=0.1', 'br'],

  // The last of two for one coding.
  ['gzip, gzip;q=0', 'identity'],
  ['gzip;q=0, gzip', 'gzip'],

  // At most 50 items and 1,024 characters, cut between two items.
  [`${','.repeat(49)}gzip`, 'gzip'],
  [`${','.repeat(50)}gzip`, 'identity'],
  [`${'x'.repeat(1_020)},br,gzip`, 'br'],
  [`${'x'.repeat(1_019)},gzip;q=0`, 'identity'],
  [`gzip,${'x'.repeat(16_000)}`, 'gzip'],
  ['x'.repeat(16_000), 'identity'],
]

test('chooseCoding returns the coding that the client prefers', () => {
  for (const [header, coding] of codings) assert.equal(chooseCoding(header), coding, header)
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
  const rows: Array<[ifNoneMatch: string | undefined, isMatch: boolean]> = [
    [undefined, false],
    ['', false],
    [',', false],
    [etag, true],
    [` ${etag}\t`, true],
    [`W/${etag}`, true],
    ['*', true],
    [' * ', true],
    [`"a", ${etag}`, true],
    [`"a",${etag},"b"`, true],
    [`W/"a" , W/${etag}`, true],
    [`,${etag}`, true],
    ['"a"', false],
    ['"a", "b"', false],
    ['W/"a"', false],
    ['abc_-1', false],
    ['"abc_-1', false],
    ['abc_-1"', false],
    [`w/${etag}`, false],
    [`W/ ${etag}`, false],
    [`W${etag}`, false],
    [`"${etag}"`, false],
    [etag.toUpperCase(), false],
    [`${etag} "a"`, false],
    ['"*"', false],
    ['"x,*,y"', false],
    ['"*,"', false],
    [`"a,${etag},b"`, false],
    [`"a,b", ${etag}`, true],
    ['"a,b", *', true],
    [`"a,b", "${etag}`, false],
    ['"a,*', false],
    ['W/*', false],
    ['**', false],
    [`"${'x'.repeat(1_000)}", ${etag}`, true],
    [`"${'x'.repeat(1_024)}", ${etag}`, false],
  ]
  for (const [header, isMatch] of rows) assert.equal(matchesEtag(header, etag), isMatch, header)
})
