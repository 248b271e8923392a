import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { readBlock } from '../support/documents.ts'
import { root } from '../support/folders.ts'

const run = promisify(execFile)

describe('the command line', () => {
  const decorate = (words: readonly string[], input: string | Buffer = '') => {
    const command = [join(root, 'dist', 'server.js'), 'decorate', ...words]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { input, encoding: 'utf8' })
    return [status, stdout, stderr] as const
  }

  test('of README.md prints what it shows', async () => {
    const lines = readBlock('offline').trim().split('\n')
    assert.equal(lines.length, 4)
    for (let at = 0; at < lines.length; at += 2) {
      const { stdout } = await run('sh', ['-c', lines[at] ?? ''], { cwd: root })
      assert.equal(stdout, `${lines[at + 1]?.replace('# ', '')}\n`)
    }
  })

  test('refuses a text that is not UTF-8, but not the sign that replaces one', () => {
    const refusal = [1, '', 'The text is not UTF-8: convert it first, for example by iconv -f latin1 -t utf-8\n']
    assert.deepEqual(decorate(['bold-serif'], Buffer.from('caf\xe9', 'latin1')), refusal)
    const script = `exec '${process.execPath}' '${join(root, 'dist', 'server.js')}' decorate bold-serif`
    const { status, stdout, stderr } =
      spawnSync('sh', ['-c', `${script} "$(printf 'caf\\351')"`], { encoding: 'utf8' })
    assert.deepEqual([status, stdout, stderr], refusal)
    for (const [words, input] of [[['é\ufffd'], ''], [[], 'é\ufffd']] as const) {
      assert.deepEqual(decorate(['reverse', ...words], input), [0, '\ufffdé\n', ''])
    }
  })

  test('decorates its words, or standard input without its last line feed', () => {
    assert.deepEqual(decorate(['bold-script', 'Hello', 'World']), [0, '𝓗𝓮𝓵𝓵𝓸 𝓦𝓸𝓻𝓵𝓭\n', ''])
    assert.deepEqual(decorate(['bold-script'], 'Hello\nWorld\n'), [0, '𝓗𝓮𝓵𝓵𝓸\n𝓦𝓸𝓻𝓵𝓭\n', ''])
    assert.deepEqual(decorate(['uppercase', 'i', '--lang', 'tr', '--then', 'underline']), [0, 'İ̲\n', ''])
    const [, plain] = decorate(['bold-serif', 'ó', '--accents', 'plain'])
    assert.equal(plain, 'ó\n')
  })

  test('lists all styles, or those that a search finds', () => {
    const [status, list] = decorate(['--list'])
    assert.equal(status, 0)
    assert.ok(list.split('\n').length > 500)
    assert.match(list, /^bold-serif\tBold serif\n/)
    const [, found] = decorate(['--search', 'negrita', '--lang', 'es'])
    assert.match(found, /^bold-\w+\tNegrita/m)
    assert.match(decorate(['--help'])[1], /--search WORDS/)
    assert.match(decorate([])[1], /--search WORDS/)
  })

  test('says what is wrong, with status 1', () => {
    const rows: Array<[words: string[], message: RegExp]> = [
      [['bold', 'a'], /^No style is called "bold"; the closest is "bold-serif"\.\n$/],
      [['bold-sans', 'a', '--then', 'italic-sans'], /both replace letters/],
      [['bold-sans', 'a', '--accents', 'x'], /^accents must be styled or plain\.\n$/],
      [['--nope'], /^Unknown option '--nope'.*decorate --help/],
    ]
    for (const [words, message] of rows) {
      const [status, output, error] = decorate(words)
      assert.deepEqual([status, output], [1, ''])
      assert.match(error, message)
    }
  })
})
