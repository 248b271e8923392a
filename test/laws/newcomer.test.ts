import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { loadCatalogue } from '../../lib/catalogue/catalogue.ts'
import { createAnswers } from '../../lib/api/answers.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { canonical } from '../support/canonical.ts'
import { temporaryFolder } from '../support/folders.ts'
import { catalogue, folders } from '../support/laws.ts'
import type { Published } from '../support/published.ts'

describe('a newcomer', () => {
  test('adds a generator with its file and an English entry alone', (t) => {
    const folder = temporaryFolder(t)
    cpSync(folders.generators, join(folder, 'generators'), { recursive: true })
    cpSync(folders.locales, join(folder, 'locales'), { recursive: true })
    const operations = [{ type: 'map', characters: { 'a-c': '𝐱𝐲𝐳' } }]
    const file = { category: 'small', position: 9_999, operations }
    writeFileSync(join(folder, 'generators', 'my-own.json'), canonical(file))
    const english = join(folder, 'locales', 'en.json')
    const entry = { name: 'My own', page: 'my-own-text' }
    const entries = { ...JSON.parse(readFileSync(english, 'utf8')), 'my-own': entry }
    writeFileSync(english, canonical(entries))

    const larger = loadCatalogue(join(folder, 'generators'), join(folder, 'locales'))
    const all = createAnswers(larger, 'https://example.org')
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
        },
      )
      const detail = all.detail('my-own', language)?.represent('identity').body.toString()
      assert.equal(JSON.parse(detail ?? '{}').generator.characters.a, '𝐱')
    }
  })
})
