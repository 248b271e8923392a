import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCommand } from '../lib/command-line.ts'
import type { Command } from '../lib/command-line.ts'
import { StartError } from '../lib/start-error.ts'

describe('readCommand', () => {
  const rows: Array<[words: string[], command: Command | undefined]> = [
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
  ]
  for (const [words, command] of rows) {
    test(`takes ${JSON.stringify(words)} for ${command ?? 'a mistake'}`, () => {
      if (command === undefined) assert.throws(() => readCommand(words), StartError)
      else assert.equal(readCommand(words), command)
    })
  }
})
