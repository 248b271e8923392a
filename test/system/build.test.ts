import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { paper } from '../../lib/pages/layout.ts'
import { root } from '../support/folders.ts'

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
    const { href } = pathToFileURL(join(root, '.ci', 'bundle-assets.mjs'))
    const { bundleAssets } = await import(href)
    const [one, other] = [await bundleAssets(root), await bundleAssets(root)]
    assert.deepEqual(one, other)
    const built = readFileSync(join(root, 'dist', 'assets.json'), 'utf8')
    assert.equal(built, JSON.stringify(one), 'run npm run build')
  })

  test('makes a style sheet with the colours that browsers and manifests are told', () => {
    const built = readFileSync(join(root, 'dist', 'assets.json'), 'utf8')
    const colours = built.match(/--paper: ?#\w+/g)?.map((one) => one.slice(-7))
    assert.deepEqual(colours?.slice(0, 2), [paper.light, paper.dark])
  })

  test('makes scripts that are short', () => {
    const built = readFileSync(join(root, 'dist', 'assets.json'), 'utf8')
    const scripts: Array<[string, string]> = JSON.parse(built)
    const bytes = new Map(scripts.filter(([file]) => file.endsWith('.js')).map(([file, text]) => [file, brotliCompressSync(text).length]))
    assert.ok((bytes.get('live.js') ?? Infinity) < 26_000, 'live.js')
    const all = [...bytes.values()].reduce((sum, one) => sum + one, 0)
    assert.ok(all < 60_000, `${all}`)
  })
})
