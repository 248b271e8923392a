import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { curlLine, quote } from '../../lib/pages/description.ts'
import { temporaryFolder } from '../support/folders.ts'

const address = 'https://example.org/api'

/** Every printable ASCII character, and others that are not plain letters. */
const signs = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...['\n', '\t', 'é', '’', '\u00a0', '\u2028', '𝐚'],
]

/** Words in which each sign is alone, at each position, and beside every other one. */
const words = [
  ...['', '[1a]', '{1,a}', '~root', '$((1+1))'],
  ...signs.flatMap((sign) => [`${sign}a`, `a${sign}a`, `a${sign}`, `1${sign}1`, `-${sign}`]),
  ...signs.flatMap((sign) => [sign, ...signs.map((other) => sign + other)]),
]

describe('the line for curl', () => {
  test('has the fields of the request and no others', () => {
    const fields = { action: 'generate', then: 'a,b', text: 'Hello' }
    const line = `curl -s ${address} -d action=generate -d then=a,b --data-urlencode text=Hello`
    assert.equal(curlLine(address, fields), line)
  })

  for (const shell of ['sh', 'bash']) {
    const skip = spawnSync(shell, ['-c', ':']).status !== 0 && `LEFT OUT: no ${shell}`
    test(`quotes every sign so that ${shell} reads the word itself`, { skip }, (t) => {
      const cwd = temporaryFolder(t)
      writeFileSync(join(cwd, 'a'), '')
      // Words on a command line have a limited length.
      const input = words.map((word) => `printf '%s\\0' ${quote(word)}\n`).join('')
      const { stdout, stderr } = spawnSync(shell, ['-s'], { input, cwd, maxBuffer: 1e8 })
      assert.equal(stderr.toString(), '')
      assert.deepEqual(stdout.toString().split('\0').slice(0, -1), words)
    })
  }

  test('quotes only what a shell expands, also where a person types', () => {
    for (const word of ['!', 'a!b', '^a^b']) assert.equal(quote(word), `'${word}'`)
    for (const word of ['text=Hello', 'http://localhost:8080/api', 'a-b_c,d.e']) {
      assert.equal(quote(word), word)
    }
  })

  test('encodes what a terminal would take for a key', () => {
    for (const text of ['a\tb', 'a\u0000b', 'a\rb', '\u001b[0m', '\u009b']) {
      const line = curlLine(address, { text })
      assert.ok(line.endsWith(` -d ${quote(String(new URLSearchParams({ text })))}`))
      assert.doesNotMatch(line, /\p{Cc}/u)
    }
  })
})
