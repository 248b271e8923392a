import type { Json } from './openapi-tools.ts'

/** How a page is displayed; the defaults are those of a new window on a computer. */
export interface View {
  /** CSS pixels. */
  readonly width?: number
  readonly height?: number
  /** Device pixels for each CSS pixel. */
  readonly scale?: number
  readonly isDark?: boolean
  readonly isPrint?: boolean
  readonly hasScripts?: boolean
  /** How many times slower the processor is than that of this machine. */
  readonly slowdown?: number
  /** The shortest round trip to a server, in milliseconds. */
  readonly latencyMs?: number
}

/** Applies a view to a page. */
export async function emulate(
  view: View,
  send: (method: string, parameters: Json) => Promise<unknown>,
): Promise<void> {
  const { width = 1280, height = 800, scale = 1 } = view
  const size = { width, height, deviceScaleFactor: scale, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', size)
  const value = view.isDark === true ? 'dark' : 'light'
  const features = [{ name: 'prefers-color-scheme', value }]
  const media = view.isPrint === true ? 'print' : ''
  await send('Emulation.setEmulatedMedia', { media, features })
  await send('Emulation.setScriptExecutionDisabled', { value: view.hasScripts === false })
  const { latencyMs = 0 } = view
  const speed = { downloadThroughput: latencyMs > 0 ? 1e6 : -1, uploadThroughput: -1 }
  await send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, ...speed })
  await send('Emulation.setCPUThrottlingRate', { rate: view.slowdown ?? 1 })
}
