import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { readBlock, readDocument } from '../support/documents.ts'
import { root } from '../support/folders.ts'
import { installPackage } from '../support/installed-package.ts'

const run = promisify(execFile)
const built = join(root, 'dist', 'package')
const codes = ['index.js', 'index.cjs'].map((name) => readFileSync(join(built, name), 'utf8'))

const use = "console.log(decorate('Hello', 'bold-script', { then: 'underline' }), styles.length > 500)\n"
const imported = `import { decorate, styles } from 'text-decoration-styles'\n${use}`
const required = `const { decorate, styles } = require('text-decoration-styles')\n${use}`
const expected = '𝓗̲𝓮̲𝓵̲𝓵̲𝓸̲ true\n'

describe('the package', () => {
  test('has two files of code, which import only their data, in 700 KB', () => {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
    const wanted = ['LICENSE', 'README.md', 'data', 'data/package.json', 'data/styles.js', 'index.cjs']
    const others = ['index.d.cts', 'index.d.ts', 'index.js', 'package.json']
    assert.deepEqual(files.toSorted(), [...wanted, ...others])
    const bytes = files.reduce((sum, name) => sum + statSync(join(built, name)).size, 0)
    assert.ok(bytes <= 700_000, `${bytes} bytes`)
    for (const code of codes) {
      const found = [...code.matchAll(/\b(?:import|require\()[^"';]*["']([^"']+)["']/g)]
      assert.deepEqual(found.map(([, path]) => path), ['./data/styles.js'])
      assert.doesNotMatch(code, /node:|process\.|Buffer\b/)
      assert.match(code, /^\/\*! text-decoration-styles .* Copyright .* MIT licence\. \*\//)
    }
  })

  test('needs nothing newer than the browsers that its document names', () => {
    // What came after Chrome 111, Firefox 119 or Safari 16.4; esbuild checks the syntax.
    const newer = new RegExp(
      String.raw`\.(?:groupBy|withResolvers|fromAsync|union|intersection|difference|isSubsetOf|` +
        String.raw`isSupersetOf|isDisjointFrom|transfer|resizable|toBase64|fromBase64|escape|try|drop|` +
        String.raw`take|toTemporalInstant|rawJSON|sumPrecise|getOrInsert)\(|\bTemporal\b|\bIterator\b|` +
        String.raw`\(\?[ims]*-?[ims]+:|new RegExp\([^)]*,\s*["'\`][a-z]*v[a-z]*["'\`]`,
    )
    for (const code of codes) assert.equal(newer.exec(code)?.[0], undefined)
    for (const path of ['lib/api/README.md', 'lib/decorate/package.md']) {
      assert.match(readDocument(path), /needs Node 20, Chrome 111, Firefox 119 or Safari 16\.4/, path)
    }
  })

  test('works by its name as a module, in CommonJS, and in a bundle for browsers', async (t) => {
    const folder = installPackage(t)
    const files = { 'program.js': imported, 'program.cjs': required }
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text)
      assert.equal((await run(process.execPath, [name], { cwd: folder })).stdout, expected, name)
      const outfile = join(folder, `bundle-${name}`)
      const { warnings } = await build({
        entryPoints: [join(folder, name)],
        outfile, bundle: true, format: 'iife', platform: 'browser', logLevel: 'silent',
      })
      assert.deepEqual(warnings, [])
      assert.equal((await run(process.execPath, [outfile], { cwd: '/' })).stdout, expected, name)
    }
  })

  test('shares its data between both', async (t) => {
    const folder = installPackage(t)
    const both = `import { styles } from 'text-decoration-styles'
import { createRequire } from 'node:module'
const other = createRequire(import.meta.url)('text-decoration-styles')
const symbols = Object.getOwnPropertySymbols(globalThis).filter((one) => /styles/.test(one.description))
console.log(symbols.length, other.styles.every(({ slug }, at) => slug === styles[at].slug))`
    writeFileSync(join(folder, 'both.js'), both)
    assert.equal((await run(process.execPath, ['both.js'], { cwd: folder })).stdout, '1 true\n')
  })

  test('prints what its document shows', async (t) => {
    const folder = installPackage(t)
    const block = readBlock('package')
    writeFileSync(join(folder, 'program.js'), block)
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder })
    const shown = [...block.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => text)
    assert.deepEqual(stdout.trim().split('\n'), shown)
  })

  test('runs without Intl.Segmenter', async (t) => {
    const folder = installPackage(t)
    const texts = ['👩‍🚀 🇹🇷 1️⃣ é', 'नमस्ते', 'สวัสดี', '각', 'a\u{e0061}']
    writeFileSync(join(folder, 'program.cjs'), `delete Intl.Segmenter
const { decorate, styles } = require('text-decoration-styles')
for (const { slug } of styles) for (const text of ${JSON.stringify(texts)}) {
  if (!decorate(text, slug).isWellFormed()) throw new Error(slug)
}
console.log(decorate('Hello 👍', 'bold-script'), typeof Intl.Segmenter)`)
    const { stdout } = await run(process.execPath, ['program.cjs'], { cwd: folder })
    assert.equal(stdout, '𝓗𝓮𝓵𝓵𝓸 👍 undefined\n')
  })

  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  for (const [type, ...words] of [
    ['module', '--module', 'nodenext'],
    ['commonjs', '--module', 'node16'],
    ['module', '--module', 'esnext', '--moduleResolution', 'bundler'],
    ['commonjs', '--module', 'preserve'],
  ] as const) {
    test(`has types of all slugs and languages: ${type} ${words.join(' ')}`, async (t) => {
      const folder = installPackage(t, type)
      const check = (program: string): Promise<{ stdout: string }> => {
        writeFileSync(join(folder, 'program.ts'), program)
        const options = ['--strict', '--noEmit', '--types', '', '--lib', 'es2023', ...words]
        return run(process.execPath, [tsc, ...options, 'program.ts'], { cwd: folder })
      }
      const start = "import { decorate, styles } from 'text-decoration-styles'\n"
      await check(`${start}import type { Language, Slug } from 'text-decoration-styles'
const slug: Slug = 'zalgo', language: Language = 'tr', other: string = 'x'
export const texts: string[] = [decorate('a', slug, { lang: language, accents: 'plain', then: other })]
texts.push(decorate('a', other, { lang: other, then: ['underline', other] }), styles[0]?.slug ?? '')
export const names: string[] = styles.map(({ names, slug }) => names.tr + names[other] + decorate('a', slug))`)
      for (const [wrong, words] of [
        ["decorate('a', 'bold-serf')", /bold-serf/],
        ["decorate('a', 'zalgo', { accents: 'none' })", /"none"/],
        ["decorate(1, 'zalgo')", /number/],
      ] as const) {
        await assert.rejects(check(start + wrong), ({ stdout }) => words.test(stdout), wrong)
      }
    })
  }
})
