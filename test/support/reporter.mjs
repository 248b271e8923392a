// Formats the output of `npm test` (node --test --test-reporter=…): one line per file, with complete
// failures, the reasons of skipped tests, and what tests print with `t.diagnostic`. The last line has
// the counts, `N passed, N failed, N skipped`. Other output of a file is shown only if it failed.
// https://nodejs.org/api/test.html#custom-reporters
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { inspect } from 'node:util'

/** Yields the text for the events of a run. */
export default async function* report(events) {
  const files = new Map()
  const fileOf = (name) => {
    const path = resolve(name)
    if (!files.has(path)) files.set(path, createFile(path))
    return files.get(path)
  }
  let current
  for await (const { type, data } of events) {
    if (data?.file === undefined) {
      if (type === 'test:diagnostic' && !isOfSummary(data.message)) yield `${data.message}\n`
      continue
    }
    if (!ordered.has(type)) {
      if (isOutput(type) || isFileItself(data)) takeUnordered(fileOf(data.file), type, data)
      continue
    }
    // A helper may have called `test` on behalf of the running file.
    const running = current ?? files.values().next().value
    const isHelper = running !== undefined && !files.has(resolve(data.file))
    const file = isHelper ? running : fileOf(data.file)
    if (current !== undefined && current !== file) yield finish(current)
    current = file
    takeOrdered(file, type, data)
  }
  if (current !== undefined) yield finish(current)

  const all = [...files.values()]
  const failures = all.flatMap((file) => file.failures.map(({ name }) => `${file.path}: ${name}`))
  if (failures.length > 0) yield `\nFailed:\n${failures.map((name) => `  ${name}\n`).join('')}`
  const sum = (field) => all.reduce((total, file) => total + file[field], 0)
  yield `\n${sum('passed')} passed, ${failures.length} failed, ${sum('skipped')} skipped\n`
}

function createFile(path) {
  const counts = { passed: 0, skipped: 0 }
  const lists = { failures: [], notes: [], output: [], names: [] }
  const ended = { milliseconds: 0, error: undefined }
  return { path: relative(process.cwd(), path), ...counts, ...ended, ...lists }
}

/** The events that come in the order of the files; the others come at once. */
const ordered = new Set(['test:start', 'test:pass', 'test:fail', 'test:diagnostic'])

function isOutput(type) {
  return type === 'test:stdout' || type === 'test:stderr'
}

function takeUnordered(file, type, data) {
  if (isOutput(type)) file.output.push(data.message)
  if (type !== 'test:complete') return
  file.milliseconds = data.details.duration_ms
  file.error = data.details.error
}

function takeOrdered(file, type, data) {
  const { names } = file
  const { name, nesting = 0, details } = data
  if (type === 'test:start') {
    names.length = nesting
    names.push(name)
  }
  const titles = [...names.slice(0, nesting), name]
  const title = titles.join(' > ')
  if (type === 'test:diagnostic') file.notes.push(`${names.join(' > ')}: ${data.message}`)
  else if (type === 'test:fail') takeFailure(file, titles, data)
  else if (type !== 'test:pass' || (details.type === 'suite' && !data.skip)) return
  else if (isFileItself(data)) {
    const error = 'No test of this file was reported: it has none, or ended its process.'
    file.failures.push({ name: 'the file', error })
  } else if (data.skip !== undefined) {
    file.skipped++
    const reason = data.skip === true ? '' : `: ${data.skip}`
    file.notes.push(`skipped: ${title}${reason}`)
  } else file.passed++
}

function takeFailure(file, titles, data) {
  const { error } = data.details
  // Its subtests have been reported.
  if (error.failureType === 'subtestsFailed') return
  if (isFileItself(data)) file.error = error
  else {
    const at = findSource(file, titles)
    file.failures.push({ name: titles.join(' > '), error: error.cause ?? error, at })
  }
}

/**
 * Returns the line of the source that has the title of a test: its row in a table, or its call of
 * `test`. If the title is computed, returns the line of the innermost suite that has one.
 */
function findSource({ path }, titles) {
  const source = path.replace(/^dist\/(.*)\.js$/, '$1.ts')
  if (!existsSync(source)) return undefined
  const text = readFileSync(source, 'utf8')
  let position = -1
  for (const title of titles) {
    const found = ["'", '"', '`'].map((quote) => text.indexOf(quote + title + quote, position + 1))
    position = found.find((index) => index !== -1) ?? position
  }
  return position < 0 ? undefined : `${source}:${text.slice(0, position).split('\n').length}`
}

/** Returns whether an event is about a file as a whole, which only its name shows. */
function isFileItself({ name, file, nesting }) {
  return nesting === 0 && resolve(name) === resolve(file)
}

/** Returns whether a diagnostic is one of Node's own counts of a run. */
export function isOfSummary(message) {
  return /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(message)
}

/** Returns the text for a file that has ended. */
function finish(file) {
  const { error, failures } = file
  if (error !== undefined && failures.length === 0) {
    const how = error.signal ? `by ${error.signal}` : `with exit status ${error.exitCode}`
    failures.push({ name: 'the file', error: `Its process ended ${how}.` })
  }
  return format(file)
}

function format({ path, passed, milliseconds, failures, notes, output }) {
  const mark = failures.length === 0 ? 'ok  ' : 'FAIL'
  const time = `${(milliseconds / 1000).toFixed(1)} s`
  const lines = [`${mark} ${String(passed).padStart(5)} ${time.padStart(8)}  ${path}`]
  for (const note of notes) lines.push(indent(note, 2))
  for (const { name, error, at } of failures) {
    lines.push(indent(at === undefined ? name : `${name} (${at})`, 2), indent(describe(error), 4))
  }
  if (failures.length > 0 && output.length > 0) {
    const last = output.join('').trimEnd().split('\n').slice(-mostOutputLines).join('\n')
    lines.push(indent('It printed:', 2), indent(last, 4))
  }
  return `${lines.join('\n')}\n`
}

const mostOutputLines = 100

/** Returns the message, which contains the difference, and the stack frames in the tests. */
export function describe(error) {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error)
  const { name, message, stack = '', cause } = error
  const frames = stack.split('\n').filter((line) => {
    // Compiled support has other lines than its source, and many tests share it.
    return /^ +at .*(?:file:\/|[( ]\/)/.test(line) && !line.includes('/dist/test/support/')
  })
  const parts = [`${name}: ${message.trimEnd()}`, ...frames.map((line) => line.trim())]
  if (cause !== undefined) parts.push(`caused by ${describe(cause)}`)
  return parts.join('\n')
}

function indent(text, spaces) {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces))
}
