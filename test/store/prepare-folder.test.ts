import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { filledFolder, openFolder, readRecord, value } from '../support/data-folder.ts'

describe('the data folder', () => {
  test('may be a link to one', (t) => {
    const folder = filledFolder(t)
    symlinkSync(folder, `${folder}-link`)
    t.after(() => rmSync(`${folder}-link`))
    const { store, lines } = openFolder(`${folder}-link`)
    assert.deepEqual(lines, [])
    assert.deepEqual(readRecord(store), value)
  })

  test('is rid of what killed starts have left, and of nothing that is younger', (t) => {
    const folder = filledFolder(t)
    const twoMinutesAgo = new Date(Date.now() - 120_000)
    const left = ['live.mdb.new-Ab3xYz', 'gate.mdb.new-0', 'live.boot.new-1', 'live.boot.new']
    const kept = ['live.mdb.new-9', 'new-1', 'live.mdb.news', 'other.new-1']
    for (const name of [...left, ...kept]) {
      mkdirSync(join(folder, name, 'draft.mdb'), { recursive: true })
      if (name !== 'live.mdb.new-9') utimesSync(join(folder, name), twoMinutesAgo, twoMinutesAgo)
    }
    openFolder(folder)
    const names = readdirSync(folder)
    assert.deepEqual(left.filter((name) => names.includes(name)), [])
    assert.deepEqual(kept.filter((name) => !names.includes(name)), [])
  })
})
