import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { readBuiltFiles } from '../../lib/pages/built-files.ts'
import { paper } from '../../lib/pages/layout.ts'
import { sourceOptions } from '../support/built.ts'
import { root, temporaryFolder } from '../support/folders.ts'

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

  test('makes the same few files each time, in any folder', (t) => {
    const folder = temporaryFolder(t)
    const words = [...sourceOptions, join(root, '.ci', 'build.ts'), join(folder, 'again')]
    assert.equal(spawnSync(process.execPath, words, { cwd: folder, stdio: 'inherit' }).status, 0)
    const again = join(folder, 'again')
    const files = readdirSync(again, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(again, file)).isFile())
    assert.equal(files.length, 16)
    for (const file of files) {
      const [one, other] = [again, join(root, 'dist')].map((dist) => readFileSync(join(dist, file)))
      assert.ok(one?.equals(other ?? Buffer.of()), `${file}: npm run build`)
    }
  })

  test('makes a style sheet with the colours that browsers and manifests are told', () => {
    const built = builtTexts().get('style.css')
    const colours = built?.match(/--paper: ?#\w+/g)?.map((one) => one.slice(-7))
    assert.deepEqual(colours?.slice(0, 2), [paper.light, paper.dark])
  })

  test('keeps regular expressions as they are written', () => {
    for (const file of ['lib/process/main.cjs', 'package/index.js', 'package/index.cjs']) {
      const code = readFileSync(join(root, 'dist', file), 'utf8')
      assert.match(code, /[(=]\/\^?\\p\{/, file)
      // As a text it would be compiled again at each use.
      assert.doesNotMatch(code, /new RegExp\("(?:[^"\\]|\\.)*\\\\[pP]\{/, file)
    }
  })

  test('makes scripts that are short', () => {
    const scripts = [...readBuiltFiles()].filter(([file]) => file.endsWith('.js'))
    const bytes = new Map(scripts.map(([file, { length }]) => [file, length]))
    assert.ok((bytes.get('live.js') ?? Infinity) < 22_800, 'live.js')
    const all = [...bytes.values()].reduce((sum, one) => sum + one, 0)
    assert.ok(all < 71_500, `${all}`)
  })
})

/** File name → text of what is in dist. */
function builtTexts(): ReadonlyMap<string, string> {
  return new Map([...readBuiltFiles()].map(([file, brotli]) => {
    return [file, brotliDecompressSync(brotli).toString()]
  }))
}
