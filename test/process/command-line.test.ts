import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StartError } from '../../lib/log.ts'
import { readCommand } from '../../lib/process/command-line.ts'
import type { Command } from '../../lib/process/command-line.ts'

describe('readCommand', () => {
  const rows: Array<[words: string[], task: Command['task'] | undefined]> = [
    [[], 'serve'],
    [['--check'], 'check'],
    [['--version'], 'version'],
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['--check', '--version'], 'version'],
    [['--check', '--version', '--help'], 'help'],
    [['--chec'], undefined],
    [['--check=yes'], undefined],
    [['--no-check'], undefined],
    [['-v'], undefined],
    [['check'], undefined],
    [[''], undefined],
    [['--port', '80'], undefined],
    [['--__proto__'], undefined],
    [['--a\r\n b'], undefined],
  ]
  for (const [words, task] of rows) {
    test(`reads ${JSON.stringify(words)} as ${task ?? 'a mistake'}`, () => {
      if (task === undefined) assert.throws(() => readCommand(words), isOneLine)
      else assert.equal(readCommand(words).task, task)
    })
  }

  test('reads the path of a file of settings, if there is one', () => {
    const environmentFile = '/etc/a.env'
    for (const words of [['--check', '--settings', '/etc/a.env'], ['--settings=/etc/a.env']]) {
      assert.equal(readCommand(words).environmentFile, environmentFile)
    }
    assert.equal(readCommand(['--check']).environmentFile, undefined)
    assert.throws(() => readCommand(['--check', '--settings']), StartError)
  })
})

function isOneLine(error: unknown): boolean {
  return error instanceof StartError && !/[\r\n]/.test(error.message)
}
