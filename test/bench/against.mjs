// Compares the cost of a request with that of an older commit, in turns in one run. From the root:
//
//   npm ci && node test/bench/against.mjs COMMIT [the options of bench.mjs]
//
// The older sources are built in a temporary folder with the packages of this one.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root, scratchFolder } from './servers.mjs'

const [commit, ...options] = process.argv.slice(2)
if (commit === undefined) throw new Error('Which commit? Type: node test/bench/against.mjs COMMIT')
const folder = join(scratchFolder(), 'older')
mkdirSync(folder)
const run = (program, words, cwd, input) =>
  execFileSync(program, words, { cwd, input, maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'inherit'] })
run('tar', ['--extract'], folder, run('git', ['archive', commit], root))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
run('npm', ['run', '--silent', 'build'], folder)
process.argv.splice(2, Infinity, '--beside', folder, ...options)
await import('./bench.mjs')
