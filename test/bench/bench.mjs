// Measures the cost of a request here and in the peers; README.md explains what is measured.
// From the root:
//
//   npm ci && npm ci --prefix test/bench && npm run bench --prefix test/bench
//
//   -- --rounds 3              fewer rounds, or more
//   -- --only generate,stats   only some kinds of request (kinds.mjs has the names)
//   -- --servers ours,bare     only some servers
//   -- --clients 1000000       how many clients are known at the start
//   -- --beside DIR            compares this build with DIR/dist instead of the peers
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { kinds } from './kinds.mjs'
import { startLoader } from './loader.mjs'
import { root } from './paths.mjs'
import { formatReport } from './report.mjs'
import { runRounds } from './rounds.mjs'
import { preparePeer, prepareOurs, titles } from './servers.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: Object.keys(kinds).join() },
    servers: { type: 'string' },
    clients: { type: 'string', default: '100000' },
    beside: { type: 'string' },
  },
})
const beside = values.beside === undefined ? undefined : resolve(values.beside)
const builds = { ours: root, ...(beside === undefined ? {} : { other: beside }) }
const usual = beside === undefined ? 'ours,bare,fastify,express' : 'ours,other'
const chosen = values.only.split(',')
const names = (values.servers ?? usual).split(',')
for (const name of chosen) {
  if (!(name in kinds)) throw new Error(`--only takes ${Object.keys(kinds).join()}`)
}
for (const name of names) {
  if (!(name in titles)) throw new Error(`--servers takes ${Object.keys(titles).join()}`)
}
const [clients, rounds] = [Number(values.clients), Number(values.rounds)]

const folder = mkdtempSync(join(tmpdir(), 'decoration-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
const loader = startLoader()
const ours = new Map()
for (const [name, build] of Object.entries(builds)) {
  say(`filling the data of ${titles[name]}`)
  ours.set(name, await prepareOurs({ name, build, folder, clients, loader }))
}
const { answers } = ours.get('ours')
const servers = names.map((name) => ours.get(name) ?? preparePeer({ name, clients, answers }))
const results = await runRounds({ servers, loader, clients, chosen, rounds, say })
loader.stop()
process.stdout.write(formatReport(results, { clients, rounds }))

function say(what) {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}\n`)
}
