import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { findFormFaults } from '../support/data-files.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { testOf } from '../support/laws.ts'
import { findLocaleFaults } from '../support/locale-faults.ts'
import { isLookedAt } from '../support/shared-catalogue.ts'

describe('data files', () => {
  // Each fault is one line, however many there are.
  const assertNone = (faults: readonly string[]): void => {
    assert.ok(faults.length === 0, faults.join('\n'))
  }

  // Faults of other generators are for those who check all.
  const isOwn = (fault: string): boolean => {
    const [, file, entry] = /^generators.([\w-]+)\.json|generators\["([\w-]+)"\]/.exec(fault) ?? []
    const slug = file ?? entry
    return slug === undefined || isLookedAt({ slug })
  }

  test('are in canonical form', () => {
    const isAsked = (name: string): boolean =>
      isLookedAt({ slug: name }) || languages.some((language) => language === name)
    assertNone(findFormFaults(root, isAsked).filter(isOwn))
  })

  test('name every generator once in each locale, and nothing else', () => {
    assertNone(findLocaleFaults(root).filter(isOwn))
  })
})

describe('the faults of data files', () => {
  const entry = { name: 'One', page: 'one', aliases: ['single'] }
  type Row = [title: string, path: string, from: string, to: string, ...faults: RegExp[]]
  const rows: Row[] = [
    ['none', 'generators/one.json', '', ''],
    ['a missing blank', 'generators/one.json', ': 1', ':1', /^generators\/one\.json:4: .*:1, should be/],
    [
      'fields in another order',
      'generators/one.json',
      '"kind": "small",\n  "position": 1,',
      '"position": 1,\n  "kind": "small",',
      /^generators\/one\.json:3: "position": 1, should be "kind": "small",; npm run fix:data/,
    ],
    [
      'an example that is not what the style makes',
      'generators/one.json',
      'Hello Worl',
      'Hello World',
      /^generators\/one\.json:5: "example": "Hello World.* should be "example": "Hello Worle/,
    ],
    ['a mark that is not escaped', 'generators/one.json', '"e\\u0301"', '"e\u0301"', /one\.json:14: .*fix:data/],
    [
      'a slug that is taken',
      'locales/es.json',
      '"one": {',
      '"one": { "name": "Other", "page": "other" },\n    "one": {',
      /^locales\/es\.json: "one" occurs twice; remove one of them/,
    ],
    ['a file that is not JSON', 'generators/one.json', '{', '', /^generators\/one\.json: .*JSON/],
    [
      'an entry that is missing',
      'locales/es.json',
      '"one"',
      '"two"',
      /^locales\/es\.json: generators\["one"\] is missing; add an entry/,
      /^locales\/es\.json: generators\["two"\] belongs to nothing; remove it/,
    ],
    [
      'a letter of the language that is not in `letters`',
      'locales/es.json',
      '"single"',
      '"ñ",\n        "añ",\n        "eñ"',
      /^locales\/es\.json: letters must also have "ñ", which is in several texts/,
    ],
    [
      'the reserved page',
      'locales/en.json',
      '"One",\n      "page": "one"',
      '"Api",\n      "page": "api"',
      /^locales\/en\.json: generators\["one"\]\.page "api" is the address of the documentation/,
    ],
    ['its own name as an alias', 'locales/tr.json', 'single', 'öne', /\.aliases "öne" already finds it/],
    [
      'another placeholder in a text',
      'locales/tr.json',
      '{count} of {all}',
      '{all} {cnt}',
      /^locales\/tr\.json: pages\["title"\] has other placeholders; it must have \{all\}, \{count\}/,
    ],
  ]
  for (const [title, path, from, to, ...expected] of rows) {
    testOf([], `are reported with the file, the line or key, and the remedy: ${title}`, (t) => {
      const folder = writeData(t, { one: entry })
      const file = join(folder, path)
      const text = readFileSync(file, 'utf8')
      const at = from.endsWith('}\n') ? text.lastIndexOf(from) : text.indexOf(from)
      writeFileSync(file, text.slice(0, at) + to + text.slice(at + from.length))
      const found = [...findFormFaults(folder), ...findLocaleFaults(folder)]
      assert.equal(found.length, expected.length, found.join('\n'))
      for (const [index, fault] of expected.entries()) assert.match(found[index] ?? '', fault)
    })
  }

  testOf([], 'include locale files without a tag, and tags without a file', (t) => {
    const folder = writeData(t, { one: entry })
    const [, , , last = ''] = languages
    renameSync(join(folder, 'locales', `${last}.json`), join(folder, 'locales', 'xx.json'))
    assert.deepEqual(findLocaleFaults(folder), [
      'locales/xx.json has no effect: lib/catalogue/locale.ts has no such tag',
      `locales/${last}.json is missing: lib/catalogue/locale.ts has its tag`,
    ])
  })

  testOf([], 'begin with a file name in capitals', (t) => {
    const folder = writeData(t, { one: entry })
    renameSync(join(folder, 'generators', 'one.json'), join(folder, 'generators', 'One.json'))
    const [first] = findFormFaults(folder)
    const takes = 'a file name must be lower-case ASCII letters, digits and single hyphens'
    assert.equal(first, `generators/One.json: ${takes}`)
  })

  testOf([], 'include two names that differ only in case', (t) => {
    const folder = writeData(t, { one: entry, two: { name: 'ONE', page: 'on' } })
    const words = 'generators["two"] "ONE" is also that of "one"; change one of them'
    assert.ok(findLocaleFaults(folder).includes(`locales/fr.json: ${words}`))
  })
})

testOf([], 'npm run fix:data writes files in canonical form, and names those with a fault', (t) => {
  const folder = writeData(t, { one: { name: 'One', page: 'one' } })
  const path = join(folder, 'generators', 'one.json')
  const kept = readFileSync(path, 'utf8')
  const { operations, example: _example, kind: _kind, unicode: _unicode, reading: _reading, keeps: _keeps, ...others } = JSON.parse(kept)
  writeFileSync(path, JSON.stringify({ operations, ...others }))
  writeFileSync(join(folder, 'locales', 'tr.json'), '{')
  const script = `../support/fix-data${extname(import.meta.filename)}`
  const words = process.execArgv.filter((word) => !word.startsWith('--test'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    ...[...words, join(import.meta.dirname, script), folder],
  ])
  assert.equal(stdout.toString(), 'generators/one.json: formatted\n')
  assert.match(stderr.toString(), /^locales\/tr\.json: .*JSON.*\n$/)
  assert.equal(status, 1)
  assert.equal(readFileSync(path, 'utf8'), kept)
})

const kept = [
  ...['efghijklmnopqrstuvwxyz', 'EFGHIJKLMNOPQRSTUVWXYZ'].map((letters) => [...letters].join(' ')),
  ...['0–9', [...'éíóúüñÉÍÓÚÜÑèêëîïôùûÿœæÈÊËÎÏÔÙÛŸŒÆğşöıĞİŞÖ'].join(' ')],
].join(' ')

const generator = `{
  "category": "small",
  "kind": "small",
  "position": 1,
  "example": "Hello Worle\\u0301",
  "unicode": "3.0",
  "reading": "latin",
  "keeps": "${kept}",
  "operations": [
    {
      "type": "map",
      "characters": {
        "a-c": "xyz",
        "d": "e\\u0301"
      },
      "caseFallback": true
    }
  ]
}
`

/** A folder with one generator and, in every locale, these entries, all categories and a text. */
function writeData(t: TestContext, entries: Readonly<Record<string, object>>): string {
  const folder = temporaryFolder(t)
  for (const kind of ['generators', 'locales']) mkdirSync(join(folder, kind))
  writeFileSync(join(folder, 'generators', 'one.json'), generator)
  for (const language of languages) {
    const begin = language === 'en' ? 'Of' : 'On'
    const names = Object.fromEntries(categories.toSorted().map((name) => [name, `${begin} ${name}`]))
    const pages = { title: '{count} of {all}', what: `they are in ${language}` }
    const locale = { generators: entries, categories: names, pages }
    const text = `${JSON.stringify(locale, null, 2)}\n`
    writeFileSync(join(folder, 'locales', `${language}.json`), text)
  }
  return folder
}
