import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { listDataFiles } from '../../lib/catalogue/data-folder.ts'
import { languages, readLocale } from '../../lib/catalogue/locale.ts'
import { canonical } from '../support/canonical.ts'
import { folders } from '../support/laws.ts'

describe('data files', () => {
  const paths = Object.values(folders).flatMap((folder) =>
    listDataFiles(folder).map((name) => join(folder, `${name}.json`)),
  )

  test('are in canonical form', () => {
    const others = paths.filter((path) => {
      const text = readFileSync(path, 'utf8')
      return text !== canonical(JSON.parse(text))
    })
    assert.deepEqual(others, [])
  })

  for (const language of languages) {
    const entries: Readonly<Record<string, unknown>> = JSON.parse(
      readFileSync(join(folders.locales, `${language}.json`), 'utf8'),
    )

    test(`locale ${language} has an entry for each generator and for nothing else, sorted`, () => {
      assert.deepEqual(Object.keys(entries), listDataFiles(folders.generators))
    })

    test(`locale ${language} has no name and no page twice, whatever their case`, () => {
      const locale = [...readLocale(entries).values()]
      const names = locale.map(({ name }) => name.toLocaleLowerCase(language))
      assert.deepEqual(names.filter((name, index) => names.indexOf(name) < index), [])
      const pages = locale.map(({ page }) => page)
      assert.deepEqual(pages.filter((page, index) => pages.indexOf(page) < index), [])
    })

    test(`locale ${language} has names that are tidy`, () => {
      for (const { name } of readLocale(entries).values()) {
        assert.equal(name, name.normalize('NFC').trim().replace(/\s+/g, ' '))
        assert.doesNotMatch(name, /[\p{C}\p{M}]/u)
      }
    })
  }
})
