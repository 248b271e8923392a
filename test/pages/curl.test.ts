import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { curlLine, quote } from '../../lib/pages/facts/curl.ts'

const transformation = {
  baseUrl: 'https://example.org/api',
  slug: 'bold-serif',
  text: 'Hello',
  language: 'en',
  accents: 'styled',
} as const

describe('the line for curl', () => {
  test('has what the request needs, and nothing else', () => {
    assert.equal(
      curlLine(transformation),
      'curl -s https://example.org/api -d action=generate -d slug=bold-serif ' +
        '--data-urlencode text=Hello',
    )
    const turkish = curlLine({ ...transformation, language: 'tr', accents: 'plain' })
    assert.match(turkish, / -d lang=tr -d accents=plain --data-urlencode text=Hello$/)
  })

  test('quotes what a shell would take for its own', () => {
    assert.equal(quote("it's $HOME"), String.raw`'it'\''s $HOME'`)
    assert.equal(quote(''), "''")
    for (const text of ['a b', '~', '*', 'a\nb', '"', '`', '\\', '#', 'é', '!']) {
      assert.equal(quote(text), `'${text}'`)
    }
  })

  test('encodes what a terminal would take for a key', () => {
    for (const text of ['a\tb', 'a\u0000b', 'a\rb', '\u001b[0m', '\u009b']) {
      const line = curlLine({ ...transformation, text })
      assert.ok(line.endsWith(` -d ${quote(String(new URLSearchParams({ text })))}`))
      assert.doesNotMatch(line, /\p{Cc}/u)
    }
  })
})
