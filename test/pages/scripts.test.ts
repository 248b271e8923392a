import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { finish } from '../../lib/engine/steps.ts'
import { createAssets, createStyleSheet } from '../../lib/pages/assets.ts'
import { joinModules } from '../../lib/pages/scripts.ts'
import { emptyCache } from '../support/bodies.ts'
import { temporaryFolder } from '../support/folders.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const shipped = loadShipped()

/** Writes modules into a folder, and returns the path of `a.js`. */
function modules(t: TestContext, texts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(t)
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  return join(folder, 'a.js')
}

describe('joined modules', () => {
  test('do what they do separately, each once', (t) => {
    const { script } = joinModules(
      modules(t, {
        'a.js': `import { b } from './b.js';\nimport { c } from './c.js';\nout.push(b(), c);`,
        'b.js': `import { c } from './c.js';\nconst own = 1;\nexport function b() {\n    return own + c;\n}`,
        'c.js': `const own = 2;\nout.push('c');\nexport const c = own;`,
      }),
    )
    const out: unknown[] = []
    new Function('out', script)(out)
    assert.deepEqual(out, ['c', 3, 2])
    assert.doesNotMatch(script, /^ /m)
  })

  test('keep texts of several lines', (t) => {
    const { script } = joinModules(modules(t, { 'a.js': 'out.push(`\n  b`);' }))
    const out: unknown[] = []
    new Function('out', script)(out)
    assert.deepEqual(out, ['\n  b'])
  })

  test('import modules that another script contains from that script', (t) => {
    const entry = modules(t, {
      'a.js': `import { b } from './b.js';\nexport const a = b;`,
      'b.js': `export const b = 1;\nexport const c = 2;`,
    })
    const { modules: others } = joinModules(entry.replace('a.js', 'b.js'))
    const { script, imported } = joinModules(entry, others)
    assert.deepEqual(imported, ['b'])
    assert.equal(new Function('b', `${script} return a`)(3), 3)
    assert.doesNotMatch(script, /= 1/)
  })

  test('are refused if one imports a module of Node, or has another form', (t) => {
    for (const line of [`import { a } from 'node:fs';`, `import { a } from 'lmdb';`]) {
      assert.throws(() => joinModules(modules(t, { 'a.js': line })), /which no browser has/)
    }
    for (const line of [`import * as a from './b.js';`, `import { a as b } from './b.js';`, `export default 1;`, `export let a = 1;`]) {
      assert.throws(() => joinModules(modules(t, { 'a.js': line })), /cannot be joined/)
    }
    const texts = {
      'a.js': `import { b } from './b.js';\nexport const c = b;`,
      'b.js': `export const b = 1;\nexport const c = 2;`,
    }
    assert.throws(() => joinModules(modules(t, texts)), /both export c/)
  })
})

describe('the files of the pages', () => {
  test('are only in the folder of their version, except the style sheet', () => {
    const scripts = finish(createAssets(shipped, new Map([['live.js', 'a']]), emptyCache()))
    const others = finish(createAssets(shipped, new Map([['live.js', 'b']]), emptyCache()))
    const [, folder = ''] = scripts.path('live.js').split('/')
    assert.notEqual(others.path('live.js'), scripts.path('live.js'))
    for (const file of ['live.js', 'styles.json', 'decoders.json', 'words-tr.json']) {
      assert.ok(scripts.find(folder, file) !== undefined, file)
      assert.equal(others.find(folder, file), undefined, file)
    }
    const style = createStyleSheet(emptyCache())
    const [, own = ''] = style.path('style.css').split('/')
    assert.match(style.find(own, 'style.css')?.caching ?? '', /immutable/)
    assert.equal(style.find(folder, 'style.css')?.caching, 'no-cache')
    assert.equal(style.find(own, 'live.js'), undefined)
  })
})
