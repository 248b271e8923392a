import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseEnvironmentFile, readEnvironmentFile } from '../../lib/settings/environment-file.ts'
import { StartError } from '../../lib/start-error.ts'
import { temporaryFolder } from '../support/folders.ts'
import { assertLinear } from '../support/cost.ts'

type Variables = Readonly<Record<string, string>>

/** Files, and the variables that a service had of them under systemd 252. */
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
  // Comments
  ['# A=b\nA=c', { A: 'c' }],
  ['  ; A=b', {}],
  ['A=b # c', { A: 'b # c' }],
  ['A=#b', { A: '#b' }],
  ['A="b"   # c', { A: 'b# c' }],
  // Quotes
  ['A="b c"', { A: 'b c' }],
  ["A='b c'", { A: 'b c' }],
  ['A="b" "c"', { A: 'bc' }],
  [`A='b'"c" d`, { A: 'bcd' }],
  ['A=b"c"', { A: 'b"c"' }],
  ['A="b\nc"', { A: 'b\nc' }],
  ['A="b" \n B=c', { A: 'b', B: 'c' }],
  ['A="b', { A: 'b' }],
  // Backslashes
  ['A="b\\"c\\\\d\\$e\\`f\\ng"', { A: 'b"c\\d$e`f\\ng' }],
  ["A='b\\'c", { A: 'b\\c' }],
  ['A=b\\"c\\ ', { A: 'b"c ' }],
  ['A=a\\ \\  ', { A: 'a  ' }],
  ['A=\\b', { A: 'b' }],
  ['A=b\\', { A: 'b' }],
  ['A="b\\', { A: 'b' }],
  // Continued lines
  ['A=b \\\n  c', { A: 'b   c' }],
  ['A=\\\n  b', { A: '  b' }],
  ['A=a\\\n  \nB=c', { A: 'a', B: 'c' }],
  ["A='b' \\\n c", { A: 'b c' }],
  ['A="b\\\nc"', { A: 'bc' }],
  ["A='b\\\nc'", { A: 'b\\\nc' }],
  ['A=b\\\r\nc', { A: 'b' }],
  // No special meaning
  ['A=$HOME', { A: '$HOME' }],
  ['export A=b', {}],
  ['1A=b', {}],
  ['A-B=c\nC=d', { C: 'd' }],
  ['A', {}],
  ['=b\nA=c', { A: 'c' }],
  ['\uFEFFA=b', {}],
  ['', {}],
  ['\n\n# c', {}],
]

describe('parseEnvironmentFile', () => {
  test('gives the variables that systemd gives', () => {
    for (const [text, variables] of files) {
      assert.deepEqual({ ...parseEnvironmentFile(text).variables }, variables, JSON.stringify(text))
    }
  })

  test('lists the lines that systemd ignores, and why', () => {
    assert.deepEqual(parseEnvironmentFile('A=b\n# c\nexport D="e\nf"\n\ng\nH=i').ignored, [
      'line 3: "export D" is not the name of a variable, so systemd ignores it',
      'line 6: "g" has no "=", so systemd ignores it',
    ])
  })

  test('needs time in proportion to the length', () => {
    for (const unit of ['A=b\n', '#', "'a' ", '\\\n', ' a']) {
      const parse = (count: number) => () => parseEnvironmentFile(`A=${unit.repeat(count)}`)
      assertLinear(JSON.stringify(unit), parse(10_000), parse(20_000))
    }
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
    writeFileSync(path, Buffer.from([0x41, 0x3d, 0xff]))
    assert.throws(() => readEnvironmentFile(path), isRefusal)
  })
})
