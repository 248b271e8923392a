// Two builds of the service beside each other: what a request costs, and a start.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { exhaust, recordAnswers } from './answers.mjs'
import { median, quantile } from './numbers.mjs'
import { dist } from './paths.mjs'
import { runRounds } from './rounds.mjs'
import { startOurs } from './server.mjs'
import { startInTurn } from './starts.mjs'

const kinds = ['generate', 'stats', 'unchanged', 'detail', 'refused']

/** Prints the medians of this build and of that in `other`, and their ratio: this one by that. */
export async function compareBuilds({ folder, loader, other, rounds, starts, say }) {
  const builds = { ours: dist, other: join(resolve(other), 'dist') }
  const dataOf = (name) => {
    const data = join(folder, name)
    mkdirSync(data)
    return data
  }
  const servers = []
  for (const [name, from] of Object.entries(builds)) {
    const server = { ...(await startOurs(dataOf(name), {}, [], from)), name }
    await exhaust(server, loader)
    const answers = await recordAnswers(server)
    servers.push({ ...server, prepare: (kind) => answers[kind].requestHeaders })
  }
  const cells = await runRounds({ servers, loader, kinds, rounds, measureMs: 300, say })
  for (const server of servers) await server.stop()
  console.log('CPU of a request in microseconds, this build and the other, and their ratio')
  for (const [kind, byName] of cells) {
    const [ours, theirs] = ['ours', 'other'].map((name) =>
      byName.get(name).map((result) => result.cpuMicroseconds),
    )
    print(kind, ours, theirs, 1)
  }

  say('Starting and stopping')
  const start = ([name, from]) => {
    const data = dataOf(`${name}-starts`)
    return [name, () => startOurs(data, {}, [], from)]
  }
  const found = await startInTurn(starts, Object.fromEntries(Object.entries(builds).map(start)))
  console.log('A start to its first answer')
  for (const field of ['milliseconds', 'cpu']) {
    const title = field === 'cpu' ? 'milliseconds of CPU' : field
    print(title, found.ours[field], found.other[field], 1)
  }
}

/** The ratio is that of the medians, and in brackets the quartiles of those of the rounds. */
function print(title, ours, theirs, digits) {
  const ratios = ours.map((value, at) => value / theirs[at])
  const quartiles = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(3)).join(' to ')
  const [one, other] = [median(ours), median(theirs)]
  const figures = `${one.toFixed(digits)} ${other.toFixed(digits)}`
  console.log(`  ${title}: ${figures} ${(one / other).toFixed(3)} (${quartiles})`)
}
