import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { endWithParent } from '../support/end-with-parent.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { until } from '../support/until.ts'

const title = 'npm run dev reports what is wrong with a generator, and continues once it is right'
test(title, { timeout: 240_000 }, async (t) => {
  const folder = copySources(t)
  const path = join(folder, 'generators', 'reverse.json')
  const good = readFileSync(path, 'utf8')
  /** Replaces the file: while it is written, it is empty for a moment, which is a fault of its own. */
  const write = (text: string): void => {
    writeFileSync(join(folder, 'written'), text)
    renameSync(join(folder, 'written'), path)
  }
  write('{')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // Not through npm and a shell, which do not pass on signals.
  const [, ...words] = String(scripts.dev).split(' ')
  const child = spawn(...endWithParent(process.execPath, words), {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0' },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  t.after(() => child.kill())
  const said: string[] = []
  let whole = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.push(text)
    whole += text
  })
  /** Waits until it has printed something new for each pattern, in any order. */
  const hears = async (...patterns: RegExp[]): Promise<void> => {
    const hasSaid = (): boolean => patterns.every((pattern) => pattern.test(said.join('')))
    await until(() => hasSaid() || child.exitCode !== null, `it prints ${patterns.join(', ')}`)
    assert.ok(hasSaid(), said.join(''))
    said.length = 0
  }

  await hears(/generators\/reverse\.json: is not JSON[^]*the next change starts it again/)
  write(good)
  await hears(/"Listening"/)
  write(good.replace('"units"', '"unit"'))
  await hears(/"Listening"/, /generators\/reverse\.json: operations\[0\] has an unknown field/)
  write('[')
  await hears(/"Stopped"[^]*generators\/reverse\.json: is not JSON[^]*the next change starts it again/)
  write(good)
  await hears(
    /"Listening"/,
    /locales\/en\.json: generators\["[\w-]+"\] belongs to nothing[^]*and \d+ more/,
  )
  const sheet = join(folder, 'lib', 'pages', 'styles', 'bar.css')
  writeFileSync(sheet, `${readFileSync(sheet, 'utf8')}.bar { order: 12345 }`)
  await hears(/"Stopped"[^]*"Listening"/)
  const built = new Map(JSON.parse(readFileSync(join(folder, 'dist', 'assets.json'), 'utf8')))
  const style = Buffer.from(String(built.get('style.css')), 'base64')
  assert.match(brotliDecompressSync(style).toString(), /order:12345/)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.match(said.join(''), /"Stopped"/)
  const faults = whole.match(/reverse\.json: is not JSON[^"\n]*/g) ?? []
  assert.deepEqual(faults, [...new Set(faults)], 'it prints each fault once')
})

test('npm run test:laws reports what is wrong with a file, and nothing else', (t) => {
  const folder = copySources(t)
  writeFileSync(join(folder, 'generators', 'reverse.json'), '{"category":"x"}')
  for (const words of [[], ['reverse']]) {
    const options = { cwd: folder, encoding: 'utf8', timeout: 60_000 } as const
    const { status, stdout, stderr } = spawnSync('.ci/test', ['laws', ...words], options)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^\S+generators\/reverse\.json: category must be one of .*\n$/)
  }
})

/** Creates a folder with everything that `npm run dev` needs. */
function copySources(t: TestContext): string {
  const folder = temporaryFolder(t)
  const files = ['.ci', 'package.json', 'server.ts', 'tsconfig.json']
  for (const path of [...files, 'lib', 'locales', 'test/data', 'test/support']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  mkdirSync(join(folder, 'generators'))
  cpSync(join(root, 'generators/reverse.json'), join(folder, 'generators/reverse.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
