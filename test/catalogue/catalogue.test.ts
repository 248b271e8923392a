import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findDeepFaults, loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import type { Catalogue } from '../../lib/catalogue/catalogue.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { StartError } from '../../lib/log.ts'
import { temporaryFolder } from '../support/folders.ts'
import { write } from '../support/overlay.ts'
import type { Files } from '../support/overlay.ts'

const good = { category: 'small', position: 1, operations: [{ type: 'restore' }] }
const entry = { name: 'One', page: 'one' }
const sound: Files = {
  'generators/one.json': good,
  ...Object.fromEntries(languages.map((tag) => [`locales/${tag}.json`, { generators: { one: entry } }])),
}
const inFrench = (one: object): Files => ({ 'locales/fr.json': { generators: { one } } })
const slugRule = /\.json: a file name must be lower-case ASCII letters, digits and single hyphens$/

describe('a start', () => {
  const rows: ReadonlyArray<readonly [title: string, files: Files, message: RegExp]> = [
    ['half a generator', { 'generators/one.json': '{"category":' }, /one\.json: is not JSON: /],
    [
      'a generator with a wrong field',
      { 'generators/one.json': { ...good, position: 0 } },
      /generators\/one\.json: position must be a whole number from 1 to 9999$/,
    ],
    [
      'a file called plain.json',
      { 'generators/plain.json': good },
      /plain\.json: take another name: "plain" means unchanged letters in mappings$/,
    ],
    ...['One', 'o_ne', 'o ne', 'one-', 'o--ne', '.one', 'ö'].map(
      (slug) => [`a file called ${slug}.json`, { [`generators/${slug}.json`]: good }, slugRule] as const,
    ),
    [
      'a generator without an English entry',
      { 'generators/two.json': good },
      /en\.json: generators\["two"\] is missing; each generator needs an entry here$/,
    ],
    [
      'several generators without an English entry',
      { 'generators/two.json': good, 'generators/three.json': good },
      /en\.json: generators\["three"\], generators\["two"\] are missing; each generator needs an/,
    ],
    ['a locale that is not JSON', { 'locales/es.json': '\ufeff{}' }, /es\.json: is not JSON: /],
  ]
  for (const [title, files, message] of rows) {
    test(`with ${title} is refused, and the message names the file`, (t) => {
      const folder = temporaryFolder(t)
      write(folder, { ...sound, ...files })
      assertRefused(folder, message)
    })
  }

  test('without a folder, a generator or a locale is refused', (t) => {
    const folder = temporaryFolder(t)
    assertRefused(folder, /generators cannot be read: .*ENOENT/)
    mkdirSync(join(folder, 'generators'))
    assertRefused(folder, /generators holds no generator/)
    write(folder, sound)
    rmSync(join(folder, 'locales', 'tr.json'))
    assertRefused(folder, /locales\/tr\.json is missing: lib\/catalogue\/locale\.ts has its tag$/)
  })
})

describe('findDeepFaults', () => {
  const rows: ReadonlyArray<readonly [title: string, operation: object, message: RegExp]> = [
    ['an unknown operation', { type: 'x' }, /^operations\[0\]\.type must be one of map, /],
    [
      'the mapping of a missing generator',
      { type: 'map-like', generator: 'none' },
      /^"none" is no generator whose first operation is a map$/,
    ],
    [
      'the mapping of a generator without one',
      { type: 'cycle', mappings: ['plain', 'one'] },
      /^"one" is no generator whose first operation is a map$/,
    ],
  ]
  for (const [title, operation, message] of rows) {
    test(`names the file of ${title}, which fails by itself, and only in use`, (t) => {
      const folder = temporaryFolder(t)
      const english = { generators: { one: entry, two: { name: 'Two', page: 'two' } } }
      const operations = [operation]
      write(folder, {
        ...sound,
        'generators/two.json': { ...good, example: 'shown', operations },
        'locales/en.json': english,
      })
      const generators = join(folder, 'generators')
      const catalogue = loadIn(folder)
      const [fault = '', ...others] = findFaults(folder)
      assert.deepEqual(others, [])
      const file = `${join(generators, 'two.json')}: `
      assert.ok(fault.startsWith(file), fault)
      assert.match(fault.slice(file.length), message)
      const two = catalogue.get('two')
      for (const use of [
        () => two?.transform('a', 'en'),
        () => two?.characters('en'),
        () => two?.traits(),
      ]) {
        assert.throws(use, /^Error: The style "two" has a fault: /)
      }
      assert.equal(two?.example, 'shown')
      assert.equal(catalogue.get('one')?.transform('𝐚', 'en'), '𝐚')
    })
  }

  const locales: ReadonlyArray<readonly [title: string, files: Files, message: RegExp]> = [
    [
      'an unknown part of a locale',
      { 'locales/es.json': { words: {} } },
      /es\.json: the file has an unknown field "words"/,
    ],
    ['an entry without a page', inFrench({ name: 'a' }), /fr\.json: .*\["one"\]\.page must be/],
  ]
  for (const [title, files, message] of locales) {
    test(`names the file of ${title}`, (t) => {
      const folder = temporaryFolder(t)
      write(folder, { ...sound, ...files })
      const [fault = '', ...others] = findFaults(folder)
      assert.deepEqual(others, [])
      assert.ok(fault.startsWith(folder), fault)
      assert.match(fault, message)
    })
  }

  test('finds nothing in sound files', (t) => {
    const folder = temporaryFolder(t)
    write(folder, sound)
    writeFileSync(join(folder, 'generators', 'README.md'), 'not read')
    assert.deepEqual(findFaults(folder), [])
  })
})

function loadIn(folder: string): Catalogue {
  return loadWithOverlay(foldersBelow(folder)).catalogue
}

function findFaults(folder: string): string[] {
  return findDeepFaults(loadIn(folder), foldersBelow(folder))
}

function assertRefused(folder: string, message: RegExp): void {
  assert.throws(
    () => loadIn(folder),
    (error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, message)
      assert.ok(error.message.startsWith(folder), error.message)
      return true
    },
  )
}
