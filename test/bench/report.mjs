// The figures as Markdown.
import { cpus, release, totalmem } from 'node:os'
import { kinds } from './kinds.mjs'
import { median } from './numbers.mjs'

const titles = {
  ours: 'this service',
  bare: 'bare `node:http`, same bytes',
  fastify: 'Fastify, limiter in memory',
}

/** All tables; what was not measured is left out. */
export function report({ rounds, servers, starts, growth, quick }) {
  const parts = [heading(rounds, quick), costs(rounds), speeds(rounds)]
  parts.push(memories(rounds, servers, starts))
  if (growth !== undefined) parts.push(footprint(starts, growth))
  return parts.join('\n\n')
}

function heading(rounds, quick) {
  const [first] = rounds.values()
  const count = first.values().next().value.length
  const date = new Date().toISOString().slice(0, 10)
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  return wrap(
    `Measured on ${date} with \`npm run ${quick ? 'quick' : 'bench'} --prefix test/bench\`,`,
    `client and server on one machine: ${cpus().length} cores (${cpus()[0].model.trim()}),`,
    `${memory} GiB, Linux ${release().split('-')[0]}, Node ${process.versions.node}.`,
    `Medians of ${count} interleaved rounds; 100,000 clients, 64 connections without pipelining.`,
  )
}

function costs(rounds) {
  const cell = (results, ours, name) => {
    const cost = number(middle(results, 'cpuMicroseconds'), 1)
    if (name === 'ours') return cost
    const ratios = results.map((row, at) => ours[at].cpuMicroseconds / row.cpuMicroseconds)
    return `${cost} (${median(ratios).toFixed(2)})`
  }
  const note = 'Microseconds of CPU a request, and in brackets ours divided by theirs:'
  return `${note}\n\n${byKind(rounds, cell)}`
}

function speeds(rounds) {
  const cell = (results) =>
    `${number(middle(results, 'requestsPerSecond'))} · ` +
    `${middle(results, 'p50').toFixed(2)} · ${middle(results, 'p99').toFixed(2)}`
  return `Requests a second · p50 · p99 in milliseconds:\n\n${byKind(rounds, cell)}`
}

function byKind(rounds, cell) {
  const [first] = rounds.values()
  const names = [...first.keys()]
  const rows = [...rounds].map(([kind, cells]) => [
    kinds[kind].title,
    ...names.map((name) => cell(cells.get(name), cells.get('ours'), name)),
  ])
  return table(['request', ...names.map((name) => titles[name])], rows)
}

function memories(rounds, servers, starts) {
  const both = ({ resident, anonymous }) => `${number(resident)} (${number(anonymous)})`
  const rows = servers.map(({ name, idle }) => {
    const loaded = [...rounds.values()].flatMap((cells) => cells.get(name).map((r) => r.memory))
    const highest = (field) => Math.max(...loaded.map((memory) => memory[field]))
    const load = { resident: highest('resident'), anonymous: highest('anonymous') }
    return [titles[name], both(idle), both(load)]
  })
  if (starts !== undefined) {
    const { resident, anonymous } = starts['bare-lmdb']
    const idle = { resident: median(resident), anonymous: median(anonymous) }
    rows.push(['bare `node:http` that opens lmdb', both(idle), ''])
  }
  const note = 'Resident memory in MiB, and in brackets without the pages of files:'
  return `${note}\n\n${table(['', 'after one answer', 'highest under load'], rows)}`
}

function footprint(starts, { few, many, clients }) {
  const bare = starts['bare-lmdb']
  const rows = [
    ['start of a bare server that opens lmdb, to its first answer', startCell(bare)],
    ['start of the service, to its first answer', startCell(starts.ours, bare)],
    [`generate, ${number(few)} active clients`, `${number(clients.few, 1)} µs`],
    [
      `generate, ${number(many)} active clients`,
      `${number(clients.many, 1)} µs (${clients.ratio.toFixed(2)})`,
    ],
    [
      `memory with ${number(many)} active clients`,
      `${number(clients.memory.resident)} MiB, ${number(clients.memory.anonymous)} without files`,
    ],
  ]
  const note = 'Start and growth; in brackets the ratio to the line before:'
  return `${note}\n\n${table(['', ''], rows)}`
}

function startCell(starts, others) {
  const cell = (field) => {
    const milliseconds = `${number(median(starts[field]))} ms`
    if (others === undefined) return milliseconds
    // Of starts that followed each other.
    const ratios = starts[field].map((value, at) => value / others[field][at])
    return `${milliseconds} (${median(ratios).toFixed(2)})`
  }
  return `${cell('milliseconds')}; of CPU ${cell('cpu')}`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function middle(results, field) {
  return median(results.map((result) => result[field]))
}

function number(value, digits = 0) {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

function wrap(...texts) {
  return texts.join(' ').replace(/(.{1,98})(?: |$)/g, '$1\n').trimEnd()
}
