// Runs the tests, by the way that node itself was told to take (`--import tsx`, or its own type
// stripping), or those in dist/, which load sooner:
//
//   node --import tsx test/support/run.mjs [quick | laws [slug]]
//   node test/support/run.mjs [quick] --compiled
//
// `quick` is the rooms alone, without what takes long in them: no process is started. Else the laws
// of the catalogue come before them, and test/system behind them, whose files wait more than they
// work. `laws` is those alone; with a slug, those that its file and its names can break, which look
// at that generator and no other where they can.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import report, { isOfSummary } from './reporter.mjs'

const words = process.argv.slice(2)
const root = join(import.meta.dirname, '..', '..')
const sources = join(root, 'test')
const isCompiled = words.includes('--compiled')
const scratch = mkdtempSync(join(tmpdir(), 'decoration-run-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const alone = (files) => files.map((file) => [file])
// A third of what the rooms take is for these, which others of their rooms have the basics of.
const thorough = ['api/closest-slug', 'api/representations', 'engine/text', 'http/connections']
  .concat('http/parser-errors', 'pages/address', 'pages/documentation', 'pages/form')
  .concat('pages/scripts', 'pages/style-pages', 'running-service', 'store/parts')
  .map((name) => runnable('.', `${name}.test.ts`))
// What measures processor time has its process for itself.
const measuring = alone([runnable('http', 'compression-threads.test.ts')])
// Most files take longer to start than to run: those of a few rooms share a process. Two take the
// least time of two processors: each loads most of the sources.
const rooms = [
  ['api', 'pages', 'usage', 'settings'],
  ['http', '.', 'process', 'service', 'catalogue', 'store', 'engine'],
].map((folders) =>
  folders.flatMap(testsIn).filter((file) => ![thorough, ...measuring].flat().includes(file)),
)
// What the laws work out of the catalogue is shared by those of a process.
const laws = deal(testsIn('laws'), 3)
// Those that tell of the service with any generators, or of certain ones.
const notOfOne = ['answers', 'codes', 'html-names', 'newcomer', 'site', 'styles-in-browsers']
  .map((name) => runnable('laws', `${name}.test.ts`))
const lawsOfOne = testsIn('laws').filter((file) => !notOfOne.includes(file))
// What only .ci/run has the time or the machine for says so, all in one process.
const later = ['behind-apache', 'boxes', 'clock', 'million', 'newcomer', 'openapi', 'power-loss']
  .concat('release', 'systemd')
  .map((name) => runnable('system', `${name}.test.ts`))
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
// Random input: some where a developer waits for it, as much as the tests say elsewhere.
if (part === 'quick') process.env.ROUNDS ??= '0.2'
// More than there are processors, for some of them wait.
const concurrency = availableParallelism() + 2

for await (const text of report(runGroups())) {
  process.stdout.write(text)
  if (/^\d+ passed, [1-9]\d* failed/m.test(text)) process.exitCode = 1
}

/** The test files of a folder; none where there is no such folder. */
function testsIn(name) {
  const place = join(sources, name)
  const names = existsSync(place) ? readdirSync(place) : []
  // By their sources: of files that are gone something compiled may be left.
  return names.filter((file) => file.endsWith('.test.ts')).map((file) => runnable(name, file))
}

/** Files in so many groups, each about as long as the others. */
function deal(files, count) {
  return Array.from({ length: count }, (_, group) =>
    files.filter((_, index) => index % count === group),
  )
}

function runnable(folder, file) {
  if (!isCompiled) return join(sources, folder, file)
  return join(root, 'dist', 'test', folder, file.replace(/ts$/, 'js'))
}

/** The events of all groups: those of a file follow one another. */
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

/** Runs files in one process, one after the other, and gives their events, by file. */
async function runGroup(files) {
  const entry = files.length === 1 ? files[0] : writeEntry(files)
  const events = new Map(files.map((file) => [file, []]))
  let [current] = files
  let hasFailed = false
  for await (const { type, data } of run({ files: [entry] })) {
    const isSaid = type === 'test:diagnostic' && !isOfSummary(data.message)
    if (data?.file === undefined && !isSaid) continue
    const isMark = data.nesting === 0 && events.has(data.name) && data.name !== entry
    if (isMark && type === 'test:start') current = data.name
    const isOfEntry = data.name !== undefined && resolve(data.name) === entry
    if (type === 'test:fail' && !isOfEntry) hasFailed = true
    // Its exit status says again that a test has failed.
    if (isMark || (isOfEntry && hasFailed && data.details?.error?.exitCode === 1)) continue
    // Where a test is called tells less: several files may call it in one place.
    const told = isOfEntry ? { ...data, name: current, file: current } : { ...data, file: current }
    events.get(current).push({ type, data: told })
  }
  return [...events].flatMap(([file, own]) => [announce(file), ...own, ...summarize(file, own)])
}

/** A file that runs others; each is announced by a test of its name. */
function writeEntry(files) {
  const path = join(scratch, `${readdirSync(scratch).length}.mjs`)
  const lines = files.map((file) => {
    const url = pathToFileURL(file).href
    return `test(${JSON.stringify(file)}, () => {})\nawait import(${JSON.stringify(url)})\n`
  })
  writeFileSync(path, `import { test } from 'node:test'\n${lines.join('')}`)
  return path
}

function announce(file) {
  return { type: 'test:enqueue', data: { name: file, file, nesting: 0 } }
}

/** What node would say of a file with a process of its own: its time, or that it had no test. */
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
