import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import { readRecording, traceOptions } from '../support/crash-states.ts'
import type { Fate, Recording } from '../support/crash-states.ts'
import { fastFolder, temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import { startCommand, startService } from '../support/service.ts'
import { createTryOut } from '../support/try-out.ts'
import type { Outcome, TryOut } from '../support/try-out.ts'
import { until } from '../support/until.ts'

// A service under load is recorded by strace over two boots of the machine; then states are built
// that the disk may be in if the power is cut at some moment, and the store is opened on each in a
// third boot. Locks are in mapped memory, which strace does not see: they hold random bytes.

const states = Number(process.env['POWER_LOSS_STATES'] ?? 0)
const hasTracer = spawnSync('strace', ['-D', '-o', '/dev/null', 'true']).status === 0
const hasBoots = spawnSync('unshare', ['-m', 'true']).status === 0
const leftOut =
  states === 0
    ? 'LEFT OUT: only .ci/run has the time (POWER_LOSS_STATES=300 tries 300 states)'
    : !hasTracer || !hasBoots
      ? 'LEFT OUT: strace cannot trace, or no file can be mounted for another boot id'
      : false

const bootIdPath = '/proc/sys/kernel/random/boot_id'
const boots = ['first', 'second', 'third'].map((name) => `${name}-boot`)

describe('a power cut', { skip: leftOut }, () => {
  test('leaves the totals of the last second, and nothing that stops a start', async (t) => {
    const scratch = fastFolder(t)
    let before: string | undefined
    for (const [index, bootId] of boots.slice(0, 2).entries()) {
      const { trace, parent } = await record(t, bootId, before)
      const recording = readRecording(trace, parent, before)
      assert.ok(recording.checkpoints.length >= 3, `${recording.checkpoints.length} checkpoints`)
      const known = before === undefined ? 0 : readUses(before)
      const tryOut = createTryOut(t)
      let worst = 0
      for (const [line, fate] of drawStates(recording, createDraw(bootId), states / 2)) {
        const state = join(scratch, 'state')
        recording.rebuild(line, state, fate)
        const what = `boot ${index}, line ${line}, ${fate.name}`
        const outcome = await check(tryOut, state, fate, what)
        const uses = outcome.totals?.uses ?? NaN
        const { allowed, least } = usesAt(recording, line, known)
        assert.ok(allowed.has(uses) && uses >= least, `${uses} uses at line ${line}, ${fate.name}`)
        worst = Math.max(worst, ageOf(recording, line, uses - known))
        rmSync(state, { recursive: true })
      }
      // A second between two checkpoints; on a busy machine, under strace, they come later.
      const starts = recording.checkpoints.map(({ start }) => recording.timeAt(start))
      const longest = Math.max(...starts.slice(1).map((at, index) => at - (starts[index] ?? at)))
      assert.ok(worst < 2 * longest, `${worst} s were lost, and up to ${longest} s between checkpoints`)
      t.diagnostic(`boot ${index + 1}: at most ${worst.toFixed(2)} s of statistics lost`)
      before = join(scratch, `after-${index}`)
      recording.rebuild(recording.moments.at(-1) ?? 0, before, { ...allKept, draw: () => 0 })
    }
  })
})

/** Runs the service for some seconds under load, in a folder `data` of a folder of its own. */
async function record(
  t: TestContext,
  bootId: string,
  before: string | undefined,
): Promise<{ trace: string; parent: string }> {
  const parent = temporaryFolder(t)
  if (before !== undefined) cpSync(before, parent, { recursive: true })
  const path = join(temporaryFolder(t), 'trace')
  const service = await startService(
    t,
    { DATA_DIR: join(parent, 'data'), RATE_LIMIT: '100000', UV_USE_IO_URING: '0' },
    ['strace', '-D', ...traceOptions, '-o', path, ...inBoot(t, bootId), ...startCommand()],
  )
  let isWanted = true
  const ended = Array.from({ length: 4 }, async (_, index) => {
    const connection = new Connection(service.port)
    for (let sent = 0; isWanted && sent < 900; sent++) {
      assert.equal((await connection.send(generate(4 * sent + index))).status, 200)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    connection.close()
  })
  const checkpoint = join(parent, 'data', 'checkpoint.json')
  const written = new Set<number | undefined>()
  const countWritten = (): number =>
    written.add(statSync(checkpoint, { throwIfNoEntry: false })?.mtimeMs).size
  await until(() => countWritten() > 5, 'the service has written five checkpoints')
  isWanted = false
  await Promise.all(ended)
  await service.kill()
  const read = (): string => readFileSync(path, 'latin1')
  await until(() => read().endsWith('+++ killed by SIGKILL +++\n'), 'the trace is complete')
  return { trace: read(), parent }
}

/** Returns a command that runs another one with this boot id. */
function inBoot(t: TestContext, bootId: string): string[] {
  const path = join(temporaryFolder(t), 'boot')
  writeFileSync(path, `${bootId}\n`)
  return ['unshare', '-m', 'sh', '-c', `mount --bind "$0" ${bootIdPath} && exec "$@"`, path]
}

function generate(client: number) {
  const headers = [`X-Forwarded-For: 10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`]
  const target = '/api?action=generate'
  return { method: 'POST', target, body: 'slug=reverse&text=ab', headers }
}

const either = (draw: Draw): 'kept' | 'lost' => (draw(2) === 0 ? 'kept' : 'lost')

const allKept: Omit<Fate, 'draw'> = { name: 'all kept', data: () => 'kept', names: () => 'kept' }
const fates: ReadonlyArray<Omit<Fate, 'draw'>> = [
  allKept,
  { name: 'all lost', data: () => 'lost', names: () => 'lost' },
  { name: 'data lost', data: () => 'lost', names: () => 'kept' },
  { name: 'names lost', data: () => 'kept', names: () => 'lost' },
  { name: 'torn', data: () => 'torn', names: () => 'kept' },
  { name: 'some', data: either, names: either },
  {
    name: 'some, torn',
    data: (draw) => (['kept', 'lost', 'torn'] as const)[draw(3)] ?? 'kept',
    names: either,
  },
]

/** Returns moments and fates: every moment of the start, and random later ones. */
function* drawStates(
  { moments }: Recording,
  draw: Draw,
  count: number,
): Generator<readonly [line: number, fate: Fate]> {
  for (let index = 0; index < count; index++) {
    const kind = fates[index % fates.length] ?? fates[0]
    const isStart = index % 3 === 0
    const line = moments[isStart ? Math.floor(index / 3) % 60 : draw(moments.length)] ?? 0
    if (kind !== undefined) yield [line, { ...kind, draw }]
  }
}

/** Returns the totals that may be found after a cut, and the lowest of them. */
function usesAt(
  { checkpoints }: Recording,
  line: number,
  known: number,
): { allowed: ReadonlySet<number>; least: number } {
  const written = checkpoints.filter(({ start }) => start <= line)
  const safe = checkpoints.filter(({ durable }) => durable <= line)
  const usesOf = ({ text }: { text: string }): number => JSON.parse(text).uses
  return {
    allowed: new Set([known, ...written.map(usesOf)]),
    least: Math.max(known, ...safe.map(usesOf)),
  }
}

/** Returns how many seconds before a line the first answer was sent that `uses` do not include. */
function ageOf({ answers, timeAt }: Recording, line: number, uses: number): number {
  const left = answers.filter((answer) => answer <= line)
  const firstLost = left[uses]
  return firstLost === undefined ? 0 : timeAt(line) - timeAt(firstLost)
}

/** Opens a state in the third boot, as the service does, and checks what is true of all states. */
async function check(
  tryOut: TryOut,
  state: string,
  fate: Fate,
  what: string,
): Promise<Outcome> {
  damageLocks(state, fate.draw)
  const folder = join(state, 'data')
  const live = readIfThere(join(folder, 'live.mdb'))
  const outcome = await tryOut({ folder, bootId: 'third-boot', clients: ['a', 'b'] })
  assert.equal(outcome.ended, undefined, what)
  assert.deepEqual(outcome.failures, [], what)
  const reasons = outcome.lines.map(({ path, reason }) => `${String(path)}: ${String(reason)}`)
  const aside = reasons.filter((reason) => !reason.startsWith(`${folder}/gate.mdb: `))
  const expected = live === undefined ? 0 : 1
  assert.equal(aside.length, expected, `${what}: ${reasons.join()}`)
  if (live !== undefined) {
    assert.ok(readFileSync(join(folder, 'live.mdb.previous-boot')).equals(live), what)
  }
  return outcome
}

function damageLocks(state: string, draw: Draw): void {
  const folder = join(state, 'data')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((each) => each.endsWith('-lock'))) {
    const path = join(folder, name)
    const { size } = statSync(path)
    const bytes = Buffer.from(Array.from({ length: size }, () => draw(256)))
    if (draw(2) === 0) writeFileSync(path, bytes)
  }
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

function readUses(state: string): number {
  return JSON.parse(readFileSync(join(state, 'data', 'checkpoint.json'), 'utf8')).uses
}
