import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { freePort, send } from '../support/client.ts'
import { readBlock } from '../support/documents.ts'
import { temporaryFolder } from '../support/folders.ts'
import { packRelease } from '../support/release.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

/** A Debian tree, which replaces the image that needs a registry, and an unpacked release. */
const [tree, release] = [process.env['SYSTEMD_TREE'] ?? '', process.env['RELEASE'] ?? '']
const isAble = process.getuid?.() === 0 && tree !== '' && release !== ''
const skip = isAble ? false : 'LEFT OUT: it needs root, SYSTEMD_TREE, RELEASE, Podman and runc'

describe('a container, as systemd/container.md builds and starts it,', { skip }, () => {
  test('serves every page under load in 256 MiB, and keeps its data', async (t) => {
    const { type, port, folder } = await prepare(t)
    if (type === undefined) return t.skip('LEFT OUT: Podman cannot run a container here')
    const start = readBlock('startContainer').replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    const limits = start.replace('--memory 512m', '--memory 256m')
    await type(`cd ${folder} && ${limits.replace('--env SITE', '--env RATE_LIMIT=0 --env SITE')}`)
    const isWell = async (): Promise<boolean> =>
      (await send(port, { target: '/health' }).catch(() => undefined))?.status === 200
    await until(isWell, 'it answers')

    await type('podman healthcheck run text-decoration')
    const inside = await type('podman exec text-decoration cat /proc/1/status')
    assert.match(inside, /^Uid:\s+1000\s/m)
    assert.match(inside, /^CapEff:\s+0+$/m)
    await assert.rejects(type('podman exec text-decoration touch /opt/file'), /Read-only/)

    const { transformed, pages } = await walkUnderLoad(port)
    const mostBytes = Number(await type(`cat ${await memoryFile(type)}`))
    t.diagnostic(`${transformed} transformations and ${pages} pages: ${mostBytes / 2 ** 20} MiB`)
    assert.ok(pages > 1_000 && mostBytes > 2 ** 25 && mostBytes < 2 ** 28, `${mostBytes} bytes`)

    const starts = async (): Promise<number> =>
      (await type('podman logs text-decoration 2>&1')).split('"Listening"').length
    const before = await starts()
    const server = '/opt/text-decoration/dist/server.js'
    const report = await type(`podman exec text-decoration node ${server} --check`)
    assert.match(report, /\n(?:Everything is fine|It can start, with warnings): \d+ generators\n$/)
    await type('podman restart text-decoration')
    await until(async () => (await starts()) > before && (await isWell()), 'it starts again')
    const { text: counted } = await send(port, { target: '/api?action=stats' })
    await type('podman stop text-decoration')
    const state = "podman inspect --format '{{.State.ExitCode}} {{.State.OOMKilled}}' text-decoration"
    assert.equal(await type(state), '0 false\n')
    await type('podman cp text-decoration:/data/checkpoint.json .')
    await type('podman rm --force text-decoration')
    await type(start.slice(start.indexOf('podman run')))
    await until(isWell, 'it answers again')
    assert.equal((await send(port, { target: '/api?action=stats' })).text, counted)
    assert.equal(JSON.parse(counted).statistics.uses, transformed)
  })
})

/** Runs lines of a shell and returns their output. */
type Type = (lines: string) => Promise<string>

/**
 * Imports the tree with the Node of this process as an image, and prepares a folder with what
 * systemd/container.md asks for. `type` is missing if Podman cannot run this image.
 */
async function prepare(t: TestContext) {
  // Removed after the container.
  let remove = (): unknown => undefined
  const storage = temporaryFolder({ after: (work) => void (remove = work as () => unknown) })
  const folder = join(storage, 'image')
  const real = `podman --storage-driver vfs --runtime runc --root ${storage}/root --runroot ${storage}/run`
  // Without privileges of a whole machine: no higher limits, no timers of systemd, no registry.
  const limits = '--ulimit nofile=1024:1024 --ulimit nproc=4000:4000'
  const lines = `#!/bin/sh
case $1 in
  build) shift; set -- build --isolation chroot --layers=false --from localhost/base "$@" ;;
  run) shift; set -- run --health-interval disable ${limits} "$@" ;;
esac
PATH='${process.env['PATH']}' exec ${real} "$@"
`
  for (const part of [folder, join(storage, 'bin')]) mkdirSync(part)
  writeFileSync(join(storage, 'bin', 'podman'), lines)
  chmodSync(join(storage, 'bin', 'podman'), 0o755)
  const env = { ...process.env, PATH: `${storage}/bin:${process.env['PATH']}` }
  const type: Type = async (lines) =>
    (await run('sh', ['-c', lines], { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout
  t.after(async () => {
    await type('podman rm --all --force --time 0').catch(() => {})
    remove()
  })
  copyFileSync(process.execPath, join(tree, 'usr/bin/node'))
  writeFileSync(join(folder, 'Containerfile'), readBlock('image'))
  const [archive = ''] = /\S+\.tar\.gz/.exec(readBlock('image')) ?? []
  packRelease(release, join(folder, archive))
  const others = ['var/cache', 'var/lib/apt', 'usr/share'].map((path) => `--exclude=./${path}`)
  const image = `tar -C '${tree}' ${others.join(' ')} -c . | podman import --quiet - localhost/base`
  const canRun = spawnSync('sh', ['-c', `${image} && podman run --rm localhost/base true`], { env })
  return { type: canRun.status === 0 ? type : undefined, port: await freePort(), folder }
}

/** Visits every page of the sitemap while four clients transform long texts. */
async function walkUnderLoad(port: number): Promise<{ transformed: number; pages: number }> {
  const { text: sitemap } = await send(port, { target: '/sitemap.xml' })
  const paths = Array.from(sitemap.matchAll(/<loc>https:\/\/your\.site(.*?)<\/loc>/g), ([, path]) => path)
  const slugs = ['bold-serif', 'zalgo', 'upside-down', 'reverse']
  let transformed = 0
  let isOver = false
  const load = Array.from({ length: 4 }, async (_, client) => {
    while (!isOver) {
      const slug = slugs[(client + transformed) % slugs.length]
      const body = `action=generate&slug=${slug}&text=${'wörld '.repeat(200)}`
      const { status, text } = await send(port, { method: 'POST', target: '/api', body })
      assert.equal(status, 200, text)
      transformed++
    }
  })
  const codings = ['identity', 'gzip', 'br']
  const walk = async (): Promise<void> => {
    for (const [index, target] of paths.entries()) {
      const headers = [`Accept-Encoding: ${codings[index % codings.length]}`]
      assert.equal((await send(port, { target: String(target), headers })).status, 200, target)
    }
  }
  await Promise.all([walk().finally(() => (isOver = true)), ...load])
  return { transformed, pages: paths.length }
}

/** Returns the file with the most memory that the control group of the container has used. */
async function memoryFile(type: Type): Promise<string> {
  const id = (await type("podman inspect --format '{{.Id}}' text-decoration")).trim()
  const names = '-name memory.max_usage_in_bytes -o -name memory.peak'
  const found = await type(`find /sys/fs/cgroup -path '*${id}*' \\( ${names} \\)`)
  return found.trim().split('\n').toSorted((one, other) => one.length - other.length)[0] ?? ''
}
