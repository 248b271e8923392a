// Formats the figures as Markdown.
import { cpus, release } from 'node:os'
import { kinds } from './kinds.mjs'
import { median, quantile } from './numbers.mjs'
import { titles } from './servers.mjs'

const shortTitles = { bare: 'bare `node:http`, same bytes' }

/** Formats the results of `runRounds` as two tables, and a third with only the medians. */
export function formatReport(results, { clients, rounds }) {
  const [first] = results.values()
  const [base, ...others] = first.keys()
  const costs = [...results].map(([kind, byServer]) => [
    kinds[kind].status === 200 ? kind : `${kind} (${kinds[kind].status})`,
    middle(byServer.get(base)).toFixed(1),
    ...others.map((name) => formatRatio(byServer.get(base), byServer.get(name))),
  ])
  const memories = [base, ...others].map((name) => {
    const all = [...results.values()].flatMap((byServer) => byServer.get(name))
    const highest = (field) => Math.max(...all.map(({ memory }) => memory[field])).toFixed(0)
    return [titles[name], `${highest('resident')} (${highest('anonymous')})`]
  })
  const short = [...results].map(([kind, byServer]) => [
    kinds[kind].inShort ?? kind,
    ...others.map((name) => median(ratiosOf(byServer.get(base), byServer.get(name))).toFixed(2)),
  ])
  const machine = `${cpus().length} cores (${cpus()[0].model.trim()}), Linux ${release()}`
  return [
    `Node ${process.versions.node}, ${machine}, ${clients} clients, rounds: ${rounds}.`,
    'Microseconds of CPU per request, and ours divided by theirs: the median of the rounds and its',
    `quartiles, then theirs in microseconds.\n`,
    formatTable(['request', titles[base], ...others.map((name) => `to ${titles[name]}`)], costs),
    '\nHighest resident memory in MiB; in brackets without file pages.\n',
    formatTable(['server', 'MiB'], memories),
    '\nIn short:\n',
    formatTable(['', ...others.map((name) => shortTitles[name] ?? titles[name])], short),
    '',
  ].join('\n')
}

/** Formats the ratio of costs in the same round, 1.23 (1.21 to 1.26), then theirs in µs. */
function formatRatio(ours, theirs) {
  const ratios = ratiosOf(ours, theirs)
  const [low, high] = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2))
  return `${median(ratios).toFixed(2)} (${low} to ${high}); ${middle(theirs).toFixed(1)}`
}

function ratiosOf(ours, theirs) {
  return ours.map(({ cpuMicroseconds }, at) => cpuMicroseconds / theirs[at].cpuMicroseconds)
}

function middle(results) {
  return median(results.map(({ cpuMicroseconds }) => cpuMicroseconds))
}

function formatTable(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
