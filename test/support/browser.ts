import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, afterEach, before } from 'node:test'
import { startBrowser, withoutChromium } from './browser-pipe.ts'
import type { BrowserPipe, BrowserSettings } from './browser-pipe.ts'
import { emulate } from './browser-view.ts'
import type { View } from './browser-view.ts'
import type { Json } from './openapi-tools.ts'
import { until } from './until.ts'

/** Why no pages are opened, or false: then the packages of test/tools must be installed. */
export const withoutBrowser: string | false = withoutChromium()

/** A browser that starts before the tests of a suite and ends after them. */
export interface SuiteBrowser {
  /** Opens a page that shares nothing with other pages; it is closed with the browser. */
  open(view?: View): Promise<Page>
}

/**
 * Starts Chromium for the tests of a suite; to be called in the suite's body. A test fails if the
 * console, the content policy or an audit has a message, except for `expected` ones.
 */
export function browserForSuite(settings: BrowserSettings = {}, expected = /^$/): SuiteBrowser {
  let pipe: BrowserPipe | undefined
  const messages: string[] = []
  before(() => {
    pipe = startBrowser(settings)
  })
  afterEach(() => {
    assert.deepEqual(messages.splice(0).filter((message) => !expected.test(message)), [])
  })
  after(() => pipe?.close())
  return {
    open(view) {
      if (pipe === undefined) throw new Error('the suite has not started')
      return Page.open(pipe, view, messages)
    },
  }
}

/** A page of a browser. */
export class Page {
  /** The bytes of all answers on the wire, with their heads. */
  receivedBytes = 0
  /** The URLs of all requests, in order. */
  readonly requests: string[] = []
  readonly #pipe: BrowserPipe
  readonly #session: string
  readonly #context: unknown
  /** The messages of the console, the content policy and audits. */
  readonly #messages: string[]
  #status = 0
  #answers: number | 'none' = 'none'
  #isLoaded = false

  private constructor(pipe: BrowserPipe, session: string, context: unknown, messages: string[]) {
    this.#pipe = pipe
    this.#session = session
    this.#context = context
    this.#messages = messages
    pipe.listen(session, (method, event) => this.#take(method, event))
  }

  /** Opens a page, and adds its messages to a list. */
  static async open(pipe: BrowserPipe, view: View = {}, messages: string[] = []): Promise<Page> {
    const { browserContextId } = await pipe.send('Target.createBrowserContext')
    const place = { url: 'about:blank', browserContextId }
    const { targetId } = await pipe.send('Target.createTarget', place)
    const { sessionId } = await pipe.send('Target.attachToTarget', { targetId, flatten: true })
    const page = new Page(pipe, String(sessionId), browserContextId, messages)
    for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Audits', 'Accessibility']) {
      await page.#send(`${domain}.enable`)
    }
    await page.view(view)
    return page
  }

  /** Goes to a URL; resolves to its status once the page and its files are loaded. */
  goto(url: string): Promise<number> {
    return this.follow(async () => {
      const { errorText } = await this.#send('Page.navigate', { url })
      if (errorText !== undefined) throw new Error(`${url}: ${errorText}`)
    })
  }

  /** Calls `act`, which leads to another page; resolves to its status once it is loaded. */
  async follow(act: () => Promise<unknown>): Promise<number> {
    this.#isLoaded = false
    await act()
    await until(() => this.#isLoaded, 'the page is loaded')
    return this.#status
  }

  /** Returns the value of an expression, or of its promise; also works if scripts are off. */
  async evaluate(expression: string): Promise<unknown> {
    const words = {
      ...{ expression, awaitPromise: true, returnByValue: true, userGesture: true },
      allowUnsafeEvalBlockedByCSP: false,
    }
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', words)
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
    return (result as Json)['value']
  }

  /** Types text into the focused element. */
  async type(text: string): Promise<void> {
    await this.#send('Input.insertText', { text })
  }

  /** Shows text as an unfinished composition, as an input method does. */
  async compose(text: string): Promise<void> {
    const end = text.length
    await this.#send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
  }

  /** Makes requests for matching URLs fail, or answers them with a status and an empty body. */
  async answer(urlPattern: string, answer: number | 'none' | 'by the server'): Promise<void> {
    if (answer === 'by the server') return void (await this.#send('Fetch.disable'))
    this.#answers = answer
    await this.#send('Fetch.enable', { patterns: [{ urlPattern }] })
  }

  async press(key: 'Tab' | 'Enter' | 'Escape'): Promise<void> {
    const code = { Tab: 9, Enter: 13, Escape: 27 }[key]
    const words = { key, code: key, windowsVirtualKeyCode: code }
    const text = key === 'Enter' ? { text: '\r' } : {}
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', ...words, ...text })
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...words })
  }

  /** Clicks the middle of the first element that matches a selector. */
  async click(selector: string): Promise<void> {
    let middle: Json = {}
    // A row that comes into the window is laid out in the next frame, which moves those below it.
    await until(async () => {
      middle = await this.evaluate(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)})
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = element.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const isLaidOut = [...document.querySelectorAll('.rows > li')].every((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          const isSeen = bottom > 0 && top < innerHeight && row.checkVisibility()
          return !isSeen || row.firstElementChild.checkVisibility({ contentVisibilityAuto: true })
        })
        return { x, y, isHit: isLaidOut && element.contains(document.elementFromPoint(x, y)) }
      })()`) as Json
      return middle['isHit'] === true
    }, `${selector} can be clicked`)
    const words = { x: middle['x'], y: middle['y'], button: 'left', clickCount: 1 }
    await this.#send('Input.dispatchMouseEvent', { type: 'mousePressed', ...words })
    await this.#send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...words })
  }

  /** Returns the text of the clipboard, which the tests of a suite share. */
  async readClipboard(): Promise<unknown> {
    const words = { permissions: ['clipboardReadWrite'], browserContextId: this.#context }
    await this.#pipe.send('Browser.grantPermissions', words)
    await this.#send('Emulation.setFocusEmulationEnabled', { enabled: true })
    return this.evaluate('navigator.clipboard.readText()')
  }

  /** Returns the processor time that the main thread of the page has used, in milliseconds. */
  async taskMs(): Promise<number> {
    await this.#send('Performance.enable', { timeDomain: 'threadTicks' })
    const { metrics } = await this.#send('Performance.getMetrics')
    const found = (metrics as readonly Json[]).find(({ name }) => name === 'TaskDuration')
    return 1000 * Number(found?.['value'])
  }

  /** Returns the accessibility tree: an indented line for each node, in order. */
  async accessibilityTree(): Promise<string> {
    const { nodes } = await this.#send('Accessibility.getFullAXTree')
    return outlineOf(nodes as readonly Json[])
  }

  /** Changes how the page is displayed. */
  view(view: View): Promise<void> {
    return emulate(view, (method, parameters) => this.#send(method, parameters))
  }

  /** Writes a picture of the window to a PNG file. */
  async photograph(file: string): Promise<void> {
    const { data } = await this.#send('Page.captureScreenshot')
    writeFileSync(file, String(data), 'base64')
  }

  async close(): Promise<void> {
    await this.#pipe.send('Target.disposeBrowserContext', { browserContextId: this.#context })
  }

  #send(method: string, parameters?: Json): Promise<Json> {
    return this.#pipe.send(method, parameters, this.#session)
  }

  async #answerPaused(requestId: unknown): Promise<void> {
    const responseCode = this.#answers
    await (responseCode === 'none'
      ? this.#send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
      : this.#send('Fetch.fulfillRequest', { requestId, responseCode }))
  }

  #take(method: string, event: Json): void {
    const message = messageOf(method, event)
    if (message !== undefined) this.#messages.push(message)
    if (method === 'Page.loadEventFired') this.#isLoaded = true
    if (method === 'Fetch.requestPaused') void this.#answerPaused(event['requestId'])
    if (method === 'Network.requestWillBeSent') {
      this.requests.push(String((event['request'] as Json)['url']))
    }
    if (method === 'Network.loadingFinished') {
      this.receivedBytes += Number(event['encodedDataLength'])
    }
    if (method === 'Network.responseReceived' && event['type'] === 'Document') {
      this.#status = Number((event['response'] as Json)['status'])
    }
  }
}

/** Leaves out nodes that only group others. */
function outlineOf(nodes: readonly Json[]): string {
  const byId = new Map(nodes.map((node) => [node['nodeId'], node]))
  const lines: string[] = []
  const visit = (node: Json | undefined, depth: number): void => {
    const { ignored, role, name, childIds = [] } = node ?? {}
    const isTold = ignored !== true && !/^(?:generic|none|InlineTextBox|)$/.test(valueOf(role))
    if (isTold) lines.push(`${'  '.repeat(depth)}${valueOf(role)} ${JSON.stringify(valueOf(name))}`)
    for (const id of childIds as readonly unknown[]) visit(byId.get(id), depth + Number(isTold))
  }
  visit(nodes[0], 0)
  return lines.join('\n')
}

function valueOf(value: unknown): string {
  return String((value as Json | undefined)?.['value'] ?? '')
}

/** Returns the message of an event from the console, the content policy or an audit. */
function messageOf(method: string, event: Json): string | undefined {
  switch (method) {
    case 'Runtime.consoleAPICalled':
      return `console.${event['type']}: ${JSON.stringify(event['args'])}`
    case 'Runtime.exceptionThrown':
      return `exception: ${JSON.stringify(event['exceptionDetails'])}`
    case 'Log.entryAdded': {
      const { source, level, text, url } = event['entry'] as Json
      // The status of an error page is not a fault.
      const isOfNetwork = source === 'network' && /status of (?:4\d\d|503) /.test(String(text))
      return isOfNetwork ? undefined : `${source} ${level}: ${text} ${url ?? ''}`
    }
    case 'Audits.issueAdded': {
      const { code, details } = event['issue'] as Json
      return `${code}: ${JSON.stringify(details)}`
    }
    default:
      return undefined
  }
}
