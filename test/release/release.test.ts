import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { send } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import {
  asReleased,
  findBrokenLinks,
  isReleased,
  listDocuments,
  readBlock,
  readDocument,
} from '../support/documents.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { readMemory, untilIdle } from '../support/process-usage.ts'
import { packRelease } from '../support/release.ts'
import { startService } from '../support/service.ts'

/** An unpacked release with its packages, read-only except for root. */
const release = process.env['RELEASE'] ?? ''
const skip = release === '' ? 'LEFT OUT: RELEASE names no unpacked release' : false
const server = join(release, 'dist', 'server.js')
const nobody = 65_534
const unprivileged = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
const asNobody: readonly string[] = process.getuid?.() === 0 ? unprivileged : []

describe('a release', { skip }, () => {
  test('contains the service and its documents, and nothing else', () => {
    const packages = ['node_modules']
    const files = readdirSync(release).filter((file) => !packages.includes(file))
    const wanted = [
      ...['.npmrc', 'CHANGELOG.md', 'LICENSE', 'README.md', 'app.cjs', 'dist', 'generators'],
      ...['lib', 'locales', 'openapi.json', 'package-lock.json', 'package.json', 'systemd'],
    ]
    assert.deepEqual(files.toSorted(), wanted.toSorted())
    const compiled = readdirSync(join(release, 'dist')).filter((file) => !packages.includes(file))
    const joined = ['assets.json', 'catalogue.jsonl', 'lib', 'package', 'server.js']
    assert.deepEqual(compiled.toSorted(), joined)
    for (const folder of ['', 'dist']) {
      assert.ok(!existsSync(join(release, folder, 'node_modules', 'typescript')), folder)
    }
  })

  test('has only documents that work without the sources, without broken links', () => {
    const paths = listDocuments(release)
    assert.deepEqual(paths.toSorted(), listDocuments().filter(isReleased).toSorted())
    const documents = new Map(
      paths.map((path) => [path, readFileSync(join(release, path), 'utf8')]),
    )
    for (const [path, text] of documents) assert.equal(text, asReleased(readDocument(path)), path)
    assert.deepEqual(findBrokenLinks(documents, (path) => existsSync(join(release, path))), [])
    const others = readdirSync(join(release, 'lib'), { recursive: true, encoding: 'utf8' })
    const wanted = /README\.md$|^pages\/(?:pictures\/|symbols\.json$)/
    const isWanted = (path: string): boolean => wanted.test(path)
    assert.deepEqual(others.filter((path) => path.includes('.') && !isWanted(path)), [])
    const pictures = readdirSync(join(root, 'lib', 'pages', 'pictures'))
    const packed = others.filter((path) => path.startsWith('pages/pictures/'))
    assert.deepEqual(packed.map((path) => basename(path)).toSorted(), pictures.toSorted())
  })

  test('can be unpacked and started with the documented commands', async (t) => {
    const folder = temporaryFolder(t)
    const carries = existsSync(join(release, 'dist', 'node_modules'))
    const unpack = carries ? readBlock('unpackCarrying') : readBlock('unpackPlain')
    const [archive = ''] = /\S+\.tar\.gz/.exec(unpack) ?? []
    packRelease(release, join(folder, archive))
    const sizes = [...readDocument('systemd/without-systemd.md').matchAll(/\((\d\.\d) MB/g)].map(([, size]) => Number(size))
    const megabytes = statSync(join(folder, archive)).size / 1e6
    assert.ok(sizes.some((size) => Math.abs(size - megabytes) < 0.2), `${megabytes} MB: ${sizes}`)
    // The service replaces the shell, so that it gets the signal.
    const start = readBlock('startUnpacked').replace(/(?=node )/, 'exec ')
    const words = ['-e', '-c', `cd "$HOME"\n${unpack}${start}`]
    const service = await startService(t, { HOME: folder }, ['sh', ...words])
    await assertServes(service.port)
    assert.equal(await service.stop(), 0)
    assert.ok(existsSync(join(folder, 'decoration-data', 'checkpoint.json')))
  })

  test('serves all four actions from a read-only folder', async (t) => {
    const [program = 'sh', ...words] = [...asNobody, 'sh', '-c', `: > '${join(release, 'file')}'`]
    assert.notEqual(spawnSync(program, words).status, 0, 'it can write there')
    const folder = temporaryFolder(t)
    if (asNobody.length > 0) chownSync(folder, nobody, nobody)
    const command = [...asNobody, process.execPath, server]
    const service = await startService(t, { DATA_DIR: folder }, command)
    await assertServes(service.port)
    await untilIdle(service)
    t.diagnostic(`${readMemory(service).resident} MiB are resident`)
    assert.equal(await service.stop(), 0)
  })

  test('contains the description that it serves with default settings', async (t) => {
    const { port } = await startService(t, { SITE_URL: '' }, [process.execPath, server])
    const { text } = await send(port, { target: '/openapi.json' })
    const file = readFileSync(join(release, 'openapi.json'), 'utf8')
    assert.equal(file, text.replaceAll(`http://localhost:${port}/`, 'http://localhost:8080/'))
  })

  test('starts with npm start, without a compiler', () => {
    const words = ['start', '--prefix', release, '--', '--check']
    const { stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8' })
    assert.match(stdout, /^(?:Everything is fine|It can start).*: \d+ generators$/m, stderr)
  })
})

async function assertServes(port: number): Promise<void> {
  const ask = async (query: string, form: Request = {}) => {
    const { status, text } = await send(port, { target: `/api?action=${query}`, ...form })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }
  const { count } = await ask('list_generators')
  const { generator } = await ask('get_generator&slug=bold-serif')
  const { output } = await ask('generate', { method: 'POST', body: 'slug=bold-serif&text=a' })
  assert.equal(output, generator.characters['a'])
  const { statistics } = await ask('stats')
  assert.deepEqual(statistics, { sets: count, uses: 1, characters: 1 })
}
