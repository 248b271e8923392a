import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { generate, logged, warnings } from '../support/load.ts'
import { startCommand, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { until } from '../support/until.ts'

// What is answered must outlive a reboot, which keeps checkpoint.json alone, also if the disk is
// full, or can no longer be written.

const hasNamespaces = spawnSync('unshare', ['-m', 'true']).status === 0
const skip = hasNamespaces ? false : 'LEFT OUT: no file system can be mounted here'

/** How a file system is made and mounted on the folder `$1`. */
const mounts: Readonly<Record<string, string>> = {
  tmpfs: 'mount -t tmpfs -o size=6m none "$1"',
  ext4: 'test -e "$1.img" || { truncate -s 16m "$1.img" && mkfs.ext4 -q -F "$1.img"; } && mount -o loop "$1.img" "$1"',
}

describe('a service whose disk is full', { skip }, () => {
  for (const [name, mount] of Object.entries(mounts)) {
    const canMount = hasNamespaces && tryMount(mount)
    const skip = canMount ? false : `LEFT OUT: ${name} cannot be mounted here`
    test(`keeps what it has answered in the checkpoint, on ${name}`, { skip }, async (t) => {
      const disk = join(temporaryFolder(t), 'disk')
      mkdirSync(disk)
      const service = await startOn(t, disk, mount)
      let uses = 0
      const sendSome = async (count: number): Promise<void> => {
        for (let sent = 0; sent < count; sent++) {
          const { status, headers } = await send(service.port, generate(`192.0.2.${sent % 5}`))
          if (status === 200) uses++
          else assert.deepEqual([status, headers['retry-after']], [503, '10'])
        }
      }
      await sendSome(20)
      await savedUses(service, uses)
      fill(join(rootOf(service), disk, 'filling'))
      const before = uses
      for (let round = 0; round < 3; round++) {
        await sendSome(20)
        await savedUses(service, uses)
      }
      assert.ok(uses > before)
      // An open folder keeps the file system when the process that has mounted it is gone.
      const folder = openSync(join(rootOf(service), disk, 'data'), 'r')
      assert.equal(await service.stop(), 0)
      assert.equal(readUses(`/proc/self/fd/${folder}/checkpoint.json`), uses)
      closeSync(folder)
    })
  }
})

describe('a service whose checkpoint cannot be written', { skip }, () => {
  test('records nothing, says so, and tries it again each second, until it can', async (t) => {
    const disk = join(temporaryFolder(t), 'disk')
    mkdirSync(disk)
    const service = await startOn(t, disk, mounts['tmpfs'] ?? '')
    const ask = () => send(service.port, generate('192.0.2.1'))
    const health = async (): Promise<number> => (await send(service.port, { target: '/health' })).status
    const folder = join(disk, 'data')
    const mendedBy = (command: string): void => {
      const words = ['-m', '-t', String(service.process.pid), 'sh', '-c', command, 'sh', folder]
      assert.equal(spawnSync('nsenter', words, { stdio: 'inherit' }).status, 0)
    }
    // The files that are open stay writable.
    const protect = (): void => mendedBy('mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"')
    for (const uses of [1, 2]) {
      assert.equal((await ask()).status, 200)
      await savedUses(service, uses)
    }
    protect()
    assert.equal((await ask()).status, 200)
    await logged(service, 'The store cannot be written')
    for (let sent = 0; sent < 3; sent++) {
      assert.equal(await health(), 503)
      const { status, headers } = await ask()
      assert.deepEqual([status, headers['retry-after']], [503, '10'])
    }
    mendedBy('umount "$1"')
    await logged(service, 'The store can be written again')
    await savedUses(service, 3)
    assert.equal(await health(), 200)
    assert.equal((await ask()).status, 200)
    await savedUses(service, 4)
    protect()
    assert.equal((await ask()).status, 200)
    assert.equal(await service.stop(), 1)
    const [failed, again, ...last] = service.lines.filter(({ level }) => level !== 'info')
    const path = join(folder, 'checkpoint.json')
    assert.deepEqual([failed?.level, failed?.['path'], again?.['path']], ['error', path, path])
    assert.match(String(failed?.['reason']), /EROFS/)
    assert.equal(last.at(-1)?.message, 'The last totals could not be saved')
    assert.ok(last.every(({ level }) => level === 'error'), warnings(service).join())
    assert.ok(service.lines.every(({ level, hint }) => level === 'info' || hint !== undefined))
  })
})

/** Returns whether a file system can be mounted in a namespace of its own. */
function tryMount(mount: string): boolean {
  const script = `folder=$(mktemp -d) && mkdir "$folder/disk" && set -- "$folder/disk" && ${mount} &&
    umount "$1" && rm -r "$folder"`
  return spawnSync('unshare', ['-m', 'sh', '-c', script], { stdio: 'ignore' }).status === 0
}

/** Starts the service with its data on a file system that only it sees, mounted on `disk`. */
async function startOn(t: TestContext, disk: string, mount: string): Promise<Service> {
  const script = `${mount} && shift && exec "$@"`
  const words = ['unshare', '-m', 'sh', '-c', script, 'sh', disk, ...startCommand()]
  return startService(t, { DATA_DIR: join(disk, 'data') }, words)
}

/** Returns the path of the root folder that a process sees. */
function rootOf({ process: { pid } }: Service): string {
  return `/proc/${pid}/root`
}

/** Resolves when the checkpoint has these totals; at each moment, it must be whole. */
async function savedUses(service: Service, uses: number): Promise<void> {
  const data = String(service.lines.find(({ data }) => data !== undefined)?.['data'])
  const path = join(rootOf(service), data, 'checkpoint.json')
  await until(() => existsSync(path) && readUses(path) === uses, `${uses} uses are saved`)
}

function readUses(path: string): number {
  return JSON.parse(readFileSync(path, 'utf8')).uses
}

/** Writes to a file until not a single byte fits. */
function fill(path: string): void {
  writeFileSync(path, '')
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 2) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(bytes))
    } catch (error) {
      assert.match(String(error), /ENOSPC/)
    }
  }
}
