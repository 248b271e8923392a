import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { root } from './service.ts'

const files = ['server.ts', ...readdirSync(join(root, 'lib')).map((file) => `lib/${file}`)]
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** The modules that a source imports, `node:fs` or `lib/text.ts`; types alone do not run. */
function importsOf(source: string, withTypes: boolean): string[] {
  return [...source.matchAll(/^import (type )?[^;]*?from '([^']+)'/gm)]
    .filter(([, type]) => withTypes || type === undefined)
    .map(([, , path = '']) => path.replace(/^\.\/(?:lib\/)?(?=.*\.ts$)/, 'lib/'))
}

/** What only some files may touch. */
const reserved: ReadonlyArray<readonly [what: string, pattern: RegExp, owners: readonly string[]]> =
  [
    ['lmdb', /from 'lmdb'/, ['lib/store.ts']],
    [
      'the file system',
      /from 'node:fs/,
      [
        'server.ts',
        'lib/address-space.ts',
        'lib/boot.ts',
        'lib/checkpoint.ts',
        'lib/data.ts',
        'lib/endpoint.ts',
        'lib/files.ts',
        'lib/store.ts',
      ],
    ],
    [
      // Limits are measured with the monotonic clock: this one may step.
      'the wall clock',
      /Date\.now|new Date/,
      ['app', 'boot', 'checkpoint', 'files', 'head', 'log', 'store'].map(
        (name) => `lib/${name}.ts`,
      ),
    ],
    ['process', /(?<![.\w])process\./, ['server.ts']],
    ['console', /(?<![.\w])console\./, []],
    ['the network', /createServer/, ['server.ts']],
    ['compression', /from 'node:zlib'/, ['lib/prepared.ts']],
  ]

describe('the code', () => {
  for (const [what, pattern, owners] of reserved) {
    test(`touches ${what} in ${owners.join(', ') || 'no file'} alone`, () => {
      const users = files.filter((file) => pattern.test(withoutComments(sources.get(file) ?? '')))
      assert.deepEqual(users.toSorted(), owners.toSorted())
    })
  }

  test('has no circle of imports, not even of types', () => {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), [...path, file].join(' → '))
      if (done.has(file)) return
      for (const next of importsOf(sources.get(file) ?? '', true)) {
        if (sources.has(next)) visit(next, [...path, file])
      }
      done.add(file)
    }
    for (const file of files) visit(file, [])
    assert.equal(done.size, files.length)
  })

  test('keeps what a browser can run free of Node', () => {
    const reached = new Set<string>()
    const visit = (file: string): void => {
      if (reached.has(file)) return
      reached.add(file)
      const imports = importsOf(sources.get(file) ?? '', false)
      assert.deepEqual(
        imports.filter((path) => !sources.has(path)),
        [],
        file,
      )
      imports.forEach(visit)
    }
    visit('lib/transform.ts')
    visit('lib/generator.ts')
    assert.ok(reached.size > 5)
  })

  test('is not longer than 100 columns', () => {
    for (const [file, source] of sources) {
      for (const [index, line] of source.split('\n').entries()) {
        assert.ok([...line].length <= 100, `${file}:${index + 1}`)
      }
    }
  })
})

function withoutComments(source: string): string {
  return source.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}
