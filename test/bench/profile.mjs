// Shows where the service and the bare server spend their time:
//
//   node test/bench/profile.mjs [kind [servers]]     (after npm run build; names as for the benchmark)
//
// It prints each function's share of the samples, the highest first. Samples are taken by the clock:
// on a shared machine, writing to sockets seems to take longer than it does.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kinds } from './kinds.mjs'
import { startLoader } from './loader.mjs'
import { root } from './paths.mjs'
import { preparePeer, prepareOurs } from './servers.mjs'

const [name = 'generate', ...names] = process.argv.slice(2)
if (!(name in kinds)) throw new Error(`it takes ${Object.keys(kinds).join()}`)
const folder = mkdtempSync(join(tmpdir(), 'decoration-profile-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const nodeItself = { functionName: '(node itself)', url: '', lineNumber: 0 }
/** The start is left out: loading and compiling. */
const startMicroseconds = 2e6
const clients = 100_000
const loader = startLoader()

const ours = await prepareOurs({ name: 'ours', build: root, folder, clients, loader })
const { answers } = ours
for (const one of names.length > 0 ? names : ['ours', 'bare']) {
  const peer = () => preparePeer({ name: one, clients, answers })
  const place = join(folder, `${one}-profile`)
  mkdirSync(place)
  const profiling = ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${place}`]
  const server = await (one === 'ours' ? ours : peer()).start(name, profiling)
  const { port, pid } = server
  const job = { port, pid, kind: kinds[name], headers: answers.of(name).requestHeaders, clients }
  await loader.run({ ...job, measured: 40_000 })
  const result = await loader.run({ ...job, first: 40_128, measured: 100_000 })
  await server.stop()
  print(one, place, result.cpuMicroseconds)
}
loader.stop()

function print(server, place, cost) {
  const profile = JSON.parse(readFileSync(join(place, readdirSync(place)[0]), 'utf8'))
  console.log(`\n${server}, ${name}: ${cost.toFixed(1)} µs a request while it is profiled`)
  console.log('\nBy function, without its calls:')
  table(sum(profile, (stack) => stack[0]), cost)
  console.log('\nBy function of a file, with its calls of Node:')
  const isOfFile = ({ url }) => url.startsWith('file:')
  table(sum(profile, (stack) => stack.find(isOfFile) ?? nodeItself), cost)
}

/** Sums the time of the samples by the frame that `choose` picks from a stack, innermost first. */
function sum({ nodes, samples, timeDeltas }, choose) {
  let sinceStart = 0
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const keys = new Map()
  for (const { id } of nodes) {
    const stack = []
    for (let at = id; at !== undefined; at = parents.get(at)) stack.push(frames.get(at))
    keys.set(id, stack[0].functionName === '(idle)' ? undefined : nameOf(choose(stack)))
  }
  const times = new Map()
  for (const [index, id] of samples.entries()) {
    const key = keys.get(id)
    sinceStart += timeDeltas[index]
    if (sinceStart < startMicroseconds || key === undefined) continue
    times.set(key, (times.get(key) ?? 0) + timeDeltas[index])
  }
  return times
}

function nameOf({ functionName, url, lineNumber }) {
  const place = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url
  return `${functionName || '(anonymous)'}  ${place && `${place}:${lineNumber + 1}`}`
}

function table(times, cost) {
  const busy = [...times.values()].reduce((total, time) => total + time, 0)
  const rows = [...times].sort(([, one], [, other]) => other - one).slice(0, 30)
  for (const [key, time] of rows) {
    const percent = ((100 * time) / busy).toFixed(1).padStart(6)
    console.log(`${percent} %  ${((cost * time) / busy).toFixed(2)} µs  ${key}`)
  }
}
