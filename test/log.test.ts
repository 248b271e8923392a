import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLog, logLevels } from '../lib/log.ts'

describe('a log', () => {
  const rows: Array<[level: (typeof logLevels)[number], written: string[]]> = [
    ['error', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
    ['debug', ['error', 'warn', 'info', 'debug']],
  ]
  for (const [level, written] of rows) {
    test(`of the level ${level} writes ${written.join(', ')}`, () => {
      const lines: string[] = []
      const log = createLog(level, (line, itsLevel) => {
        assert.equal(JSON.parse(line).level, itsLevel)
        lines.push(line)
      })
      for (const candidate of logLevels) {
        log[candidate](`a ${candidate}`, { hint: 'do it' })
        assert.equal(log.writes(candidate), written.includes(candidate))
      }
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).message),
        written.map((candidate) => `a ${candidate}`),
      )
    })
  }

  test('writes one line of JSON: level, time, message, and then the fields', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    const before = Date.now()
    log.warn('Two\nlines', { path: '/a\r\n"b"', count: 1, isGood: false, hint: 'b' })
    const [line = ''] = lines
    const { time } = JSON.parse(line)
    assert.equal(new Date(time).toISOString(), time)
    assert.ok(Date.parse(time) >= before && Date.parse(time) <= Date.now())
    const fields = '"path":"/a\\r\\n\\"b\\"","count":1,"isGood":false,"hint":"b"'
    assert.equal(line, `{"level":"warn","time":"${time}","message":"Two\\nlines",${fields}}\n`)
  })
})
