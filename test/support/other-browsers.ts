import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './client.ts'
import type { Json } from './openapi-tools.ts'
import { until } from './until.ts'

/** Commands of WebDriver, by their names in Firefox and their paths in WebKit. */
const commands = {
  navigate: ['WebDriver:Navigate', 'url'],
  evaluate: ['WebDriver:ExecuteScript', 'execute/sync'],
  find: ['WebDriver:FindElement', 'element'],
  click: ['WebDriver:ElementClick', 'element/{id}/click'],
  type: ['WebDriver:ElementSendKeys', 'element/{id}/value'],
} as const

/** A browser of another engine than Chromium, with one window. */
interface Driver {
  send(command: keyof typeof commands, parameters: Json): Promise<unknown>
  /** Ends its processes, and removes its files. */
  close(): Promise<void>
}

/** The other browsers, each with the programs that it needs. */
const drivers = {
  Firefox: { programs: ['firefox-esr'], start: startFirefox },
  WebKit: { programs: ['WebKitWebDriver', 'Xvfb'], start: startWebKit },
} as const

export type OtherBrowserName = keyof typeof drivers

/** Returns why a browser cannot be used, or false. */
export function withoutBrowser(name: OtherBrowserName): string | false {
  const lacking = drivers[name].programs.find((one) => spawnSync('which', [one]).status !== 0)
  return lacking !== undefined && `LEFT OUT: ${name}, because there is no ${lacking}`
}

/** A page of such a browser, as its visitor uses it. */
export class OtherPage {
  readonly #driver: Driver

  private constructor(driver: Driver) {
    this.#driver = driver
  }

  /** Starts a browser with an empty page. It must be closed. */
  static async open(name: OtherBrowserName): Promise<OtherPage> {
    return new OtherPage(await drivers[name].start())
  }

  close(): Promise<void> {
    return this.#driver.close()
  }

  /** Goes to a URL, and waits until its script has made all of it live. */
  async goto(url: string): Promise<void> {
    await this.#driver.send('navigate', { url })
    await this.until(`performance.getEntriesByName('complete').length > 0`)
  }

  evaluate(expression: string): Promise<unknown> {
    const script = `const $ = (one) => document.querySelector(one); return ${expression}`
    return this.#driver.send('evaluate', { script, args: [] })
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    let last: unknown
    await until(async () => (last = await this.evaluate(expression)) === true, expression)
      .catch((error: unknown) => {
        throw new Error(`${String(error)}: ${String(last)}`)
      })
  }

  async click(selector: string): Promise<void> {
    await this.#driver.send('click', { id: await this.#find(selector) })
  }

  /** Types into a field, after what is there. */
  async type(selector: string, text: string): Promise<void> {
    await this.#driver.send('type', { id: await this.#find(selector), text })
  }

  async #find(selector: string): Promise<unknown> {
    const found = await this.#driver.send('find', { using: 'css selector', value: selector })
    return Object.values(Object(found))[0]
  }
}

/** Creates a folder of its own for a browser, and variables that make programs keep files there. */
function createHome() {
  const folder = mkdtempSync(join(tmpdir(), 'decoration-browser-'))
  const environment = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: folder }
  const remove = (): void =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  return { folder, environment, remove }
}

/** Ends a program, and all that it has started as the first of a group. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await exited
}

/**
 * Starts Firefox without a window, which speaks WebDriver over a socket:
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
async function startFirefox(): Promise<Driver> {
  const { folder, environment, remove } = createHome()
  writeFileSync(join(folder, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const words = ['--headless', '--marionette', '--no-remote', '--profile', folder]
  const child = spawn('firefox-esr', words, { env: environment, stdio: 'ignore', detached: true })
  const port = join(folder, 'MarionetteActivePort')
  await until(() => existsSync(port) && readFileSync(port, 'utf8') !== '', 'Firefox listens')
  const socket = connect(Number(readFileSync(port, 'utf8')), '127.0.0.1')
  const waiting = new Map<unknown, (answer: readonly unknown[]) => void>()
  readMessages(socket, (message) => {
    if (Array.isArray(message)) waiting.get(message[1])?.(message)
  })
  let count = 0
  const call = async (name: string, parameters: Json): Promise<unknown> => {
    const id = ++count
    const answer = new Promise<readonly unknown[]>((resolve) => waiting.set(id, resolve))
    const text = JSON.stringify([0, id, name, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await answer
    if (error !== null) throw new Error(`${name}: ${JSON.stringify(error).slice(0, 500)}`)
    return Object(result)['value']
  }
  await call('WebDriver:NewSession', {})
  return {
    send: (command, parameters) => call(commands[command][0], parameters),
    async close() {
      socket.destroy()
      await endGroup(child)
      remove()
    },
  }
}

/** Reads messages: JSON, each after its length and a colon. */
function readMessages(stream: NodeJS.ReadableStream, take: (message: unknown) => void): void {
  let rest = Buffer.of()
  stream.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const start = rest.indexOf(':') + 1
      const end = start + Number(rest.subarray(0, Math.max(0, start - 1)).toString())
      if (start === 0 || rest.length < end) return
      take(JSON.parse(rest.subarray(start, end).toString()))
      rest = rest.subarray(end)
    }
  })
}

/** Starts WebKitGTK on a screen in memory: https://www.w3.org/TR/webdriver2/ */
async function startWebKit(): Promise<Driver> {
  const { environment, remove } = createHome()
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    env: environment, stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true,
  })
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data') as [Buffer]
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...environment, DISPLAY: `:${display.toString().trim()}` },
    stdio: 'ignore',
    detached: true,
  })
  const call = async (path: string, parameters: Json): Promise<unknown> => {
    const body = JSON.stringify(parameters)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })
    const { value } = Object(await response.json())
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value).slice(0, 500)}`)
    return value
  }
  const isListening = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/status`).then(({ ok }) => ok, () => false)
  await until(isListening, 'WebKitWebDriver listens')
  const { sessionId } = Object(await call('/session', { capabilities: {} }))
  return {
    send(command, { id, ...parameters }) {
      const path = commands[command][1].replace('{id}', String(id))
      return call(`/session/${sessionId}/${path}`, parameters)
    },
    async close() {
      await endGroup(child)
      await endGroup(screen)
      remove()
    },
  }
}
