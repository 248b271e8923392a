// What the service costs, beside its peers, on this machine. One command, from the root:
//
//   npm ci && npm ci --prefix test/bench && npm run bench --prefix test/bench
//
// It builds the service, runs everything side by side in interleaved rounds and prints the tables;
// it needs Linux (/proc).
//   -- --quick                 the same in less than a minute, for a first look
//   -- --only generate,refused some kinds of request alone (their names stand in kinds.mjs)
//   -- --servers ours,bare     some servers alone
//   -- --rounds 9              more rounds, each kind of request once on every server
//   -- --write                 puts the tables into README.md, between its two marks
//   -- --beside DIR            this build beside that of another folder (DIR/dist), and nothing
//                              else: the cost of a request, and the start to the first answer
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareBuilds } from './beside.mjs'
import { measureGrowth } from './growth.mjs'
import { kinds } from './kinds.mjs'
import { startLoader } from './loader.mjs'
import { root } from './paths.mjs'
import { startPeers } from './peers.mjs'
import { report } from './report.mjs'
import { runRounds } from './rounds.mjs'
import { measureStarts } from './starts.mjs'
import { writeReadme } from './readme.mjs'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    servers: { type: 'string' },
    rounds: { type: 'string' },
    beside: { type: 'string' },
  },
})
const { quick } = values
const isWhole = values.only === undefined && values.servers === undefined
const chosen = values.only?.split(',') ?? Object.keys(kinds)
for (const name of chosen) {
  if (!(name in kinds)) throw new Error(`--only takes ${Object.keys(kinds).join(', ')}`)
}
if (values.write && !isWhole) throw new Error('--write takes neither --only nor --servers')

// Whatever hangs: nothing of this outlives ten minutes.
setTimeout(() => {
  console.error('The benchmark took longer than ten minutes and was ended.')
  process.exit(1)
}, 600_000).unref()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const folder = mkdtempSync(join(tmpdir(), 'decoration-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

say('Building the service')
execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
const loader = startLoader()
if (values.beside !== undefined) {
  const rounds = Number(values.rounds ?? (quick ? 3 : 11))
  const starts = quick ? 5 : 20
  await compareBuilds({ folder, loader, other: values.beside, rounds, starts, say })
  loader.stop()
  process.exit()
}
const servers = await startPeers({ folder, loader, names: values.servers?.split(','), say })
const rounds = await runRounds({
  servers,
  loader,
  kinds: chosen,
  rounds: Number(values.rounds ?? (quick ? 2 : 5)),
  measureMs: quick ? 150 : 700,
  say,
})
for (const server of servers) await server.stop()

const results = { rounds, servers, quick }
if (isWhole) {
  say('Starting and stopping')
  results.starts = await measureStarts({ folder, times: quick ? 5 : 9 })
  say('Many clients')
  results.growth = await measureGrowth({ folder, loader, quick })
}
const text = report(results)
process.stdout.write(`\n${text}\n`)
if (values.write) writeReadme(text)
loader.stop()

function say(what) {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}\n`)
}
