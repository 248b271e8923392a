// Runs the service from its sources (`npm run dev`), and restarts it when the code, a generator or a
// locale changes. Prints the faults that the laws of data find. If the service ends, it has logged
// why, and the next change starts it again.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './folders.ts'

const { GENERATORS_DIR, LOCALES_DIR } = process.env
const dataFolders = [join(root, 'generators'), join(root, 'locales'), GENERATORS_DIR, LOCALES_DIR]
const sources = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
const codeFolders = new Set(
  sources.filter((path) => /\.(ts|css)$/.test(path)).map((path) => dirname(join(root, 'lib', path))),
)

// A program saves a file in several changes.
const settlingMs = 100

let child: ChildProcess | undefined
let isEnding = false
/** Whether code has changed whose form for browsers is not bundled. */
let isStale = true
/** Whether the service is to start again once it has ended. */
let isDue = false
let timer: NodeJS.Timeout | undefined

for (const folder of codeFolders) watchFiles(folder, /\.(ts|css)$/, () => (isStale = true))
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
  isDue = true
  child.kill()
}

/** Runs in another process, which loads the present list of locales. */
function tellDataFaults(): void {
  const program = join(import.meta.dirname, 'tell-data-faults.ts')
  spawn(process.execPath, [...process.execArgv, program], { stdio: 'inherit' })
}

/** Bundles style sheets and scripts for browsers; esbuild reports their faults. */
function bundleAssets(): void {
  const program = join(root, '.ci', 'assets.ts')
  spawnSync(process.execPath, [...process.execArgv, program], { stdio: 'inherit' })
}

function start(): void {
  if (isStale) bundleAssets()
  isStale = false
  isDue = false
  child = spawn(process.execPath, [...process.execArgv, join(root, 'server.ts')], {
    stdio: 'inherit',
  })
  tellDataFaults()
  child.on('exit', (status) => {
    child = undefined
    if (isEnding) process.exit(status ?? 1)
    if (isDue) return start()
    console.error('The service has ended; the next change starts it again.')
  })
}
