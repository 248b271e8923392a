import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { craftEmptyFile, craftFile } from '../support/crafted-file.ts'
import { faultOf } from '../support/damages.ts'
import { renderFile } from '../support/lmdb-file.ts'

describe('a header is refused if', () => {
  const rows: ReadonlyArray<readonly [what: string, at: number]> = [
    ['it has the number of another page', 0],
    ['it is not marked as one', 18],
    ['it does not begin with the magic number of LMDB', 24],
    ['it is of another version', 28],
    ['its page size is not that of the first header', 49],
    ['its flags are not those of the store', 52],
    ['its records have flags', 100],
  ]
  for (const [what, at] of rows) {
    test(what, () => {
      for (const number of [0, 1] as const) {
        // The page size in the first header is where the second one is.
        if (at === 49 && number === 0) continue
        const file = craftFile()
        file.spoilHeaders = ({ [number]: header }) =>
          header.writeUInt8(header.readUInt8(at) ^ 32, at)
        assert.equal(faultOf(renderFile(file)), `its page at ${4096 * number} is not a header`)
      }
    })
  }
})

describe('a file of headers alone is refused if', () => {
  const rows: ReadonlyArray<readonly [what: string, fault: RegExp, parts: object]> = [
    ['its pages are too small', /^its first page is not a header$/, { pageBytes: 256 }],
    ['its pages are too large', /^its first page is not a header$/, { pageBytes: 131_072 }],
    [
      'the second page is not whole',
      /^it is cut short: 8191 bytes$/,
      { spoil: (bytes: Buffer) => bytes.subarray(0, -1) },
    ],
    ['the last page is the first header', /^its last page /, { last: 0 }],
    ['the last page is far after its end', /^its last page /, { last: 2 + 1024 + 1 }],
    ...[[4, 2], [4, 4], [3, 4], [5, 4], [2, 0], [1, 4]].map(
      ([first = 0, second = 0]) =>
        [
          `its headers are of the transactions ${first} and ${second}`,
          /^its headers do not follow one another$/,
          {
            spoilHeaders: (headers: readonly Buffer[]) =>
              [first, second].forEach((value, index) => headers[index]?.writeUInt32LE(value, 152)),
          },
        ] as const,
    ),
  ]
  for (const [what, fault, parts] of rows) {
    test(what, () => {
      assert.match(faultOf(renderFile({ ...craftEmptyFile(), ...parts })) ?? '', fault)
    })
  }

  test('not if nothing is wrong with it', () => {
    for (const pageBytes of [512, 4096, 65_536]) {
      for (const transaction of [0, 1, 2, 3]) {
        for (const last of [1, 2, 2 + pageBytes / 4]) {
          const file = { ...craftEmptyFile(), pageBytes, transaction, last }
          assert.equal(faultOf(renderFile(file)), undefined)
        }
      }
    }
  })
})
