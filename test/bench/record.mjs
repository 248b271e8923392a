// Records the bytes of what the service answers, so that two builds can be compared:
//
//   node test/bench/record.mjs [--root DIR] FILE      what DIR/dist/server.js answers, into FILE
//   node test/bench/record.mjs --compare DIR          DIR beside this checkout: what differs
//   node test/bench/record.mjs [--root DIR] --show NAME     one entry, as it is kept
//
// DIR is this checkout unless told. FILE has a line an entry: its name, a tab, and what came back
// as a JSON string of Latin-1 or, where that is long, its SHA-256. An entry is one answer, or all
// that came on one connection until the server closed it. Only the date and counted seconds are
// made alike. The answers of a full disk are left out where no file system can be mounted.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { root } from './paths.mjs'
import { scenarios } from './record-scenarios.mjs'

const options = { root: { type: 'string' }, compare: { type: 'string' }, show: { type: 'string' } }
/** Longer entries are kept as their hash. */
const longCharacters = 2_000

const settings = { PATH: process.env['PATH'], PORT: '0', SITE_URL: 'https://example.com/a' }
const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

const { values, positionals } = parseArgs({ options, allowPositionals: true })

if (values.compare !== undefined) {
  const before = await record(resolve(values.compare))
  const after = await record(root)
  process.exitCode = printDifferences(before, after) === 0 ? 0 : 1
} else {
  const entries = await record(resolve(values.root ?? root))
  const [file] = positionals
  if (values.show !== undefined) process.stdout.write(entries.get(values.show) ?? '', 'latin1')
  else if (file === undefined) throw new Error('record.mjs takes the name of the file to write')
  else writeFileSync(file, [...entries].map(formatEntry).sort().join(''))
}

/** Everything that the service of a folder answers: by name, Latin-1 text. */
async function record(folder) {
  const entries = new Map()
  const add = (name, text) => {
    if (entries.has(name)) throw new Error(`two entries have the name ${name}`)
    entries.set(name, makeAlike(text))
  }
  const queue = scenarios.values()
  const work = async () => {
    for (const scenario of queue) await play(folder, scenario, add)
  }
  await Promise.all([work(), work(), work()])
  return entries
}

async function play(folder, { name, environment, onSmallDisk = false, run }, add) {
  const scratch = mkdtempSync(join(tmpdir(), 'decoration-record-'))
  const data = join(scratch, 'data')
  mkdirSync(data)
  const isMounted = onSmallDisk && mountSmall(data)
  let server
  try {
    if (onSmallDisk && !isMounted) {
      process.stderr.write(`LEFT OUT: ${name}; no file system can be mounted\n`)
      return
    }
    server = await start(folder, { ...environment, DATA_DIR: join(data, 'live') })
    await run(server, (entry, text) => add(`${name}: ${entry}`, text))
  } finally {
    await server?.kill()
    if (isMounted) spawnSync('umount', ['-l', data])
    rmSync(scratch, { recursive: true, force: true })
  }
}

function mountSmall(folder) {
  const words = ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]
  return spawnSync('mount', words, { stdio: 'ignore' }).status === 0
}

async function start(folder, environment) {
  const child = spawn(process.execPath, [join(folder, 'dist', 'server.js')], {
    env: { ...settings, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  children.add(child)
  const messages = []
  let notify = () => {}
  createInterface({ input: child.stderr }).on('line', (line) => {
    messages.push(line.startsWith('{') ? JSON.parse(line) : { message: line })
    notify()
  })
  const said = async (message) => {
    for (let hasEnded = false; ; ) {
      const line = messages.find((one) => one.message === message)
      if (line !== undefined) return line
      if (hasEnded) throw new Error(`it ended: ${JSON.stringify(messages)}`)
      const ended = exited.then(() => (hasEnded = true))
      await Promise.race([ended, new Promise((resolve) => (notify = resolve))])
    }
  }
  const { address } = await said('Listening')
  return {
    port: Number(new URL(address).port),
    said,
    stop: () => child.kill('SIGTERM'),
    async kill() {
      child.kill('SIGKILL')
      await exited
      children.delete(child)
    },
  }
}

function makeAlike(text) {
  return text
    .replace(/\r\nDate: [^\r]+/g, '\r\nDate: -')
    .replace(/(\r\nRateLimit: "\w+";r=\d+;t=|X-RateLimit-Reset: |Retry-After: )\d+/g, '$1-')
    .replace(/(Try again in |"retry_after":)\d+( second\b)?/g, '$1-$2')
}

function formatEntry([name, text]) {
  const isLong = text.length > longCharacters
  const hash = () => createHash('sha256').update(text, 'latin1').digest('hex')
  return `${name}\t${isLong ? hash() : JSON.stringify(text)}\n`
}

/** Prints where two records differ and gives in how many entries. */
function printDifferences(before, after) {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const different = names.filter((name) => before.get(name) !== after.get(name))
  for (const name of different) {
    const [one, other] = [before.get(name), after.get(name)]
    let at = 0
    while (at < (one?.length ?? 0) && one[at] === other?.[at]) at++
    const show = (text) => JSON.stringify(text?.slice(Math.max(0, at - 60), at + 100))
    console.log(`${name}, from ${at}:\n  before ${show(one)}\n  after  ${show(other)}`)
  }
  console.log(`${names.length} entries, ${different.length} differ`)
  return different.length
}
