import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Totals } from './usage/statistics.ts'
import type { Usage } from './usage/usage.ts'

/** The path of the metrics. */
export const metricsPath = '/metrics'

/** Where the values of metrics are read. */
export interface MetricsSources {
  readonly version: string
  readonly usage: Pick<Usage, 'store' | 'count' | 'refusals' | 'evictions'>
  readonly countConnections: () => Promise<number>
  /** Returns the processor time of this process, in seconds. */
  readonly cpuSeconds: () => number
  readonly residentBytes: () => number
}

/** What each metric is, by its name. */
const help = {
  text_decoration_requests_total: 'Answered requests.',
  text_decoration_refused_requests_total: 'Requests that were refused because of the limit.',
  text_decoration_refused_clients_total: 'Clients that were refused, each once a minute.',
  text_decoration_characters_total: 'Code points of the texts that the statistics count.',
  text_decoration_clients: 'Clients that the limiter keeps.',
  text_decoration_entries: 'Requests that the limiter keeps.',
  text_decoration_evictions_total: 'Clients whose requests no longer count: there are too many.',
  text_decoration_store_failures_total: 'Transactions and checkpoints of the store that failed.',
  text_decoration_store_bytes: 'Size of live.mdb.',
  text_decoration_connections: 'Open connections.',
  text_decoration_build_info: 'The version of the service.',
  nodejs_eventloop_lag_p50_seconds: 'Median delay of the event loop since the last scrape.',
  nodejs_eventloop_lag_p99_seconds: '99th percentile of that delay.',
  nodejs_eventloop_lag_max_seconds: 'Longest such delay.',
  process_cpu_seconds_total: 'Processor time.',
  process_resident_memory_bytes: 'Resident memory.',
  process_start_time_seconds: 'Start of the process, in seconds since 1970.',
} as const

/** A number, or one for each set of labels. */
type Value = number | ReadonlyMap<string, number>

const delayMs = 20

/** Counts requests, and formats all metrics of a process. */
export class Metrics {
  /** The code points of texts that were transformed and counted. */
  #characters = 0
  readonly #sources: MetricsSources
  readonly #requests = new Map<string, number>()
  readonly #delay = monitorEventLoopDelay({ resolution: delayMs })

  constructor(sources: MetricsSources) {
    this.#sources = sources
    this.#delay.enable()
  }

  /** Counts an answered request; no client can choose the name of a route or of an action. */
  count(route: string, action: string, status: number, adds?: Totals): void {
    this.#characters += adds?.characters ?? 0
    const labels = `route="${route}",action="${action}",status="${status}"`
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1)
  }

  /**
   * Formats all metrics as text. The delay of the event loop is that since the last call.
   * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
   */
  async format(): Promise<string> {
    const values = this.#values(await this.#sources.countConnections())
    const text = Object.entries(help).map(([name, meaning]) => {
      const value = values[name as keyof typeof help]
      const samples = typeof value === 'number' ? [['', value] as const] : [...value]
      const lines = samples.map(([labels, number]) => {
        return `${name}${labels === '' ? '' : `{${labels}}`} ${number}\n`
      })
      const type = name.endsWith('_total') ? 'counter' : 'gauge'
      return `# HELP ${name} ${meaning}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    this.#delay.reset()
    return text.join('')
  }

  #values(connections: number): Readonly<Record<keyof typeof help, Value>> {
    const { version, usage, cpuSeconds, residentBytes } = this.#sources
    const { store, refusals, evictions } = usage
    const { clients, times } = usage.count()
    const delayOf = (percent: number): number =>
      Math.max(0, this.#delay.percentile(percent) / 1e9 - delayMs / 1e3)
    return {
      text_decoration_requests_total: this.#requests,
      text_decoration_refused_requests_total: refusals.requests,
      text_decoration_refused_clients_total: refusals.clients,
      text_decoration_characters_total: this.#characters,
      text_decoration_clients: clients,
      text_decoration_entries: times,
      text_decoration_evictions_total: evictions.windows,
      text_decoration_store_failures_total: store.failures(),
      text_decoration_store_bytes: store.fileBytes(),
      text_decoration_connections: connections,
      text_decoration_build_info: new Map([[`version="${version}"`, 1]]),
      nodejs_eventloop_lag_p50_seconds: delayOf(50),
      nodejs_eventloop_lag_p99_seconds: delayOf(99),
      nodejs_eventloop_lag_max_seconds: delayOf(100),
      process_cpu_seconds_total: cpuSeconds(),
      process_resident_memory_bytes: residentBytes(),
      process_start_time_seconds: performance.timeOrigin / 1e3,
    }
  }

  /** Stops measuring. */
  close(): void {
    this.#delay.disable()
  }
}
