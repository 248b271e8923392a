// Runs the service from its sources (`npm run dev`). A change of the code restarts it; a change
// of a generator or a locale is read while it runs, and the faults that the laws of data find are
// printed. If the service ends, it has logged why, and the next change starts it again.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './folders.ts'

const { GENERATORS_DIR, LOCALES_DIR } = process.env
const dataFolders = [join(root, 'generators'), join(root, 'locales'), GENERATORS_DIR, LOCALES_DIR]
const sources = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
const codeFolders = new Set(
  sources.filter((path) => path.endsWith('.ts')).map((path) => dirname(join(root, 'lib', path))),
)

// A program saves a file in several changes.
const settlingMs = 100

let child: ChildProcess | undefined
let isEnding = false
/** Whether code has changed that is not compiled. */
let isStale = true
let timer: NodeJS.Timeout | undefined

for (const folder of codeFolders) watchFiles(folder, /\.ts$/, () => (isStale = true))
watchFiles(root, /^server\.ts$/, () => (isStale = true))
// The service itself reports a folder that does not exist.
for (const folder of dataFolders) if (existsSync(folder ?? '')) watchFiles(folder ?? '', /\.json$/)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isEnding = true
    clearTimeout(timer)
    if (child === undefined) process.exit(0)
    // A terminal sends SIGINT to all of its processes by itself.
    if (signal === 'SIGTERM') child.kill(signal)
  })
}
start()

function watchFiles(folder: string, names: RegExp, note = () => {}): void {
  watch(folder, (_event, name) => {
    if (name === null || !names.test(name)) return
    note()
    clearTimeout(timer)
    timer = setTimeout(apply, settlingMs)
  })
}

function apply(): void {
  if (child === undefined) return start()
  child.kill(isStale ? 'SIGTERM' : 'SIGHUP')
  if (!isStale) tellDataFaults()
}

/** Runs in another process, which loads the present list of locales. */
function tellDataFaults(): void {
  const program = join(import.meta.dirname, 'tell-data-faults.ts')
  spawn(process.execPath, [...process.execArgv, program], { stdio: 'inherit' })
}

/** Compiles the scripts for browsers; the compiler reports their faults. */
function compileScripts(): void {
  const compiler = join(root, 'node_modules', '.bin', 'tsc')
  spawnSync(compiler, ['--project', join(root, 'lib', 'pages', 'browser')], { stdio: 'inherit' })
}

function start(): void {
  if (isStale) compileScripts()
  isStale = false
  child = spawn(process.execPath, [...process.execArgv, join(root, 'server.ts')], {
    stdio: 'inherit',
  })
  tellDataFaults()
  child.on('exit', (status, signal) => {
    child = undefined
    if (isEnding) process.exit(status ?? 1)
    // A process that has just begun does not handle SIGHUP yet.
    if (isStale || signal === 'SIGHUP') return start()
    console.error('The service has ended; the next change starts it again.')
  })
}
