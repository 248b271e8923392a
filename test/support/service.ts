import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { builtServer } from './built.ts'
import { endWithParent } from './end-with-parent.ts'
import { temporaryFolder } from './folders.ts'

/** One line of the service's log. */
export interface LogLine {
  readonly level: string
  readonly time: string
  readonly message: string
  readonly [field: string]: unknown
}

/** A service in a process of its own, as a user would start it. */
export interface Service {
  readonly port: number
  /** {base_url}, such as `http://127.0.0.1:40123/api`. */
  readonly baseUrl: string
  readonly process: ChildProcess
  /** The log so far. */
  readonly lines: readonly LogLine[]
  /** Asks it to stop and resolves to its exit status. */
  stop(): Promise<number | null>
  /** Kills it without warning. */
  kill(): Promise<void>
}

/**
 * Returns the command that starts the service of this folder, which must be built. `options` are
 * Node's own, such as `--max-semi-space-size=4`.
 */
export function startCommand(...options: readonly string[]): string[] {
  return [process.execPath, ...options, builtServer()]
}

/** Without a SITE_URL, the log would begin with a warning. */
const defaults = { PORT: '0', SITE_URL: 'http://localhost' }

/**
 * Starts `dist/server.js` on a free port of 127.0.0.1 and resolves once it listens. Without a
 * DATA_DIR it gets a folder of its own. It is killed when the test ends. Another command can start
 * it, such as `prlimit --nofile=64` followed by `startCommand()`.
 */
export async function startService(
  t: Pick<TestContext, 'after'>,
  environment: Readonly<Record<string, string>> = {},
  [program = '', ...words]: readonly string[] = startCommand(),
): Promise<Service> {
  const folder = environment['DATA_DIR'] ?? temporaryFolder(t)
  const child = spawn(...endWithParent(program, words), {
    env: { PATH: process.env['PATH'], ...defaults, DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  void exited.then(([status, signal]) => {
    // A test that fails prints it.
    if (!child.killed) console.error(`The service has ended by itself: ${status ?? signal}`)
  })
  // By then, its log has been read to the end.
  const closed = once(child, 'close')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const lines: LogLine[] = []
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (text) => {
      const line = parseLine(text)
      lines.push(line)
      if (line.message === 'Listening') resolve(Number(new URL(String(line['address'])).port))
    })
    void exited.then(() => reject(new Error(`it did not start: ${JSON.stringify(lines)}`)))
  })
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}${environment['BASE_PATH'] ?? '/api'}`,
    process: child,
    lines,
    async stop() {
      child.kill('SIGTERM')
      await closed
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Parses a line of the log; a line that is not JSON becomes the message. Every warning and error
 * says what to do.
 */
export function parseLine(text: string): LogLine {
  if (!text.startsWith('{')) return { level: 'text', time: '', message: text }
  const line: LogLine = JSON.parse(text)
  if (['warn', 'error'].includes(line.level)) assert.ok(line['hint'], text)
  return line
}
