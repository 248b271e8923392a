import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import { createAnswers } from '../../lib/api/answers.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { emptyCache } from '../support/bodies.ts'
import { canonical } from '../support/canonical.ts'
import { temporaryFolder } from '../support/folders.ts'
import { catalogue, folders } from '../support/laws.ts'
import type { Published } from '../support/published.ts'

describe('a newcomer', () => {
  test('adds a generator with its file and an English entry alone', (t) => {
    const folder = temporaryFolder(t)
    const own = { generators: join(folder, 'generators'), locales: join(folder, 'locales') }
    for (const path of Object.values(own)) mkdirSync(path)
    const operations = [{ type: 'map', characters: { 'a-c': '𝐱𝐲𝐳' } }]
    const file = { category: 'small', position: 9_999, operations }
    writeFileSync(join(own.generators, 'my-own.json'), canonical(file))
    const entry = { name: 'My own', page: 'my-own-text' }
    writeFileSync(join(own.locales, 'en.json'), canonical({ generators: { 'my-own': entry } }))

    const { catalogue: larger, faults, warnings } = loadWithOverlay(folders, own)
    assert.deepEqual([faults, warnings], [[], []])
    const all = createAnswers(larger, 'https://example.org', emptyCache())
    assert.equal(larger.size, catalogue.size + 1)
    assert.equal(larger.get('my-own')?.transform('abcd', 'tr'), '𝐱𝐲𝐳d')
    for (const language of languages) {
      const list = JSON.parse(all.list(language).represent('identity').body.toString())
      assert.equal(list.count, catalogue.size + 1)
      assert.deepEqual(
        list.generators.find(({ slug }: Published) => slug === 'my-own'),
        {
          slug: 'my-own',
          name: 'My own',
          url: `https://example.org/${language}/my-own-text`,
          example: 'Hello World',
          category: 'small',
        },
      )
      const detail = all.detail('my-own', language)?.represent('identity').body.toString()
      assert.equal(JSON.parse(detail ?? '{}').generator.characters.a, '𝐱')
    }
  })
})
