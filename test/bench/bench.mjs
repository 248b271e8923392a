// Measures the cost of a request here and in the peers; README.md explains what is measured.
// From the root:
//
//   npm ci && npm ci --prefix test/bench && npm run bench --prefix test/bench
//
//   -- --rounds 3              fewer rounds, or more
//   -- --only generate,stats   only some kinds of request (load.mjs has the names)
//   -- --clients 1000000       how many clients are known at the start
//   -- --beside DIR            compares this build with DIR/dist instead of the peers
import { execFileSync } from 'node:child_process'
import { cpus, release } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { kinds, load, median, quantile } from './load.mjs'
import { checkAnswer, preparePeer, prepareOurs, root, scratchFolder } from './servers.mjs'

const titles = {
  ours: 'this service',
  other: 'the other build',
  bare: 'bare `node:http`',
  fastify: 'Fastify',
  express: 'Express',
}
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: 'generate,stats,refused,unchanged,detail,list' },
    clients: { type: 'string', default: '100000' },
    beside: { type: 'string' },
  },
})
const names = values.beside === undefined ? ['ours', 'bare', 'fastify', 'express'] : ['ours', 'other']
const chosen = values.only.split(',')
const wrong = chosen.find((name) => !(name in kinds))
if (wrong !== undefined) throw new Error(`--only=${wrong}: choose from ${Object.keys(kinds)}`)
const [clients, rounds] = [Number(values.clients), Number(values.rounds)]

execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
const folder = scratchFolder()
const builds = { ours: root, other: values.beside === undefined ? undefined : resolve(values.beside) }
const ours = await prepare('ours')
const servers = []
for (const name of names) {
  if (name === 'ours') servers.push(ours)
  else servers.push(name === 'other' ? await prepare(name) : preparePeer({ name, clients, ours }))
}

/** The results of each round by kind and server. */
const results = new Map(chosen.map((kind) => [kind, new Map(names.map((name) => [name, []]))]))
for (let round = 1; round <= rounds; round++) {
  for (const [kind, byServer] of results) {
    say(`round ${round} of ${rounds}: ${kind}`)
    for (const [name, result] of await measure(kind)) byServer.get(name).push(result)
  }
}
process.stdout.write(formatReport())

function prepare(name) {
  say(`filling the data of ${titles[name]}`)
  return prepareOurs({ name, build: builds[name], folder, clients })
}

/**
 * Starts all servers and loads them in turns, forwards and backwards, so that other work of the
 * machine affects all of them. Returns for each the microseconds of CPU per request (the median of
 * the slices) and the memory in MiB.
 */
async function measure(kind) {
  const running = []
  for (const { start, answers } of servers) {
    const server = await start(kind)
    const { requestHeaders: headers } = answers[kind]
    await checkAnswer(server, kind, answers[kind])
    running.push({ server, job: { ...server, kind: kinds[kind], headers, clients }, first: 0, costs: [] })
  }
  const run = async (one, length) => {
    const { sent, memory, cpuMicroseconds } = await load({ ...one.job, first: one.first, ...length })
    one.first += sent
    one.memory = memory
    return cpuMicroseconds
  }
  // Warming up compiles what V8 compiles late.
  for (const one of running) await run(one, { measured: 12_000 })
  for (let slice = 0; slice < 9; slice++) {
    for (const one of running) one.costs.push(await run(one, { lead: 300, measured: 2_500 }))
    running.reverse()
  }
  for (const { server } of running) await server.stop()
  return running.map(({ server, costs, memory }) => [server.name, { cost: median(costs), memory }])
}

/** Formats the results as two tables, and a third with only the medians. */
function formatReport() {
  const [base, ...others] = names
  const costsOf = (kind, name) => results.get(kind).get(name).map(({ cost }) => cost)
  const ratiosOf = (kind, name) => {
    const theirs = costsOf(kind, name)
    return costsOf(kind, base).map((cost, round) => cost / theirs[round])
  }
  const formatRatio = (kind, name) => {
    const ratios = ratiosOf(kind, name)
    const [low, high] = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2))
    return `${median(ratios).toFixed(2)} (${low} to ${high}); ${median(costsOf(kind, name)).toFixed(1)}`
  }
  const costs = chosen.map((kind) => [
    kinds[kind].status === 200 ? kind : `${kind} (${kinds[kind].status})`,
    median(costsOf(kind, base)).toFixed(1),
    ...others.map((name) => formatRatio(kind, name)),
  ])
  const memories = names.map((name) => {
    const all = [...results.values()].flatMap((byServer) => byServer.get(name))
    const highest = (field) => Math.max(...all.map(({ memory }) => memory[field])).toFixed(0)
    return [titles[name], `${highest('resident')} (${highest('anonymous')})`]
  })
  const short = chosen.map((kind) => [
    kinds[kind].inShort ?? kind,
    ...others.map((name) => median(ratiosOf(kind, name)).toFixed(2)),
  ])
  const shortTitles = { ...titles, bare: 'bare `node:http`, same bytes' }
  const machine = `${cpus().length} cores (${cpus()[0].model.trim()}), Linux ${release()}`
  return [
    `Node ${process.versions.node}, ${machine}, ${clients} clients, rounds: ${rounds}.`,
    'Microseconds of CPU per request, and ours divided by theirs: the median of the rounds and its',
    `quartiles, then theirs in microseconds.\n`,
    formatTable(['request', titles[base], ...others.map((name) => `to ${titles[name]}`)], costs),
    '\nHighest resident memory in MiB; in brackets without file pages.\n',
    formatTable(['server', 'MiB'], memories),
    '\nIn short:\n',
    formatTable(['', ...others.map((name) => shortTitles[name])], short),
    '',
  ].join('\n')
}

function formatTable(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function say(what) {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}\n`)
}
