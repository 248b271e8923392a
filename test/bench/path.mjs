// Prints how many named functions of how many files a request passes. From the root:
//
//   npm run build && node test/bench/path.mjs [DIST] [--list] [--only WORDS]
//
// DIST may be joined to one file, with a comment before each part, or not. --list adds the names.
// The service runs in this process, and V8 inlines nothing while it counts calls.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Session } from 'node:inspector/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clientAddress, kinds } from './load.mjs'
import { scratchFolder } from './servers.mjs'

const { values: { list, only = '' }, positionals: [dist = 'dist'] } = parseArgs({
  options: { list: { type: 'boolean' }, only: { type: 'string' } },
  allowPositionals: true,
})
const page = { method: 'GET', target: '/en/', headers: { 'Accept-Encoding': 'br' }, status: 200 }
const measured = { generate: kinds.generate, stats: kinds.stats, page, refused: kinds.refused }
// More than a client may send, and fewer than a connection may carry.
const warmUps = 300
const [windows, windowMs] = [5, 30]

const lib = resolve(dist, 'lib')
const inspector = new Session()
inspector.connect()
await inspector.post('Debugger.enable')
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
Object.assign(process.env, { PORT: '0', DATA_DIR: scratchFolder(), SITE_URL: 'http://localhost' })
process.argv.splice(2)
let address
process.stderr.write = (line) => (address ??= /"address":"([^"]+)"/.exec(line)?.[1])
await import(resolve(dist, 'server.js'))
while (address === undefined) await sleep(windowMs)

for (const [kind, how] of Object.entries(measured).filter(([name]) => name.includes(only))) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (n) => ask(how, clientAddress(how.isRefused ? 0 : n, how.isRefused), agent)
  for (let n = 0; n < warmUps; n++) await send(n)
  const runs = []
  while (runs.length < windows) {
    // The service itself works, too: it sweeps the records, and writes checkpoints.
    const [idle, ran] = [await during(() => {}), await during(() => send(runs.length))]
    if (idle.size === 0) runs.push(ran)
  }
  agent.destroy()
  const [first, ...others] = runs.map((run) => [...run])
  const all = first.filter(([id]) => others.every((run) => run.some(([other]) => other === id)))
  const files = [...new Set(all.map(([, { file }]) => file))].sort()
  console.log(`${kind}: ${all.length} functions in ${files.length} files`)
  for (const file of list ? files : []) {
    const names = all.flatMap(([, one]) => (one.file === file ? [one.name] : []))
    console.log(`  ${file} (${names.length}): ${names.join(', ')}`)
  }
}
process.exit()

async function ask({ method, target, headers, body = '', status = 200 }, client, agent) {
  const { hostname: host, port } = new URL(address)
  const own = { 'X-Forwarded-For': client, ...headers }
  const sent = request({ host, port, agent, method, path: target, headers: own })
  const [response] = await once(sent.end(body), 'response')
  await response.toArray()
  return response.statusCode === status
}

/** Returns the functions that run during `work` and shortly after it, by position. */
async function during(work) {
  await inspector.post('Profiler.takePreciseCoverage')
  if ((await work()) === false) throw new Error('Another status was expected')
  await sleep(windowMs)
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  const ran = new Map()
  for (const { scriptId, url, functions } of result) {
    if (!url.includes(lib)) continue
    const { scriptSource } = await inspector.post('Debugger.getScriptSource', { scriptId })
    for (const { functionName: name, ranges: [{ count, startOffset: at }] } of functions) {
      // V8 gives a name in brackets to what sets the fields of an object.
      if (count === 0 || !/^[^<]/.test(name)) continue
      const part = scriptSource.slice(0, at).match(/^\/\/ lib\/.*\.[jt]s$/gm)?.at(-1)
      ran.set(`${scriptId}:${at}`, { name, file: (part ?? url).replace(/^.*?\blib\//, '') })
    }
  }
  return ran
}
