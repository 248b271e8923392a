// Runs the tests, by the way that node itself was told to take (`--import tsx`, or its own type
// stripping), or compiled ones:
//
//   node --import tsx test/support/run.mjs [quick]
//   node test/support/run.mjs [quick] --compiled
//
// `quick` is the rooms alone: no process is started and nothing compiled is looked at. Else the
// laws of the catalogue come with them, and test/system behind them, one file at a time.
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import report from './reporter.mjs'

const words = process.argv.slice(2)
const compiled = words.includes('--compiled')
const root = join(import.meta.dirname, '..', '..')
const folder = compiled ? join(root, 'dist', 'test') : join(root, 'test')
const ending = compiled ? '.test.js' : '.test.ts'

const places = readdirSync(folder).filter((name) => name !== 'bench' && name !== 'data')
const files = places.flatMap((place) =>
  place.includes('.')
    ? [place].filter((name) => name.endsWith(ending))
    : readdirSync(join(folder, place))
        .filter((name) => name.endsWith(ending))
        .map((name) => join(place, name)),
)
const inFolder = (name) => files.filter((file) => file.startsWith(join(name, '/'))).sort()
const [laws, system] = [inFolder('laws'), inFolder('system')]
const rooms = files.filter((file) => !laws.includes(file) && !system.includes(file)).sort()

// What takes longest comes first, so that nothing runs alone at the end.
const stages = words.includes('quick')
  ? [{ files: rooms, concurrency: availableParallelism() }]
  : [
      { files: [...laws, ...rooms], concurrency: availableParallelism() },
      { files: system, concurrency: 1 },
    ]

async function* runStages() {
  for (const { files, concurrency } of stages) {
    yield* run({ files: files.map((file) => join(folder, file)), concurrency })
  }
}

for await (const text of report(runStages())) {
  process.stdout.write(text)
  if (/^\d+ passed, [^0]\d* failed/m.test(text)) process.exitCode = 1
}
