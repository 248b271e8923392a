import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Json } from './openapi-tools.ts'

/** Chromium with its protocol: https://chromedevtools.github.io/devtools-protocol/ */
export interface BrowserPipe {
  /** Sends a command, to a page if a session is given; rejects with Chromium's error. */
  send(method: string, parameters?: Json, session?: string): Promise<Json>
  /** Calls `take` for each event of a session. */
  listen(session: string, take: (method: string, parameters: Json) => void): void
  /** Ends the process, and removes its profile. */
  close(): Promise<void>
}

/** The folders in which Debian keeps its Noto fonts. */
const notoFolders = ['/usr/share/fonts/truetype/noto', '/usr/share/fonts/opentype/noto']

/** Returns why Chromium cannot be used with these fonts, or false. */
export function withoutChromium({ fonts = 'Noto' }: BrowserSettings = {}): string | false {
  if (spawnSync('chromium', ['--version']).status !== 0) return 'LEFT OUT: no Chromium'
  const folders = fonts === 'Noto' ? notoFolders : ['/usr/share/fonts/truetype/dejavu']
  return !folders.every(existsSync) && `LEFT OUT: not all of Debian’s ${fonts} fonts`
}

/** How long one command may take on a busy machine. */
const commandMs = 120_000

/** How a browser differs from the default. */
export interface BrowserSettings {
  /** The fonts that it finds: Noto's alone, or all of this machine, those of DejaVu first. */
  readonly fonts?: 'Noto' | 'DejaVu'
  /** Arguments of its command line. */
  readonly words?: readonly string[]
  /** Its user's settings, as a profile has them. */
  readonly preferences?: Json
}

/** Starts Chromium with its own profile. It must be closed. */
export function startBrowser(settings: BrowserSettings = {}): BrowserPipe {
  const { fonts = 'Noto', words = [], preferences = {} } = settings
  const profile = mkdtempSync(join(tmpdir(), 'decoration-browser-'))
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const homes = { HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile }
  const child = spawn('chromium', [...fixedWords, `--user-data-dir=${profile}`, ...words], {
    env: { ...process.env, ...homes, ...findFonts(profile, fonts) },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit').catch((error: unknown) => {
    throw new Error(`Chromium did not start: ${String(error)}`)
  })
  // Descriptors 3 and 4 of the browser: it reads from the first and writes to the second.
  const [, , , commands, events] = child.stdio as unknown as [0, 0, 0, Duplex, Duplex]
  const { send, settle, fail } = createCalls(commands)
  const listeners = new Map<string, (method: string, parameters: Json) => void>()
  readMessages(events, (message) => {
    if (typeof message['id'] === 'number') return settle(message['id'], message)
    const { method, params, sessionId } = message
    listeners.get(String(sessionId))?.(String(method), params as Json)
  })
  exited.then(() => fail('Chromium has ended'), fail)

  return {
    send,
    listen: (session, take) => void listeners.set(session, take),
    async close() {
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      const isRunning = child.exitCode === null && child.signalCode === null
      if (isRunning) await Promise.race([send('Browser.close'), exited])
      await exited
      clearTimeout(timer)
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/**
 * Writes settings by which a program finds fonts, and returns the variable that names them. Fonts
 * of other packages change the height of rows.
 * https://www.freedesktop.org/software/fontconfig/fontconfig-user.html
 */
function findFonts(folder: string, maker: NonNullable<BrowserSettings['fonts']>) {
  const path = join(folder, 'fonts.conf')
  const parts = [
    ...(maker === 'Noto' ? notoFolders : ['/usr/share/fonts']).map((font) => `<dir>${font}</dir>`),
    '<cachedir>/var/cache/fontconfig</cachedir>',
    `<cachedir>${join(folder, 'font-cache')}</cachedir>`,
    ...Object.entries(preferredFonts).map(([family, font]) => {
      const first = `<prefer><family>${maker} ${font}</family></prefer>`
      return `<alias><family>${family}</family>${first}</alias>`
    }),
    // Otherwise a font without a name, such as that of the system, is the first in the folders.
    `<match><edit name="family" mode="append_last"><string>${maker} Sans</string></edit></match>`,
  ]
  writeFileSync(path, `<fontconfig>${parts.join('')}</fontconfig>`)
  return { FONTCONFIG_FILE: path }
}

const preferredFonts = {
  'system-ui': 'Sans',
  'sans-serif': 'Sans',
  serif: 'Serif',
  'ui-monospace': 'Sans Mono',
  monospace: 'Sans Mono',
}

/** Sends commands that wait for their answers: `settle` passes one on, `fail` rejects all. */
function createCalls(commands: Duplex) {
  const waiting = new Map<number, (answer: Json) => void>()
  const settle = (id: number, answer: Json): void => waiting.get(id)?.(answer)
  let count = 0
  let failure: unknown
  commands.on('error', () => {})
  const send: BrowserPipe['send'] = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure)
      const id = ++count
      const timer = setTimeout(settle, commandMs, id, { error: { message: 'no answer' } })
      waiting.set(id, ({ error, result }) => {
        clearTimeout(timer)
        waiting.delete(id)
        if (error === undefined) resolve(result as Json)
        else reject(new Error(`${method}: ${(error as Json)['message']}`))
      })
      commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  const fail = (error: unknown): void => {
    failure = error
    for (const id of waiting.keys()) settle(id, { error: { message: String(error) } })
  }
  return { send, settle, fail }
}

const fixedWords = [
  ...['--headless', '--remote-debugging-pipe', '--no-first-run', '--disable-gpu'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ...['--disable-quic', '--hide-scrollbars', '--lang=en', '--force-color-profile=srgb'],
  // The sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Reads messages: JSON, each followed by a NUL. */
function readMessages(stream: Duplex, take: (message: Json) => void): void {
  let rest: Buffer[] = []
  stream.on('error', () => {})
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      take(JSON.parse(Buffer.concat([...rest, chunk.subarray(start, end)]).toString()))
      rest = []
      start = end + 1
    }
    rest.push(chunk.subarray(start))
  })
}
