import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { BrowserPipe } from './browser-pipe.ts'
import { BrowserTab } from './browser-tab.ts'
import type { Json } from './openapi-tools.ts'
import { until } from './until.ts'

/** How a page is displayed; the defaults are those of a new window on a computer. */
export interface View {
  /** CSS pixels. */
  readonly width?: number
  readonly height?: number
  /** Device pixels for each CSS pixel. */
  readonly scale?: number
  readonly isDark?: boolean
  readonly isPrint?: boolean
  /** Whether it is touched, and has no mouse. */
  readonly isTouched?: boolean
  /** Whether the browser can share texts, and allows pages to use the clipboard. */
  readonly canShare?: boolean
  readonly hasClipboard?: boolean
  readonly hasScripts?: boolean
  /** The language that the browser asks for. */
  readonly language?: string
  /** How many times slower the processor is than that of this machine. */
  readonly slowdown?: number
  /** The shortest round trip to a server, in milliseconds. */
  readonly latencyMs?: number
}

/** A page, as its visitor uses it. Whatever it waits for, it fails after two minutes at most. */
export class Page extends BrowserTab {
  /** The site of all paths. */
  origin = ''
  #hasScripts = true
  #isTouched = false

  /** Opens an empty page; its paths are those of a site. It must be closed, or the browser. */
  static async open(pipe: BrowserPipe, view: View = {}, origin = ''): Promise<Page> {
    const page = new Page(pipe, await Page.create(pipe))
    page.origin = origin
    for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Audits', 'Accessibility']) {
      await page.send(`${domain}.enable`)
    }
    if (view.hasClipboard !== false) await page.allowClipboard()
    const source = `(${likeDevices})(${view.canShare !== false})`
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
    await page.view(view)
    return page
  }

  /** Goes to a path or URL, and waits for nothing but its files; resolves to its status. */
  override load(path: string): Promise<number> {
    return super.load(path.startsWith('/') ? this.origin + path : path)
  }

  /** Goes to a path or URL, and waits until the page is live; resolves to its status. */
  async goto(path: string): Promise<number> {
    const status = await this.load(path)
    await this.whenLive()
    return status
  }

  /** Calls `act`, which leads to another page, and waits until that is live. */
  async followLive(act: () => Promise<unknown>): Promise<void> {
    await this.follow(act)
    await this.whenLive()
  }

  /** Waits until the script of the page, if it has one, has made all of it live. */
  async whenLive(): Promise<void> {
    if (!this.#hasScripts) return
    await this.until(`$('script[src]') === null ||
      performance.getEntriesByName('complete').length > 0 &&
      ($('#text').value === '' || ${areShown})`)
  }

  /** Waits until all rows of a live page show its text. */
  whenShown(): Promise<void> {
    return this.until(areShown)
  }

  /** Waits until a live page has also done its work for a pause in typing. */
  async whenSettled(): Promise<void> {
    await this.whenLive()
    await this.pass(1000)
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    await this.evaluate(`new Promise((resolve, reject) => {
      const end = performance.now() + 60_000
      const look = () => {
        if (${expression}) resolve()
        else if (performance.now() < end) setTimeout(look, 10)
        else reject(new Error(${JSON.stringify(`never: ${expression}`)}))
      }
      look()
    })`)
  }

  /** Waits until the page shows a message that contains these words, or any message. */
  async untilSaid(words = ''): Promise<void> {
    await this.until(`${status} !== '' && ${status}.includes(${JSON.stringify(words)})`)
  }

  /** Returns the current message of the page. */
  async said(): Promise<string> {
    return String(await this.evaluate(status))
  }

  /** Claims what an expression is. */
  async equals(expression: string, expected: unknown, message = expression): Promise<void> {
    assert.deepEqual(await this.evaluate(expression), expected, message)
  }

  /** Returns the texts of the elements that match a selector and are not hidden. */
  async texts(selector: string): Promise<readonly string[]> {
    return (await this.evaluate(`$$(${JSON.stringify(selector)})
      .filter((one) => one.checkVisibility()).map((one) => one.textContent)`)) as readonly string[]
  }

  /** Returns the number of rows with styled text that are wholly in sight and not covered. */
  async rowsInSight(): Promise<number> {
    return Number(await this.evaluate(`$$('.rows > li').filter((row) => {
      const { left, top, right, bottom } = row.getBoundingClientRect()
      if (!row.checkVisibility() || row.querySelector('bdi').textContent === '') return false
      if (bottom > visualViewport.height) return false
      return [[left + 2, top + 2], [right - 2, bottom - 2]].every(([x, y]) =>
        row.contains(document.elementFromPoint(x, y)))
    }).length`))
  }

  /** Lets time pass. */
  async pass(milliseconds: number): Promise<void> {
    await this.evaluate(`new Promise((resolve) => setTimeout(resolve, ${milliseconds}))`)
  }

  /** Moves the focus to the first element that matches a selector. */
  async focus(selector: string): Promise<void> {
    await this.evaluate(`$(${JSON.stringify(selector)}).focus()`)
  }

  /** Moves the focus to the search, and waits until what it loads no longer moves any row. */
  async goToSearch(): Promise<void> {
    await this.focus('#search')
    await this.until(`performance.getEntriesByName('ranked').length > 0`)
  }

  /**
   * Puts a text into a field of a live page at once, and waits until all rows show it; resolves to
   * the value that the field keeps.
   */
  async put(text: string, field = '#text'): Promise<string> {
    const found = `$(${JSON.stringify(field)})`
    // A page starts in the next frame, in which a search shows its rows.
    await this.evaluate(`new Promise((resolve) => {
      ${found}.value = ${JSON.stringify(text)}
      ${found}.dispatchEvent(new InputEvent('input'))
      requestAnimationFrame(() => setTimeout(resolve, 0))
    })`)
    if (field === '#text') await this.whenShown()
    return String(await this.evaluate(`${found}.value`))
  }

  /** Gives a control a value as a visitor does. */
  async choose(name: string, value: string | boolean): Promise<void> {
    const property = typeof value === 'string' ? 'value' : 'checked'
    await this.evaluate(`$('[name=${name}]').${property} = ${JSON.stringify(value)}
      $('[name=${name}]').dispatchEvent(new Event('change'))`)
  }

  /** Pastes text into the focused element. */
  async paste(text: string): Promise<void> {
    await this.send('Input.insertText', { text })
  }

  /** Types text into the focused element as keyboards of phones do, which compose every word. */
  async type(text: string): Promise<void> {
    for (const word of text.match(/\S+|\s+/g) ?? []) {
      let composed = ''
      for (const { segment } of new Intl.Segmenter().segment(word)) {
        composed += segment
        await this.compose(composed)
      }
      await this.paste(word)
    }
  }

  /** Shows text as an unfinished composition, as an input method does. */
  async compose(text: string): Promise<void> {
    const end = text.length
    await this.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
  }

  async press(key: keyof typeof keyCodes): Promise<void> {
    const words = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: keyCodes[key] }
    const text = { Enter: { text: '\r' }, ' ': { text: ' ' } }[key as string] ?? {}
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...words, ...text })
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...words })
  }

  /** Clicks the middle of the first element that matches a selector, or taps it in a touched view. */
  async click(selector: string): Promise<void> {
    const { x, y } = await this.#middleOf(selector)
    if (this.#isTouched) return this.tap(x, y)
    const words = { x, y, button: 'left', clickCount: 1 }
    await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...words })
    await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...words })
  }

  /**
   * Taps a place as a finger does: some time after its owner has seen what is there, and leaving
   * what is pressed under a pointer that does not move away.
   */
  async tap(x: unknown, y: unknown): Promise<void> {
    await setTimeout(fingerMs)
    await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await setTimeout(fingerMs)
    await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Shows a keyboard of this height, or hides it: the window keeps its size. */
  async keyboard(height: number): Promise<void> {
    await this.evaluate(`window.keyboardHeight = ${height}
      visualViewport.dispatchEvent(new Event('resize'))`)
    await this.pass(100)
  }

  async #middleOf(selector: string): Promise<Json> {
    let middle: Json = {}
    let before = ''
    // A row that comes into the window is laid out in the next frame, which moves those below it,
    // and gets its text in a pause after scrolling.
    await until(async () => {
      middle = await this.evaluate(`(() => {
        const element = $(${JSON.stringify(selector)})
        if (element === null) return { isHit: false }
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = element.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const isLaidOut = $$('.rows > li').every((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          const isSeen = bottom > 0 && top < innerHeight && row.checkVisibility()
          return !isSeen || row.firstElementChild.checkVisibility({ contentVisibilityAuto: true })
        })
        return { x, y, isHit: isLaidOut && element.contains(document.elementFromPoint(x, y)) }
      })()`) as Json
      const place = `${middle['x']}, ${middle['y']}`
      const isSteady = this.#isTouched || place === before
      before = place
      if (!isSteady) await setTimeout(pauseMs)
      return isSteady && middle['isHit'] === true
    }, `${selector} can be clicked`)
    return middle
  }

  /** Changes how the page is displayed. */
  async view(view: View): Promise<void> {
    const { width = 1280, height = 800, scale = 1, language = 'en', latencyMs = 0 } = view
    const isTouched = view.isTouched === true
    this.#isTouched = isTouched
    const size = { width, height, deviceScaleFactor: scale, mobile: isTouched }
    await this.send('Emulation.setDeviceMetricsOverride', size)
    await this.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched })
    const value = view.isDark === true ? 'dark' : 'light'
    const features = [{ name: 'prefers-color-scheme', value }]
    const media = view.isPrint === true ? 'print' : ''
    await this.send('Emulation.setEmulatedMedia', { media, features })
    this.#hasScripts = view.hasScripts !== false
    await this.send('Emulation.setScriptExecutionDisabled', { value: !this.#hasScripts })
    const { userAgent } = await this.pipe.send('Browser.getVersion')
    await this.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language })
    const speed = { downloadThroughput: latencyMs > 0 ? 1e6 : -1, uploadThroughput: -1 }
    const network = { offline: false, latency: latencyMs, ...speed }
    await this.send('Network.emulateNetworkConditions', network)
    await this.send('Emulation.setCPUThrottlingRate', { rate: view.slowdown ?? 1 })
  }

  /** Sets the size of letters in the settings of the browser, whose usual one is 16. */
  async letters(standard: number): Promise<void> {
    await this.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
    await this.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  }

  /** Returns the processor time that `act` costs the main thread of the page, in milliseconds. */
  async taskMs(act: () => Promise<unknown>): Promise<number> {
    const read = async (): Promise<number> => {
      const { metrics } = await this.send('Performance.getMetrics')
      const found = (metrics as readonly Json[]).find(({ name }) => name === 'TaskDuration')
      return 1000 * Number(found?.['value'])
    }
    await this.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await read()
    await act()
    return (await read()) - before
  }

  /** Returns the nodes of the accessibility tree. */
  async accessibilityNodes(): Promise<readonly Json[]> {
    return (await this.send('Accessibility.getFullAXTree'))['nodes'] as readonly Json[]
  }

  /** Writes a picture of the window to a PNG file. */
  async photograph(file: string): Promise<void> {
    const { data } = await this.send('Page.captureScreenshot')
    writeFileSync(file, String(data), 'base64')
  }
}

/** Windows' codes of keys, which Chromium asks for. */
const keyCodes = {
  Tab: 9, Enter: 13, Escape: 27, ' ': 32,
  End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
} as const

/** How long a finger waits, and how long it stays. */
const fingerMs = 80

/** Longer than the pause after which rows out of sight are shown. */
const pauseMs = 300

/** Makes a page what it is on most devices: Chromium on a server has no sharing and no keyboard. */
const likeDevices = `(canShare) => {
  if (canShare && isSecureContext) navigator.share = async (data) => { window.shared = data }
  if (!canShare) delete Navigator.prototype.share
  const { get } = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height')
  Object.defineProperty(VisualViewport.prototype, 'height', {
    get() { return get.call(this) - (window.keyboardHeight ?? 0) / this.scale },
  })
}`

const areShown = `performance.getEntriesByName('shown').length > 0`
const status = `document.getElementById('status').textContent`
