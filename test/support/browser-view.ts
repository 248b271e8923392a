import type { Json } from './openapi-tools.ts'

/** How a page is looked at. What is left out is as in a new window of a computer. */
export interface View {
  /** CSS pixels. */
  readonly width?: number
  readonly height?: number
  /** Pixels of the picture to one CSS pixel. */
  readonly scale?: number
  readonly isDark?: boolean
  readonly hasForcedColors?: boolean
  readonly isPrint?: boolean
  readonly hasScripts?: boolean
  /** How many times slower than this machine. */
  readonly slowdown?: number
  /** What each round trip to a server takes at least, in milliseconds. */
  readonly latencyMs?: number
}

/** Sets a page up by the commands of its session. */
export async function emulate(
  view: View,
  send: (method: string, parameters: Json) => Promise<unknown>,
): Promise<void> {
  const { width = 1280, height = 800, scale = 1 } = view
  const size = { width, height, deviceScaleFactor: scale, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', size)
  const features = [
    { name: 'prefers-color-scheme', value: view.isDark === true ? 'dark' : 'light' },
    { name: 'forced-colors', value: view.hasForcedColors === true ? 'active' : 'none' },
  ]
  const media = view.isPrint === true ? 'print' : ''
  await send('Emulation.setEmulatedMedia', { media, features })
  await send('Emulation.setScriptExecutionDisabled', { value: view.hasScripts === false })
  const { latencyMs = 0 } = view
  const speed = { downloadThroughput: latencyMs > 0 ? 1e6 : -1, uploadThroughput: -1 }
  await send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, ...speed })
  await send('Emulation.setCPUThrottlingRate', { rate: view.slowdown ?? 1 })
}
