import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { StartError } from '../../lib/log.ts'
import { parseEnvironmentFile, readEnvironmentFile } from '../../lib/settings/environment-file.ts'
import { temporaryFolder } from '../support/folders.ts'

type Variables = Readonly<Record<string, string>>

/** Files, and the variables that a service got from them under systemd 252. */
const files: ReadonlyArray<readonly [text: string, variables: Variables]> = [
  ['A=b', { A: 'b' }],
  ['  A=b', { A: 'b' }],
  ['A = b', { A: 'b' }],
  ['A= b ', { A: 'b' }],
  ['A=', { A: '' }],
  ['A=""', { A: '' }],
  ['A==b', { A: '=b' }],
  ['A=b\nA=c', { A: 'c' }],
  ['A=b\r\nB=c\r\n', { A: 'b', B: 'c' }],
  ['A=é😀', { A: 'é😀' }],
  ['A=a\u00a0', { A: 'a\u00a0' }],
  ['# A=b\nA=c', { A: 'c' }],
  ['  ; A=b', {}],
  ['A=b # c', { A: 'b # c' }],
  ['A=#b', { A: '#b' }],
  ['A="b c"', { A: 'b c' }],
  ["A='b \"c'", { A: 'b "c' }],
  ['A="b" \n B=c', { A: 'b', B: 'c' }],
  ['A=b"c"', { A: 'b"c"' }],
  ['A=$HOME', { A: '$HOME' }],
  ['export A=b', {}],
  ['1A=b', {}],
  ['A-B=c\nC=d', { C: 'd' }],
  ['A', {}],
  ['=b\nA=c', { A: 'c' }],
  ['\uFEFFA=b', {}],
  ['', {}],
  ['\n\n# c\\', {}],
]

describe('parseEnvironmentFile', () => {
  test('returns the variables that systemd sets', () => {
    for (const [text, variables] of files) {
      assert.deepEqual({ ...parseEnvironmentFile(text).variables }, variables, JSON.stringify(text))
    }
  })

  test('refuses a value that other programs read differently', () => {
    const quoted = ['"b" # c', '"b" "c"', `'b'"c"`, '"b"c"', '"b', "'", '"b\nc"', '"\\$"']
    for (const value of [...quoted, 'b\\c', 'b\\']) {
      const { variables, faults } = parseEnvironmentFile(`B=c\nA=${value}`)
      assert.match(faults[0] ?? '', /^line 2: A has a value that .* without a backslash/, value)
      assert.deepEqual([variables['A'], variables['B']], ['', 'c'])
    }
  })

  test('lists the lines that systemd ignores, and why', () => {
    assert.deepEqual(parseEnvironmentFile('\ufeffA=b\n# c\nexport D="e"\n\ng\nH=i').ignored, [
      'line 1: "\ufeffA" begins with a byte order mark, so systemd ignores it',
      'line 3: "export D" is not the name of a variable, so systemd ignores it',
      'line 5: "g" has no "=", so systemd ignores it',
    ])
  })
})

describe('readEnvironmentFile', () => {
  test('names the file in faults and ignored lines', (t) => {
    const path = join(temporaryFolder(t), 'a.env')
    const isRefusal = (error: unknown): boolean =>
      error instanceof StartError && error.message.includes(path)
    assert.throws(() => readEnvironmentFile(path), isRefusal)
    writeFileSync(path, 'A=b\nc')
    const { variables, ignored } = readEnvironmentFile(path)
    assert.deepEqual({ ...variables }, { A: 'b' })
    assert.ok(ignored[0]?.startsWith(`${path}, line 2: `))
    writeFileSync(path, 'A="b\nC=\\')
    const { faults } = readEnvironmentFile(path)
    assert.deepEqual(faults.map((fault) => fault.slice(0, path.length + 9)), [
      `${path}, line 1:`,
      `${path}, line 2:`,
    ])
    writeFileSync(path, Buffer.from([0x41, 0x3d, 0xff]))
    assert.throws(() => readEnvironmentFile(path), isRefusal)
  })
})
