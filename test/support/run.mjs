// Runs the tests with the loader that this process was started with (`--import tsx`, or Node's own
// type stripping), or the compiled ones in dist/, which load faster:
//
//   node --import tsx test/support/run.mjs [quick | laws [slug]]
//   node test/support/run.mjs [quick] --compiled
//
// - quick: the rooms, without their slowest files; no service is started as a process
// - laws: the laws of the catalogue; with a slug, those that this one generator can break
// - neither: everything, the laws first, and test/system last, since its files mostly wait
//
// A file is killed, with all processes it has started, when none of its tests has ended for
// TEST_LIMIT_SECONDS (default: 300).
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import report, { isOfSummary } from './reporter.mjs'

const limitSeconds = Number(process.env.TEST_LIMIT_SECONDS ?? 300)
const words = process.argv.slice(2)
const root = join(import.meta.dirname, '..', '..')
const sources = join(root, 'test')
const isCompiled = words.includes('--compiled')
const scratch = mkdtempSync(join(tmpdir(), 'decoration-run-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const alone = (files) => files.map((file) => [file])
// These take a third of the time of all rooms, and other files of their rooms cover the basics.
const thorough = ['api/closest-slug', 'api/representations', 'engine/text', 'http/connections']
  .concat('pages/address', 'pages/documentation', 'pages/form', 'pages/scripts')
  .concat('running-service', 'service/paths', 'store/parts')
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
// The laws of one process share what they compute from the catalogue.
const laws = deal(testsIn('laws'), 3)
// Laws about the service with any generators, or about certain ones.
const notOfOne = ['answers', 'codes', 'html-names', 'site', 'styles-in-browsers']
  .map((name) => named(`laws/${name}`))
const lawsOfOne = testsIn('laws').filter((file) => !notOfOne.includes(file))
// Only .ci/run has the time or the programs for these. Here they say so, in one process.
const later = ['behind-apache', 'boxes', 'clock', 'container', 'million', 'newcomer', 'openapi']
  .concat('power-loss', 'release', 'systemd')
  .map((name) => named(`system/${name}`))
  .concat(testsIn('system').filter((file) => basename(file).startsWith('pages')))
const system = [...alone(testsIn('system').filter((file) => !later.includes(file))), later]
const [part = 'all', slug] = words.filter((word) => word !== '--compiled')
const all = [...laws, thorough, ...rooms, ...measuring, ...system]
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
  const { entry, progress } = writeEntry(files)
  const events = new Map(files.map((file) => [file, []]))
  let [current] = files
  let hasFailed = false
  let hasRunOut = false
  const stream = run({ files: [entry] })
  const limit = setTimeout(() => {
    hasRunOut = true
    killTree(entry)
    // A process that none of those started any more may keep their output open.
    setTimeout(() => stream.destroy(), 5_000).unref()
  }, 1000 * limitSeconds)
  try {
    for await (const { type, data } of stream) {
      limit.refresh()
      const isText = type === 'test:diagnostic' && !isOfSummary(data.message)
      if (data?.file === undefined && !isText) continue
      const isMark = data.nesting === 0 && events.has(data.name)
      if (isMark && type === 'test:start') current = data.name
      const isOfEntry = data.name !== undefined && resolve(data.name) === entry
      if (type === 'test:fail' && !isOfEntry) hasFailed = true
      // Its exit status only repeats that a test has failed.
      const isKnown = hasRunOut || (hasFailed && data.details?.error?.exitCode === 1)
      if (isMark || (isOfEntry && isKnown)) continue
      // Where a test was called says less: several files may call it in one helper.
      const own = isOfEntry ? { ...data, name: current, file: current } : { ...data, file: current }
      events.get(current).push({ type, data: own })
    }
  } catch (error) {
    if (!hasRunOut) throw error
  }
  clearTimeout(limit)
  const rest = []
  if (hasRunOut) {
    const { file, state } = JSON.parse(readFileSync(progress, 'utf8'))
    events.get(file).push(runOut(file, state))
    const next = files.slice(files.indexOf(file) + 1)
    for (const other of next) events.delete(other)
    if (next.length > 0) rest.push(...(await runGroup(next)))
  }
  const all = [...events].flatMap(([file, own]) => [announce(file), ...own, ...summarize(file, own)])
  return [...all, ...rest]
}

/** Writes a program that runs files, each announced by a test of its name, and notes progress. */
function writeEntry(files) {
  const base = join(scratch, String(readdirSync(scratch).length))
  const [entry, progress] = [`${base}.mjs`, `${base}.json`]
  const helper = pathToFileURL(join(import.meta.dirname, 'progress.mjs')).href
  const given = [progress, files, 1000 * limitSeconds].map((value) => JSON.stringify(value))
  const lines = files.map((file) => {
    const url = pathToFileURL(file).href
    // A turn of the event loop lets the events of the file before leave this process.
    const mark = `test(${JSON.stringify(file)}, () => new Promise(setImmediate))`
    return `${mark}\nawait import(${JSON.stringify(url)})\n`
  })
  writeFileSync(progress, JSON.stringify({ file: files[0], state: 'it has not been loaded' }))
  const imports = `import { test } from 'node:test'\nimport { noteProgress } from '${helper}'\n`
  writeFileSync(entry, `${imports}noteProgress(${given.join()})\n${lines.join('')}`)
  return { entry, progress }
}

/** Kills the process that runs an entry, and all processes that it has started. */
function killTree(entry) {
  const children = new Map()
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = Number(parentOf(name))
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const kill = (pid) => {
    // From the top, because a parent may start another child in the place of a killed one.
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
    for (const child of children.get(pid) ?? []) kill(child)
  }
  for (const pid of children.get(process.pid) ?? []) if (runs(pid, entry)) kill(pid)
}

/** Returns the id of a process's parent, or nothing if the process has ended. */
function parentOf(pid) {
  try {
    return /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
  } catch {
    return undefined
  }
}

function runs(pid, entry) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(entry)
  } catch {
    return false
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

/** Returns what Node would report of a file with a process of its own: its time, or no test. */
function summarize(file, events) {
  const ends = events.filter(({ type, data }) => isEnd(type) && data.nesting === 0)
  const duration_ms = ends.reduce((sum, { data }) => sum + data.details.duration_ms, 0)
  const entry = events.find(({ type, data }) => type === 'test:complete' && data.name === file)
  const details = { duration_ms, error: entry?.data.details.error }
  const data = { name: file, file, nesting: 0, details }
  const complete = { type: 'test:complete', data }
  return ends.length === 0 ? [complete, { type: 'test:pass', data }] : [complete]
}

function isEnd(type) {
  return type === 'test:pass' || type === 'test:fail'
}
