import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCodingChooser, matchesEtag } from '../../lib/http/negotiate.ts'
import type { Coding } from '../../lib/http/prepared-answer.ts'

const chooseCoding = createCodingChooser()

describe('chooseCoding gives', () => {
  const rows: Array<[acceptEncoding: string | undefined, coding: Coding]> = [
    [undefined, 'identity'],
    ['', 'identity'],
    [' ', 'identity'],
    [',', 'identity'],
    [', ,', 'identity'],

    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', 'identity'],
    ['BR', 'br'],
    ['GZip', 'gzip'],
    ['deflate', 'identity'],
    ['compress, zstd', 'identity'],
    ['brotli', 'identity'],
    ['gzipped', 'identity'],
    ['b', 'identity'],
    ['toString', 'identity'],
    ['__proto__', 'identity'],

    // Of equals the smallest.
    ['gzip, br', 'br'],
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br,gzip', 'br'],
    [',gzip,,', 'gzip'],
    ['\tgzip\t,\tbr\t', 'br'],
    ['gzip, identity', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity, br, gzip', 'br'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['br;q=0.2, gzip;q=0.2, identity;q=0.2', 'br'],

    // The one that is liked best.
    ['gzip, br;q=0.9', 'gzip'],
    ['gzip;q=0.8, br;q=0.9', 'br'],
    ['gzip;q=0.8,br;q=0.9,identity', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    ['br;q=0.001', 'br'],
    ['gzip;q=1.000, br;q=0.999', 'gzip'],
    ['gzip;q=0.9, br;q=0.91', 'br'],
    ['gzip;q=0.901, br;q=0.91', 'br'],
    ['identity;q=0.5, gzip;q=0.4', 'identity'],
    ['identity;q=0.4, gzip;q=0.5', 'gzip'],

    // None that is refused.
    ['br;q=0', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0.00', 'identity'],
    ['gzip;q=0.000, br;q=0.000', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0, *', 'identity'],

    // Any other.
    ['*', 'br'],
    ['*;q=0.1', 'br'],
    ['*;q=0', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, *;q=0.1', 'gzip'],
    ['gzip;q=0.1, *;q=0.5', 'br'],
    ['identity, *;q=0.5', 'identity'],
    ['identity;q=0.1, *;q=0.5', 'br'],
    ['gzip, *;q=0', 'gzip'],

    // A refused identity, and what is left.
    ['identity;q=0', 'identity'],
    ['identity;q=0, br', 'br'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['identity;q=0, *;q=0, gzip;q=0.5', 'gzip'],
    ['identity;q=0, br;q=0, gzip;q=0', 'identity'],

    // White space around a weight, and a capital Q.
    ['gzip ; q=0.5 , br ; q=0.4', 'gzip'],
    ['gzip;\tq=0, br;\tq=0', 'identity'],
    ['gzip;Q=0.5, br;Q=0.4', 'gzip'],
    ['gzip;q=1., br;q=0.', 'gzip'],

    // What is no weight: the coding may be unwelcome.
    ['gzip;q=', 'identity'],
    ['gzip;q', 'identity'],
    ['gzip;', 'identity'],
    ['gzip;q=abc', 'identity'],
    ['gzip;q=-1', 'identity'],
    ['gzip;q=+1', 'identity'],
    ['gzip;q=2', 'identity'],
    ['gzip;q=1.1', 'identity'],
    ['gzip;q=1.001', 'identity'],
    ['gzip;q=01', 'identity'],
    ['gzip;q=.5', 'identity'],
    ['gzip;q=1e0', 'identity'],
    ['gzip;q=0x1', 'identity'],
    ['gzip;q=NaN', 'identity'],
    ['gzip;q=Infinity', 'identity'],
    ['gzip;q=0.0001', 'identity'],
    ['gzip;q=0,5', 'identity'],
    ['gzip;q = 0', 'identity'],
    ['gzip;q= 1', 'identity'],
    ['gzip;q="1"', 'identity'],
    ['gzip;level=9', 'identity'],
    ['gzip;q=1;q=0', 'identity'],
    ['gzip;q=9, br;q=0.1', 'br'],
    ['gzip q=1', 'identity'],

    // The last of one coding that is named twice.
    ['gzip, gzip;q=0', 'identity'],
    ['gzip;q=0, gzip', 'gzip'],
  ]
  for (const [acceptEncoding, coding] of rows) {
    test(`${coding} for ${JSON.stringify(acceptEncoding)}`, () => {
      assert.equal(chooseCoding(acceptEncoding), coding)
    })
  }
})

describe('what chooseCoding remembers', () => {
  test('does not grow with the values that clients make up', () => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    assert.ok(typeof collect === 'function')
    const meet = (from: number): number => {
      for (let count = from; count < from + 2_000; count++) {
        assert.equal(chooseCoding(`${'x'.repeat(4_000)}${count}, gzip`), 'gzip')
      }
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = meet(0)
    const grownBytes = meet(2_000) + meet(4_000) - 2 * before
    assert.ok(grownBytes < 4_000_000, `${grownBytes} bytes`)
  })
})

describe('matchesEtag', () => {
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
  ]
  for (const [ifNoneMatch, isMatch] of rows) {
    const finds = isMatch ? 'finds' : 'does not find'
    test(`${finds} the tag in ${JSON.stringify(ifNoneMatch)}`, () => {
      assert.equal(matchesEtag(ifNoneMatch, etag), isMatch)
    })
  }
})
