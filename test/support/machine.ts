import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

export interface Run {
  readonly status: number | null
  /** Standard output and standard error, as a terminal would show them. */
  readonly output: string
}

/** A machine with a systemd of its own. */
export interface Machine {
  /** Runs lines of a shell as root, in the folder /root/releases. */
  readonly run: (lines: string) => Run
  /** The same, but throws if they fail. Returns their output. */
  readonly must: (lines: string) => string
  /** Copies a file into that folder. */
  readonly put: (path: string) => void
}

/**
 * Boots the Debian tree at `tree` with the Node of this process and only a loopback network. Changes
 * to the tree are lost when the test ends. Needs root and systemd-nspawn. Resolves to `undefined` if
 * systemd does not boot.
 */
export async function bootMachine(
  t: Pick<TestContext, 'after'>,
  tree: string,
): Promise<Machine | undefined> {
  copyFileSync(process.execPath, join(tree, 'usr/bin/node'))
  const words = ['-D', tree, '--volatile=overlay', '--boot', '--register=no', '--keep-unit']
  const container = spawn('systemd-nspawn', [...words, '--private-network', '--console=passive'], {
    stdio: 'ignore',
    detached: true,
  })
  const exited = once(container, 'exit')
  t.after(async () => {
    container.kill('SIGTERM')
    await exited
  })
  let leader = ''
  const run = (lines: string, input: string | Buffer = ''): Run => {
    const script = `exec 2>&1; mkdir -p /root/releases; cd /root/releases\n${lines}`
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
    const inside = ['-t', leader, '-m', '-u', '-i', '-n', '-p', '-C', 'sh', '-c', script]
    const { status, stdout } = spawnSync('nsenter', inside, { input, env })
    return { status, output: stdout.toString() }
  }
  const hasBooted = await until(() => {
    // The first child ends soon; another one boots.
    leader = childOf(container.pid)
    return (
      leader !== '' &&
      hasOwnNamespaces(leader) &&
      /running|degraded/.test(run('systemctl is-system-running').output)
    )
  })
  if (!hasBooted) return undefined
  const must: Machine['must'] = (lines) => {
    const { status, output } = run(lines)
    assert.equal(status, 0, `${lines}\n${output}`)
    return output
  }
  return {
    run: (lines) => run(lines),
    must,
    put(path) {
      const { status } = run(`cat >'${basename(path)}'`, readFileSync(path))
      assert.equal(status, 0)
    },
  }
}

function childOf(pid: number | undefined): string {
  return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n')[0] ?? ''
}

/** Nothing may ever run outside the machine. */
function hasOwnNamespaces(pid: string): boolean {
  try {
    return ['mnt', 'uts', 'ipc', 'net', 'pid', 'cgroup'].every(
      (name) => readlinkSync(`/proc/${pid}/ns/${name}`) !== readlinkSync(`/proc/self/ns/${name}`),
    )
  } catch {
    return false
  }
}

/** Returns whether a condition holds within about half a minute. */
async function until(isTrue: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    if (isTrue()) return true
    await setTimeout(100)
  }
  return false
}
