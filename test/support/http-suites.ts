import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { send } from './client.ts'
import { root } from './folders.ts'
import { until } from './until.ts'

type ConnectionState = 'Open' | 'ClosedByServer' | 'TimedOut' | 'Error'

/** The result of one step: the first status, the text (Latin-1) and the connection's state. */
interface Exchange {
  readonly status: number | undefined
  readonly text: string
  readonly state: ConnectionState
}

export interface SuiteResult {
  readonly id: string
  readonly verdict: 'Pass' | 'Warn' | 'Fail'
  /** The expected and the actual result, for the message of a failed test. */
  readonly detail: string
}

/** Changes a request of a suite so that it reaches a path of the service. */
type Rewriter = (rawRequest: string) => string

/**
 * Sends the scored single requests of Http11Probe, each on its own connection. Returns the verdicts
 * of the suite's own table for the status and the state of the connection.
 */
export async function runHttp11Probe(port: number, rewrite: Rewriter): Promise<SuiteResult[]> {
  const { cases } = readSuite<Http11Probe>('http11probe')
  return inParallel(cases, async ({ id, description, payload, verdict }) => {
    const [answer = nothing] = await exchange(port, [rewrite(expand(payload))])
    return { id, verdict: judge(verdict, answer), detail: `${description}: ${describe(answer)}` }
  })
}

/**
 * Sends the scored sequences of Http11Probe, which are request smuggling attacks. One passes if at
 * most its first request is answered, with 400, and the connection is then closed.
 */
export async function runHttp11ProbeSequences(
  port: number,
  rewrite: Rewriter,
): Promise<SuiteResult[]> {
  const { sequences } = readSuite<Http11Probe>('http11probe')
  return inParallel(sequences, async ({ id, description, steps }) => {
    const answers = await exchange(port, steps.map(rewrite))
    const [first = nothing] = answers
    const isRefused = first.status === 400 || first.status === undefined
    const heads = answers.flatMap(({ text }) => text.match(/HTTP\/1\.[01] \d{3} /g) ?? [])
    const isAlone = heads.length <= 1 && first.state === 'ClosedByServer'
    return {
      id,
      verdict: isRefused && isAlone ? 'Pass' : 'Fail',
      detail: `${description}: ${answers.map(describe).join(', then ')}`,
    }
  })
}

/**
 * Sends the strict requests of llhttp's own tests. A request that a strict parser rejects passes if
 * it is refused (4xx, 5xx, or cut off). The others always pass.
 */
export async function runLlhttpRequests(port: number, rewrite: Rewriter): Promise<SuiteResult[]> {
  const { cases } = readSuite<Llhttp>('llhttp-requests')
  return inParallel(cases, async ({ file, name, raw, error }) => {
    const [answer = nothing] = await exchange(port, [rewrite(raw)])
    // An unannounced close after an answer refuses what came next.
    const isCutOff =
      answer.state === 'ClosedByServer' && !/\r\nConnection: close\r\n/i.test(answer.text)
    // What came first may have been answered.
    const isRefused = isCutOff || /HTTP\/1\.1 [45]\d\d /.test(answer.text)
    return {
      id: `${file}: ${name}`,
      verdict: error === null || isRefused ? 'Pass' : 'Fail',
      detail: `${error}: ${describe(answer)}`,
    }
  })
}

/**
 * Returns a rewriter that replaces the target `/` of a request with the one for its method. Other
 * requests stay as they are.
 */
export function aimAt(targets: Readonly<Record<string, string>>): Rewriter {
  const target = /(?<=^[\r\n]*([A-Z]+)[ \t]+)\/(?=\s)/
  return (rawRequest) => rawRequest.replace(target, (slash, method: string) => {
    return targets[method] ?? slash
  })
}

/**
 * Sends Latin-1 text step by step over one connection and reads the answers. A step ends when the
 * connection closes, shortly after the head of an answer, or after a second without one.
 */
async function exchange(port: number, steps: readonly string[]): Promise<Exchange[]> {
  let received = ''
  let isClosed = false
  let hasFailed = false
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => (received += text))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    hasFailed = error.code !== 'ECONNRESET' && error.code !== 'EPIPE'
  })
  for (const event of ['end', 'close']) socket.on(event, () => (isClosed = true))

  const wait = async (isDone: () => boolean, limitMs: number): Promise<void> => {
    const end = performance.now() + limitMs
    await until(() => isDone() || performance.now() >= end)
    // The server may just be busy: it must first have answered another connection.
    if (!isDone()) await send(port, { target: '/health' }).catch(() => {})
  }

  const answers: Exchange[] = []
  for (const step of steps) {
    if (isClosed) break
    received = ''
    socket.write(step, 'latin1')
    await wait(() => isClosed || received.includes('\r\n\r\n'), silenceMs)
    if (received !== '') await wait(() => isClosed, settleMs)
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1]
    let state: ConnectionState = isClosed ? 'ClosedByServer' : 'Open'
    if (hasFailed) state = 'Error'
    else if (!isClosed && received === '') state = 'TimedOut'
    const number = status === undefined ? undefined : Number(status)
    answers.push({ status: number, text: received, state })
  }
  socket.destroy()
  return answers
}

const silenceMs = 1_000
/** How long a server may take to close the connection after its answer. */
const settleMs = 200
const connectionsAtOnce = 32
const nothing: Exchange = { status: undefined, text: '', state: 'Error' }

type Verdict = SuiteResult['verdict']
type Payload = string | readonly (string | readonly [text: string, times: number])[]

type StatusTable = { readonly [verdict in Verdict]?: readonly number[] } & {
  readonly else: Verdict
}
type VerdictTable =
  | { readonly noResponse: Record<ConnectionState, Verdict>; readonly status: StatusTable }
  | { readonly byState: Record<ConnectionState, StatusTable & { readonly none: Verdict }> }

interface Http11Probe {
  readonly cases: readonly {
    readonly id: string
    readonly description: string
    readonly payload: Payload
    readonly verdict: VerdictTable
  }[]
  readonly sequences: readonly {
    readonly id: string
    readonly description: string
    readonly steps: readonly string[]
  }[]
}

interface Llhttp {
  readonly cases: readonly {
    readonly file: string
    readonly name: string
    readonly raw: string
    readonly error: string | null
  }[]
}

function readSuite<Suite>(name: string): Suite {
  return JSON.parse(readFileSync(join(root, 'test', 'data', `${name}.json`), 'utf8'))
}

function expand(payload: Payload): string {
  if (typeof payload === 'string') return payload
  const repeat = (text: string, times: number): string =>
    Array.from({ length: times }, (_, index) => text.replace('#', `${index}`)).join('')
  return payload.map((part) => (typeof part === 'string' ? part : repeat(...part))).join('')
}

function judge(table: VerdictTable, { status, state }: Exchange): Verdict {
  const [none, statuses] =
    'byState' in table
      ? [table.byState[state].none, table.byState[state]]
      : [table.noResponse[state], table.status]
  if (status === undefined) return none
  const verdicts = ['Pass', 'Warn', 'Fail'] as const
  return verdicts.find((verdict) => statuses[verdict]?.includes(status)) ?? statuses.else
}

function describe({ status, state }: Exchange): string {
  return `${status ?? 'no answer'}, ${state}`
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  async function work(): Promise<void> {
    for (const [index, item] of queue) results[index] = await run(item)
  }
  await Promise.all(Array.from({ length: connectionsAtOnce }, work))
  return results
}
