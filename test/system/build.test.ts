import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { bundleAssets } from '../../.ci/assets.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { dataFiles } from '../../lib/pages/assets.ts'
import { readBuiltFiles } from '../../lib/pages/built-files.ts'
import { paper } from '../../lib/pages/layout.ts'
import { root } from '../support/folders.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

describe('a build', () => {
  test('uses the esbuild that tsx has installed', () => {
    const load = createRequire(join(root, 'package.json'))
    const { devDependencies } = load('./package.json')
    const { packages } = load('./package-lock.json')
    const copies = Object.keys(packages).filter((path) => path.endsWith('/esbuild'))
    assert.deepEqual(copies, ['node_modules/esbuild'])
    assert.equal(devDependencies.esbuild, packages['node_modules/esbuild'].version)
    assert.equal(devDependencies.tsx, packages['node_modules/tsx'].version)
    assert.equal(load('esbuild').version, devDependencies.esbuild)
  })

  test('makes the same scripts and style sheets each time, each of which is in dist', async () => {
    const one = await bundleAssets()
    assert.deepEqual(await bundleAssets(), one)
    const built = builtTexts()
    for (const [file, text] of one) assert.equal(built.get(file), text, `${file}: npm run build`)
  })

  test('makes the data that the shipped catalogue gives', async () => {
    const data = await dataFiles(loadShipped(), atOnce)
    const built = [...builtTexts()].filter(([file]) => file.endsWith('.json'))
    assert.deepEqual(built.map(([file]) => file), data.map(([file]) => file))
    for (const [file, content] of data) {
      assert.equal(builtTexts().get(file), content, `${file}: npm run build`)
    }
  })

  test('makes a style sheet with the colours that browsers and manifests are told', () => {
    const built = builtTexts().get('style.css')
    const colours = built?.match(/--paper: ?#\w+/g)?.map((one) => one.slice(-7))
    assert.deepEqual(colours?.slice(0, 2), [paper.light, paper.dark])
  })

  test('makes scripts that are short', () => {
    const scripts = [...readBuiltFiles()].filter(([file]) => file.endsWith('.js'))
    const bytes = new Map(scripts.map(([file, { length }]) => [file, length]))
    assert.ok((bytes.get('live.js') ?? Infinity) < 26_000, 'live.js')
    const all = [...bytes.values()].reduce((sum, one) => sum + one, 0)
    assert.ok(all < 62_000, `${all}`)
  })
})

/** File name → text of what is in dist. */
function builtTexts(): ReadonlyMap<string, string> {
  return new Map([...readBuiltFiles()].map(([file, brotli]) => {
    return [file, brotliDecompressSync(brotli).toString()]
  }))
}
