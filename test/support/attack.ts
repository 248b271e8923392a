import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { sourceOptions, sourcePath } from './built.ts'
import type { Probed } from './health-probe.ts'
import { readMainCpuMs } from './main-cpu.ts'
import { until } from './until.ts'

/** What some clients do at the same time. */
export interface Attack {
  readonly title: string
  readonly connections: number
  /** Returns what a connection writes, in order. */
  readonly write: (index: number) => ReadonlyArray<string | Buffer>
  /** How long to wait before the next connection is opened; all are opened at once unless stated. */
  readonly everyMs?: number
  /** How many of its connections are open at most; the next one waits until another is closed. */
  readonly mostOpen?: number
  /** Whether the clients read what they get. */
  readonly reads: boolean
  /** Whether it takes every connection, so that /health is refused until some of them end. */
  readonly fillsConnections?: boolean
  /** Whether it takes only some seconds. */
  readonly isQuick?: boolean
  /** The promise for the memory at its peak. */
  readonly mostMebibytes?: number
  /** The promise for /health on a new connection, in CPU of the main thread before its answer. */
  readonly medianMs?: number
  readonly worstMs?: number
}

/** What an attack has done to a service. */
export interface Outcome {
  /** Whether the process is still the same one and answers /health. */
  readonly isAlive: boolean
  /** How often /health was not answered. */
  readonly failures: number
  readonly medianMs: number
  readonly worstMs: number
  readonly peakMebibytes: number
  readonly cpuSeconds: number
  readonly seconds: number
}

/** A service under attack; `attacked` is another port that leads to it. */
export interface Target {
  readonly port: number
  readonly pid: number
  readonly attacked?: number
}

// Then the clients leave, whatever the service has still to do.
const longestMs = 40_000

// After so many answers to /health without any other work, the service will do no more.
const idleAnswers = 150

/** Attacks a service until it has done all that it will do, or for 40 seconds. */
export async function attack(
  { connections, write, reads, everyMs, mostOpen = Infinity }: Attack,
  { port, pid, attacked = port }: Target,
): Promise<Outcome> {
  const startMs = performance.now()
  const startCpu = readMainCpuMs(pid)
  const probe = fork(sourcePath('health-probe.ts'), [`${port}`, `${pid}`], { execArgv: sourceOptions })
  const waitsMs: number[] = []
  let failures = 0
  let answers = 0
  probe.on('message', ({ isAnswered, waitMs }: Probed) => {
    answers++
    if (isAnswered) waitsMs.push(waitMs)
    else failures++
  })
  let open = connections
  const sockets: Socket[] = []
  for (let index = 0; index < connections; index++) {
    if (everyMs !== undefined) await setTimeout(everyMs)
    const hasRoom = (): boolean => index - (connections - open) < mostOpen
    if (!hasRoom()) await until(hasRoom)
    const socket = connect({ host: '127.0.0.1', port: attacked })
    socket.on('error', () => {}).once('close', () => open--)
    if (reads) socket.resume()
    else socket.pause()
    socket.cork()
    for (const part of write(index)) socket.write(part, 'latin1')
    socket.uncork()
    sockets.push(socket)
  }
  const isDead = (): boolean => Number.isNaN(readMainCpuMs(pid))
  const countBytes = (): number =>
    sockets.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0)
  const look = () => ({ answers, bytes: countBytes(), cpuMs: readMainCpuMs(pid) })
  let before = look()
  /** Returns whether the service did next to nothing while it answered /health some times. */
  const isIdle = (): boolean => {
    const now = look()
    const count = now.answers - before.answers
    if (count < idleAnswers) return false
    const spentMs = now.cpuMs - before.cpuMs
    const isSame = now.bytes === before.bytes
    before = now
    return isSame && spentMs < 2 * count
  }
  const isOver = (): boolean =>
    open === 0 || isIdle() || performance.now() - startMs > longestMs
  // If it does not answer at all, that is noticed below.
  await until(() => isDead() || (waitsMs.length > 0 && isOver())).catch(() => undefined)
  const peakMebibytes = readPeak(pid)
  const cpuSeconds = (readMainCpuMs(pid) - startCpu) / 1000
  for (const socket of sockets) socket.destroy()
  const { length } = waitsMs
  const answersAgain = await until(() => isDead() || waitsMs.length > length + 2)
    .then(() => !isDead(), () => false)
  probe.disconnect()
  const sorted = waitsMs.toSorted((one, other) => one - other)
  return {
    isAlive: answersAgain,
    failures,
    medianMs: sorted[sorted.length >> 1] ?? NaN,
    worstMs: sorted.at(-1) ?? NaN,
    peakMebibytes,
    cpuSeconds,
    seconds: (performance.now() - startMs) / 1000,
  }
}

/** Returns the highest resident size of a process in MiB; NaN if it has ended. */
function readPeak(pid: number): number {
  try {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) / 1024
  } catch {
    return NaN
  }
}
