import type { BrowserPipe } from './browser-pipe.ts'
import type { Json } from './openapi-tools.ts'
import { until } from './until.ts'

/** What names a tab to the browser. */
interface Target {
  readonly session: string
  readonly context: unknown
}

/** A tab of a browser: what it loads, and what it says about that. */
export class BrowserTab {
  /** The bytes of all answers on the wire, with their heads, except the icon's: it comes any time. */
  receivedBytes = 0
  /** The URLs of all requests, in order. */
  readonly requests: string[] = []
  /** The status of the newest document. */
  status = 0
  /** The messages of the console, the content policy and audits. */
  readonly messages: string[] = []
  protected readonly pipe: BrowserPipe
  readonly #target: Target
  #icon: unknown
  #answers: number | 'none' = 'none'
  #isLoaded = false

  protected constructor(pipe: BrowserPipe, target: Target) {
    this.pipe = pipe
    this.#target = target
    pipe.listen(target.session, (method, event) => this.#take(method, event))
  }

  /** Creates a tab that shares nothing with others but the clipboard. */
  protected static async create(pipe: BrowserPipe): Promise<Target> {
    const { browserContextId } = await pipe.send('Target.createBrowserContext')
    const place = { url: 'about:blank', browserContextId }
    const { targetId } = await pipe.send('Target.createTarget', place)
    const { sessionId } = await pipe.send('Target.attachToTarget', { targetId, flatten: true })
    return { session: String(sessionId), context: browserContextId }
  }

  async close(): Promise<void> {
    const { context } = this.#target
    await this.pipe.send('Target.disposeBrowserContext', { browserContextId: context })
  }

  /** Goes to a URL; resolves to its status once the page and its files are loaded. */
  load(url: string): Promise<number> {
    return this.follow(async () => {
      const { errorText } = await this.send('Page.navigate', { url })
      if (errorText !== undefined) throw new Error(`${url}: ${errorText}`)
    })
  }

  /** Calls `act`, which leads to another page; resolves to its status once it is loaded. */
  async follow(act: () => Promise<unknown>): Promise<number> {
    this.#isLoaded = false
    await act()
    await until(() => this.#isLoaded, 'the page is loaded')
    return this.status
  }

  /** Makes requests for matching URLs fail, or answers them with a status and an empty body. */
  async answer(urlPattern: string, answer: number | 'none' | 'by the server'): Promise<void> {
    if (answer === 'by the server') return void (await this.send('Fetch.disable'))
    this.#answers = answer
    await this.send('Fetch.enable', { patterns: [{ urlPattern }] })
  }

  /** Allows pages to use the clipboard, as a browser does whose window has the focus. */
  async allowClipboard(): Promise<void> {
    // What is not named here is denied.
    const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite']
    const browserContextId = this.#target.context
    await this.pipe.send('Browser.grantPermissions', { permissions, browserContextId })
    await this.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  }

  /** Returns the text of the clipboard. */
  async readClipboard(): Promise<unknown> {
    await this.allowClipboard()
    return this.evaluate('navigator.clipboard.readText()')
  }

  /**
   * Returns the value of an expression, or of its promise; also works if scripts are off. In it, `$`
   * finds the first element that matches a selector, and `$$` an array of all.
   */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      ...{ awaitPromise: true, returnByValue: true, userGesture: true },
      expression: `{ const $ = (selector) => document.querySelector(selector)
        const $$ = (selector) => [...document.querySelectorAll(selector)];\n${expression}\n}`,
      allowUnsafeEvalBlockedByCSP: false,
    })
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
    return (result as Json)['value']
  }

  protected send(method: string, parameters?: Json): Promise<Json> {
    return this.pipe.send(method, parameters, this.#target.session)
  }

  #take(method: string, event: Json): void {
    const message = messageOf(method, event)
    if (message !== undefined) this.messages.push(message)
    if (method === 'Page.loadEventFired') this.#isLoaded = true
    if (method === 'Fetch.requestPaused') {
      const { requestId } = event
      void (this.#answers === 'none'
        ? this.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
        : this.send('Fetch.fulfillRequest', { requestId, responseCode: this.#answers }))
    }
    if (method === 'Network.requestWillBeSent') {
      const url = String((event['request'] as Json)['url'])
      if (url.endsWith('/favicon.svg')) this.#icon = event['requestId']
      this.requests.push(url)
    }
    if (method === 'Network.loadingFinished' && event['requestId'] !== this.#icon) {
      this.receivedBytes += Number(event['encodedDataLength'])
    }
    if (method === 'Network.responseReceived' && event['type'] === 'Document') {
      this.status = Number((event['response'] as Json)['status'])
    }
  }
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
