// Measures what the attacks of test/support/attacks.ts do to everyone else: the CPU time of the
// service until it answers /health on a new connection, and how much memory it needs at most.
//
//   npm run build && node --import tsx test/bench/attacks.mjs [--only WORDS] [DIR …]
//
// Without folders it measures this build, and otherwise the builds in DIR/dist.
//
// Each attack starts a service of its own, with the options of its unit file.
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { attack } from '../support/attack.ts'
import { attacks } from '../support/attacks.ts'
import { root, scratchFolder, startOurs } from './servers.mjs'

const { values: { only = '' }, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
})
const scratch = scratchFolder()
const builds = positionals.length === 0 ? [root] : positionals.map((path) => resolve(path))
const columns = ['/health: median ms', 'worst ms', 'unanswered', 'peak MiB', 'CPU s', 's']
console.log(`| attack | build | ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length + 2)}`)
for (const [number, one] of attacks.entries()) {
  if (!one.title.includes(only)) continue
  for (const build of builds) {
    const name = basename(build)
    const folder = join(scratch, `${number}-${name}`)
    mkdirSync(folder)
    const unit = readFileSync(join(build, 'systemd', 'text-decoration.service'), 'utf8')
    const [, options] = /NODE_OPTIONS=([^"]+)/.exec(unit)
    const server = await startOurs(folder, build, 'ours', { NODE_OPTIONS: options, MALLOC_ARENA_MAX: '1' })
    const { isAlive, ...outcome } = await attack(one, server)
    await server.stop()
    const figures = [outcome.medianMs, outcome.worstMs, outcome.failures, outcome.peakMebibytes, outcome.cpuSeconds, outcome.seconds]
    const shown = figures.map((figure) => figure.toFixed(figure < 10 && figure > 0 ? 1 : 0))
    console.log(`| ${one.title} | ${name} | ${shown.join(' | ')} |${isAlive ? '' : ' the process has ended'}`)
  }
}
