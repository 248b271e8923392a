import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { writeCheckpoint } from '../../lib/store/checkpoint.ts'
import {
  filledFolder,
  listAside,
  openFolder,
  readRecord,
  totalsOf,
  value,
} from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('the checkpoint', () => {
  const alone = (work: () => void): void => work()

  test('is whole at every moment while two processes write it', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'checkpoint.json')
    let writing = 2
    const write = async (): Promise<void> => {
      for (let uses = 1; uses <= 25; uses++) {
        await writeCheckpoint(folder, { boot: 'boot', uses, characters: uses }, alone)
      }
      writing--
    }
    const written = Promise.all([write(), write()])
    let newest = 0
    for (; writing > 0; await new Promise(setImmediate)) {
      if (!existsSync(path)) continue
      const { uses } = readJson(path)
      assert.ok(uses >= newest, `${uses} after ${newest}`)
      newest = uses
    }
    await written
    assert.equal(readJson(path).uses, 25)
    assert.deepEqual(readdirSync(folder), ['checkpoint.json'])
  })

  test('is set aside, whatever is wrong with it, and the totals stay', (t) => {
    const good = { boot: 'boot', uses: 7, characters: 70 }
    const texts = [
      '',
      ' ',
      'no JSON',
      JSON.stringify(good).slice(0, -1),
      'null',
      '7',
      '[]',
      '{}',
      ...[
        { boot: 7 },
        { boot: null },
        { uses: -1 },
        { uses: '7' },
        { uses: 1.5 },
        { uses: 2 ** 53 },
        { uses: null },
        { characters: -1 },
        { characters: [] },
        { characters: undefined },
      ].map((wrong) => JSON.stringify({ ...good, ...wrong })),
      '\0'.repeat(60),
    ]
    for (const text of texts) {
      const folder = filledFolder(t)
      writeFileSync(join(folder, 'checkpoint.json'), text)
      const { store, statistics, lines } = openFolder(folder)
      const [aside = ''] = listAside(folder)
      assert.match(aside, /^checkpoint\.json\.bad-\d{8}T\d{6}Z$/, text)
      assert.equal(readFileSync(join(folder, aside), 'utf8'), text)
      assert.equal(lines.length, 1)
      assert.deepEqual(totalsOf(statistics), { uses: 7, characters: 70 }, text)
      assert.deepEqual(readRecord(store), value)
    }
  })
})

function readJson(path: string): { boot: string; uses: number } {
  return JSON.parse(readFileSync(path, 'utf8'))
}
