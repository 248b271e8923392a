import assert from 'node:assert/strict'
import fs, {
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createCheckpointWriter } from '../../lib/store/checkpoint.ts'
import { filledTotals, openChanged, value } from '../support/data-folder.ts'
import { fastFolder, temporaryFolder } from '../support/folders.ts'

const alone = (work: () => void): void => work()

/** What processes write: the totals say which was the last one. */
const checkpointOf = (uses: number) => ({ boot: 'boot', uses, characters: 10 ** (uses % 13) })

describe('the checkpoint', () => {
  test('is whole at every moment while two processes write it', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'checkpoint.json')
    let writing = 2
    const write = async (own: number): Promise<void> => {
      const save = createCheckpointWriter(folder, { own, all: [1, 2] }, alone)
      for (let uses = 1; uses <= 25; uses++) await save(checkpointOf(uses))
      writing--
    }
    const written = Promise.all([write(1), write(2)])
    let newest = 0
    for (; writing > 0; await new Promise(setImmediate)) {
      if (!existsSync(path)) continue
      const { uses } = readJson(path)
      assert.ok(uses >= newest, `${uses} after ${newest}`)
      newest = uses
    }
    await written
    assert.deepEqual(readJson(path), checkpointOf(25))
    const names = ['checkpoint.json', 'checkpoint.json.spare-1', 'checkpoint.json.spare-2']
    assert.deepEqual(readdirSync(folder).toSorted(), names)
  })

  test('is the old or the new one wherever writing ends, and the next one is written', async (t) => {
    for (const isFirst of [true, false]) {
      for (const own of [1, 2]) {
        for (let failing = 0, hasEnded = false; !hasEnded; failing++) {
          const folder = fastFolder(t)
          const path = join(folder, 'checkpoint.json')
          const save = createCheckpointWriter(folder, { own: 1, all: [1] }, alone)
          if (!isFirst) for (const uses of [1, 2]) await save(checkpointOf(uses))
          const broken = breakStep(failing)
          hasEnded = await save(checkpointOf(3)).then(() => true, () => false)
          broken.mend()
          const what = `${isFirst ? 'the first one, ' : ''}step ${failing}, then process ${own}`
          const present = existsSync(path) ? readJson(path).uses : 0
          assert.ok(present === 3 || (!hasEnded && present === (isFirst ? 0 : 2)), what)
          // The same process goes on, or it was killed and another one starts.
          const next = own === 1 ? save : createCheckpointWriter(folder, { own, all: [own] }, alone)
          await next(checkpointOf(4))
          assert.deepEqual(readJson(path), checkpointOf(4), what)
          assert.equal(lstatSync(path).nlink, 1, what)
          const names = ['checkpoint.json', `checkpoint.json.spare-${own}`]
          assert.deepEqual(readdirSync(folder).toSorted(), names, what)
          assert.ok(failing < 20)
        }
      }
    }
  })

  test('is written once by two processes that know the same totals', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'checkpoint.json')
    const [save, saveOther] = [1, 2].map((own) =>
      createCheckpointWriter(folder, { own, all: [1, 2] }, alone))
    await save?.(checkpointOf(7))
    const { ino } = lstatSync(path)
    await saveOther?.(checkpointOf(7))
    assert.equal(lstatSync(path).ino, ino)
    const longer = { ...checkpointOf(7), characters: 10 ** 8 }
    await saveOther?.(longer)
    assert.deepEqual(readJson(path), longer)
  })

  test('is never written over a file that has another name', async (t) => {
    const folder = temporaryFolder(t)
    const [path, copy] = [join(folder, 'checkpoint.json'), join(folder, 'copy')]
    const save = createCheckpointWriter(folder, { own: 1, all: [1] }, alone)
    let uses = 0
    for (const copyTo of [linkSync, renameWithLink]) {
      await save(checkpointOf(++uses))
      copyTo(path, copy)
      const saved = uses
      for (const _ of [1, 2, 3]) await save(checkpointOf(++uses))
      assert.deepEqual(readJson(copy), checkpointOf(saved))
      assert.deepEqual(readJson(path), checkpointOf(uses))
    }
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
      const { folder, lines, totals, record, aside: [aside = ''] } = openChanged(t, (path) =>
        writeFileSync(join(path, 'checkpoint.json'), text))
      assert.match(aside, /^checkpoint\.json\.bad-\d{8}T\d{6}Z$/, text)
      assert.equal(readFileSync(join(folder, aside), 'utf8'), text)
      assert.equal(lines.length, 1)
      assert.deepEqual(totals, filledTotals, text)
      assert.deepEqual(record, value)
    }
  })
})

function readJson(path: string): { boot: string; uses: number; characters: number } {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Leaves a symbolic link in the place of a file. */
function renameWithLink(path: string, target: string): void {
  renameSync(path, target)
  symlinkSync(target, path)
}

/** Lets one call fail that changes names or creates a file, once, as if the process ended there. */
function breakStep(failing: number): { readonly mend: () => void } {
  const names = ['linkSync', 'renameSync', 'writeFileSync', 'rmSync'] as const
  const whole = names.map((name) => fs[name])
  let step = 0
  names.forEach((name, index) => {
    const call = whole[index] as (...words: unknown[]) => unknown
    const broken = (...words: unknown[]): unknown => {
      if (step++ >= failing) throw new Error(`${name} failed`)
      return call(...words)
    }
    Object.assign(fs, { [name]: broken })
  })
  syncBuiltinESMExports()
  const mend = (): void => {
    names.forEach((name, index) => Object.assign(fs, { [name]: whole[index] }))
    syncBuiltinESMExports()
  }
  return { mend }
}
