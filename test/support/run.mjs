// Runs the compiled tests in dist/, which load faster, or the sources with the loader that this
// process was started with (`--import tsx`, or Node's own type stripping):
//
//   node test/support/run.mjs [quick] --compiled
//   node --import tsx test/support/run.mjs [quick | laws [slug]]
//
// - quick: the rooms, without their slowest files; no service is started as a process
// - laws: the laws of the catalogue; with a slug, those that this one generator can break
// - neither: everything, the longest first: the laws, and the files that wait
//
// A file is killed, with all processes it has started, when none of its tests has ended for
// TEST_LIMIT_SECONDS (default: 300).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import report from './reporter.mjs'

const limitSeconds = Number(process.env.TEST_LIMIT_SECONDS ?? 300)
const words = process.argv.slice(2)
const root = join(import.meta.dirname, '..', '..')
const sources = join(root, 'test')
const eventLog = join(import.meta.dirname, 'event-log.mjs')
const isCompiled = words.includes('--compiled')
const scratch = mkdtempSync(join(tmpdir(), 'decoration-run-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const alone = (files) => files.map((file) => [file])
// These take half of the time of all rooms, and other files of their rooms cover the basics.
const thorough = ['api/closest-slug', 'api/live-catalogue', 'api/representations', 'engine/text']
  .concat('http/connections', 'http/refused-requests', 'kept-in-memory', 'metrics')
  .concat('pages/curl', 'pages/form')
  .concat('pages/generator-page', 'pages/pages', 'pages/scripts')
  .concat('process/check', 'pages/additions', 'usage/windows')
  .concat('service/paths', 'store/folder', 'usage/protocol')
  .map(named)
// Files that measure processor time get a process of their own.
const measuring = alone(['http/parser-cost', 'uncounted-cost'].map(named))
// Most files take longer to load than to run, so several rooms share a process. Two processes are
// fastest on two processors: each of them loads most of the sources.
const rooms = [
  ['api', 'pages', 'usage', 'settings'],
  ['http', '.', 'process', 'service', 'catalogue', 'store', 'engine'],
].map((folders) =>
  folders.flatMap(testsIn).filter((file) => ![thorough, ...measuring].flat().includes(file)),
)
// The laws of one process share what they compute from the catalogue: with three processes they
// would need a tenth more time of the processors.
const laws = deal(testsIn('laws'), 2)
// Laws about the service with any generators, or about certain ones.
const notOfOne = ['codes', 'html-names', 'site', 'styles-in-browsers']
  .map((name) => named(`laws/${name}`))
const lawsOfOne = testsIn('laws').filter((file) => !notOfOne.includes(file))
// Only .ci/run has the time or the programs for these. Here they say so, in one process.
const later = ['behind-apache', 'behind-web-servers', 'boxes', 'clock', 'container']
  .concat('million', 'newcomer', 'openapi', 'power-loss', 'release', 'systemd')
  .map((name) => named(`system/${name}`))
  .concat(testsIn('system').filter((file) => basename(file).startsWith('pages')))
// These mostly wait, while the laws compute.
const waiting = ['flood', 'need', 'reporter', 'stop'].map((name) => named(`system/${name}`))
const others = testsIn('system').filter((file) => ![...waiting, ...later].includes(file))
const system = [...alone(others), later]
const [part = 'all', slug] = words.filter((word) => word !== '--compiled')
const all = [...laws, ...alone(waiting), thorough, ...rooms, ...measuring, ...system]
const groups = { quick: rooms, laws: slug === undefined ? laws : [lawsOfOne], all }[part]
if (slug !== undefined) {
  if (!existsSync(join(root, 'generators', `${slug}.json`))) {
    console.error(`There is no generator ${slug}: generators/${slug}.json is missing.`)
    process.exit(1)
  }
  process.env.GENERATOR = slug
}
// With a file that cannot be read no law could be tried: its fault comes first, and alone.
if (part === 'laws') {
  const { findDataFaults } = await import(pathToFileURL(runnable('support', 'data-faults.ts')))
  const faults = findDataFaults(root)
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault)
    process.exit(1)
  }
}
// Less random input while a developer waits.
if (part === 'quick') process.env.ROUNDS ??= '0.2'
// More than there are processors, because some groups wait.
const concurrency = availableParallelism() + 2

for await (const text of report(runGroups())) {
  process.stdout.write(text)
  if (/^\d+ passed, [1-9]\d* failed/m.test(text)) process.exitCode = 1
}
// A process that a test has left behind may still hold a pipe to this one.
process.exit()

/** Returns the test files of a folder; none if there is no such folder. */
function testsIn(name) {
  const folder = join(sources, name)
  const names = existsSync(folder) ? readdirSync(folder) : []
  // Listed by their sources: dist/ may contain the output of files that are gone.
  return names.filter((file) => file.endsWith('.test.ts')).map((file) => runnable(name, file))
}

/** Splits files into groups that take about the same time. */
function deal(files, count) {
  return Array.from({ length: count }, (_, group) =>
    files.filter((_, index) => index % count === group),
  )
}

/** Returns the file of a test by its name. */
function named(name) {
  return runnable('.', `${name}.test.ts`)
}

function runnable(folder, file) {
  if (!isCompiled) return join(sources, folder, file)
  return join(root, 'dist', 'test', folder, file.replace(/ts$/, 'js'))
}

/** Yields the events of all groups; those of one file follow one another. */
async function* runGroups() {
  const queue = groups.filter((files) => files.length > 0).values()
  const running = new Map()
  const startNext = () => {
    const { value: files, done } = queue.next()
    if (!done) running.set(files, runGroup(files).then((events) => ({ files, events })))
  }
  for (let count = 0; count < concurrency; count++) startNext()
  while (running.size > 0) {
    const { files, events } = await Promise.race(running.values())
    running.delete(files)
    startNext()
    yield* events
  }
}

/** Runs files in one process, one after another, and returns their events, by file. */
async function runGroup(files) {
  const { entry, progress, log } = writeEntry(files)
  // Node's own way to report to another process costs more than most of the tests.
  const options = [...process.execArgv, `--test-reporter=${eventLog}`]
  const child = spawn(process.execPath, [...options, entry], {
    stdio: ['ignore', 'pipe', 'pipe', openSync(log, 'w')],
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(text))
  let hasRunOut = false
  const watch = setInterval(() => {
    if (Date.now() - statSync(progress).mtimeMs < 1000 * limitSeconds) return
    clearInterval(watch)
    hasRunOut = true
    killTree(child.pid)
    // A process that none of those started any more may keep their output open.
    setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), 5_000).unref()
  }, 500)
  const [exitCode, signal] = await once(child, 'close')
  clearInterval(watch)
  const { file: last, state } = JSON.parse(readFileSync(progress, 'utf8').split('\n')[0])
  const events = new Map(files.map((file) => [file, []]))
  let [current] = files
  for (const line of readFileSync(log, 'utf8').split('\n').slice(0, -1)) {
    const { type, data } = JSON.parse(line)
    if (data.nesting === 0 && events.has(data.name)) current = data.name
    // Where a test was called says less: several files may call it in one helper.
    else events.get(current).push({ type, data: { ...data, file: current } })
  }
  const rest = []
  if (hasRunOut) {
    events.get(last).push(runOut(last, state))
    rest.push(...files.slice(files.indexOf(last) + 1))
    for (const file of rest) events.delete(file)
  }
  const hasFailed = [...events.values()].flat().some(({ type }) => type === 'test:fail')
  const ended = [...events].flatMap(([file, own]) => {
    // Its exit status only repeats that a test has failed.
    const isFault = exitCode !== 0 && !hasFailed && file === last
    const error = isFault ? { exitCode, signal } : undefined
    return [announce(file), ...own, ...summarize(file, own, output.join(''), error)]
  })
  return rest.length === 0 ? ended : [...ended, ...(await runGroup(rest))]
}

/** Writes a program that runs files, each announced by a test of its name, and notes progress. */
function writeEntry(files) {
  const base = join(scratch, String(readdirSync(scratch).length))
  const [entry, progress, log] = ['mjs', 'json', 'log'].map((type) => `${base}.${type}`)
  const helper = pathToFileURL(join(import.meta.dirname, 'progress.mjs')).href
  const given = [progress, files, 1000 * limitSeconds].map((value) => JSON.stringify(value))
  const lines = files.map((file) => {
    const url = pathToFileURL(file).href
    // A turn of the event loop lets the events of the file before be written.
    const mark = `test(${JSON.stringify(file)}, () => new Promise(setImmediate))`
    return `${mark}\nawait import(${JSON.stringify(url)})\n`
  })
  writeFileSync(progress, JSON.stringify({ file: files[0], state: 'it has not been loaded' }))
  const imports = `import { test } from 'node:test'\nimport { noteProgress } from '${helper}'\n`
  writeFileSync(entry, `${imports}noteProgress(${given.join()})\n${lines.join('')}`)
  return { entry, progress, log }
}

/** Kills a process, and all processes that it has started. */
function killTree(pid) {
  const children = readdirSync('/proc').filter((name) => parentOf(name) === String(pid))
  // From the top, because a parent may start another child in the place of a killed one.
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
  for (const child of children) killTree(Number(child))
}

/** Returns the id of a process's parent, or nothing if there is no such process. */
function parentOf(name) {
  try {
    return /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))?.[1]
  } catch {
    return undefined
  }
}

function runOut(file, state) {
  const cause = `None of its tests has ended for ${limitSeconds} s: ${state}.`
  const details = { duration_ms: 1000 * limitSeconds, error: { cause } }
  return { type: 'test:fail', data: { name: 'the time limit', file, nesting: 0, details } }
}

function announce(file) {
  return { type: 'test:enqueue', data: { name: file, file, nesting: 0 } }
}

/** Returns what Node would report of a file with a process of its own. */
function summarize(file, events, message, error) {
  const ends = events.filter(({ type, data }) => isEnd(type) && data.nesting === 0)
  const duration_ms = ends.reduce((sum, { data }) => sum + data.details.duration_ms, 0)
  const data = { name: file, file, nesting: 0, details: { duration_ms, error } }
  const printed = { type: 'test:stdout', data: { file, message } }
  const complete = { type: 'test:complete', data }
  return ends.length === 0 ? [printed, complete, { type: 'test:pass', data }] : [printed, complete]
}

function isEnd(type) {
  return type === 'test:pass' || type === 'test:fail'
}
