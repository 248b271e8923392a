import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { craftEmptyFile, craftFile } from '../support/crafted-file.ts'
import { cut, damages, faultOf, randomPage } from '../support/damages.ts'
import type { Damage } from '../support/damages.ts'
import { filledFiles } from '../support/data-folder.ts'
import { renderFile } from '../support/lmdb-file.ts'

const draw = createDraw('pages at random')

describe('a damaged file', () => {
  const moreDamages: readonly Damage[] = [
    ...damages,
    ['a short text', () => Buffer.from('no\n')],
    ...[1, 100, 319, 320, 4095, 4097, 8191, 8192, 12_288, 40_000].map(cut),
    ['cut by one page', (bytes) => bytes.subarray(0, -4096)],
    ['cut by one byte', (bytes) => bytes.subarray(0, -1)],
    ...[0, 4096].flatMap((at): Damage[] => [
      [`zeros at ${at}`, (bytes) => bytes.fill(0, at, at + 4096)],
      [`random bytes at ${at}`, (bytes) => bytes.fill(randomPage, at, at + 4096)],
      [`another magic number at ${at}`, (bytes) => bytes.fill(1, at + 24, at + 28)],
      [`another version at ${at}`, (bytes) => bytes.fill(1, at + 28, at + 32)],
      [`another page size at ${at}`, (bytes) => bytes.fill(32, at + 49, at + 50)],
      [`a page size of nothing at ${at}`, (bytes) => bytes.fill(0, at + 48, at + 52)],
    ]),
  ]

  test('is found', () => {
    const bytes = filledFiles().get('live.mdb') ?? Buffer.alloc(0)
    assert.equal(faultOf(bytes), undefined)
    assert.equal(faultOf(Buffer.concat([bytes, Buffer.alloc(10_000)])), undefined)
    for (const [name, damage] of moreDamages) {
      assert.notEqual(faultOf(damage(Buffer.from(bytes))), undefined, name)
    }
  })

  test('that is cut short is found, whichever of its pages are also damaged', () => {
    const bytes = filledFiles().get('live.mdb') ?? Buffer.alloc(0)
    for (let tried = 0; tried < 300; tried++) {
      const damaged = Buffer.from(bytes.subarray(0, -4096))
      const at = 8192 + 4096 * draw(damaged.length / 4096 - 2)
      for (let index = draw(40); index >= 0; index--) damaged[at + draw(100)] = draw(256)
      assert.notEqual(faultOf(damaged), undefined)
    }
  })
})

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
