import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from './client.ts'
import type { Answer, Request, Target } from './client.ts'
import { Connection } from './kept-connection.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

/** A limit above the load, whose headers still show how much was counted. */
export const generous = { RATE_LIMIT: '10000' }

/** A request, and when it was sent and answered, in milliseconds of this process. */
interface Sent {
  readonly sentMs: number
  readonly answeredMs: number
  /** `undefined` if the service ended before: the request may have been admitted. */
  readonly answer: Answer | undefined
  readonly fault: string | undefined
}

/** Clients that send one request after another until `end`. Half of them keep their connection. */
export class Load {
  answered = 0
  readonly clients: ReadonlyArray<{ readonly address: string; readonly sent: Sent[] }>
  #isWanted = true
  readonly #ended: Promise<unknown>

  /** Each request goes to the target that `choose` returns; while there is none, clients wait. */
  constructor(t: TestContext, count: number, choose: () => Target | undefined, pauseMs = 0) {
    this.clients = Array.from({ length: count }, (_, index) => {
      return { address: index % 3 === 2 ? `2001:db8:${index}::1` : `203.0.113.${index}`, sent: [] }
    })
    t.after(() => this.end())
    this.#ended = Promise.all(this.clients.map((_, index) => this.#run(index, choose, pauseMs)))
  }

  async #run(index: number, choose: () => Target | undefined, pauseMs: number): Promise<void> {
    const { address, sent } = this.clients[index] ?? assert.fail()
    let connection: Connection | undefined
    let connected: Target | undefined
    while (this.#isWanted) {
      const target = choose()
      if (target !== connected) connection?.close()
      if (target === undefined || sent.at(-1)?.fault !== undefined) await pause(5)
      if (target === undefined) continue
      if (index % 2 === 0 && target !== connected) connection = new Connection(target)
      connected = target
      const sentMs = performance.now()
      let fault: string | undefined
      const request = generate(address)
      const answer = await (connection?.send(request) ?? send(target, request)).catch((error) => {
        fault = String(error)
        return undefined
      })
      sent.push({ sentMs, answeredMs: performance.now(), answer, fault })
      if (answer !== undefined) this.answered++
      if (answer?.headers['connection'] !== 'keep-alive') connected = undefined
      if (pauseMs > 0) await pause(pauseMs)
    }
    connection?.close()
  }

  /** Resolves after this many more answers. */
  async answers(count: number): Promise<void> {
    const goal = this.answered + count
    await until(() => this.answered >= goal, `${count} more answers`)
  }

  async end(): Promise<void> {
    this.#isWanted = false
    await this.#ended
  }

  /** The requests without an answer, and why. */
  get faults(): string[] {
    return this.clients.flatMap(({ sent }) => sent.flatMap(({ fault }) => fault ?? []))
  }

  /** Checks that all answered requests are stored, and only requests that were sent. */
  async assertStored(target: Target): Promise<void> {
    const { uses, characters } = await readTotals(target)
    assert.equal(characters, 2 * uses)
    let counted = 0
    for (const { address, sent } of this.clients) {
      const answers = sent.flatMap(({ answer }) => answer ?? [])
      for (const { status, text } of answers) assert.equal(status, 200, text)
      const { headers } = await send(target, { ...statistics, ...from(address) })
      const stored = Number(generous.RATE_LIMIT) - Number(headers['x-ratelimit-remaining']) - 1
      const range = `${answers.length} <= ${stored} <= ${sent.length}`
      assert.ok(answers.length <= stored && stored <= sent.length, range)
      counted += stored
    }
    // Windows and statistics are written in one transaction.
    assert.equal(counted, uses)
  }

  /**
   * Checks that no client was ever admitted more than `limit` times in a window, or refused below the
   * limit, as far as this is visible from outside; and that each reached the limit `times` times.
   */
  assertFair(limit: number, windowMs: number, times: number): void {
    for (const { sent: all } of this.clients) {
      const admitted: Sent[] = []
      const perhapsAdmitted: Sent[] = []
      let refused = 0
      for (const sent of all) {
        const { answer, sentMs, answeredMs } = sent
        if (answer === undefined || answer.status === 200) perhapsAdmitted.push(sent)
        if (answer === undefined) continue
        if (answer.status === 200) {
          const apartMs = answeredMs - (admitted[admitted.length - limit]?.sentMs ?? -Infinity)
          assert.ok(apartMs > windowMs - roundingMs, `${limit + 1} admitted in ${apartMs} ms`)
          admitted.push(sent)
          continue
        }
        refused++
        assertRefusal(answer, windowMs / 1000)
        const first = perhapsAdmitted[perhapsAdmitted.length - limit]
        const waitedMs = sentMs - (first?.answeredMs ?? -Infinity)
        assert.ok(waitedMs < windowMs + roundingMs, `refused after ${waitedMs} ms`)
      }
      assert.ok(admitted.length >= times * limit, `${admitted.length} admitted`)
      assert.ok(refused >= times, `${refused} refused`)
    }
  }
}

// The limiter counts whole milliseconds.
const roundingMs = 2
const statistics: Request = { target: '/api?action=stats' }

/** Returns a request that transforms two characters. */
export function generate(address: string): Request {
  const target = '/api?action=generate'
  return { method: 'POST', target, body: 'slug=reverse&text=ab', ...from(address) }
}

function from(address: string): { readonly headers: readonly string[] } {
  return { headers: [`X-Forwarded-For: ${address}`] }
}

/** Sends requests of one client at once, each on its own connection; all others must be refused. */
export async function countAdmitted(services: readonly Service[], count: number): Promise<number> {
  const requests = Array.from({ length: count }, (_, index) => {
    return send(services[index % services.length]?.port ?? 0, generate('192.0.2.1'))
  })
  const results = await Promise.allSettled(requests)
  const faults = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))
  assert.equal(faults.length, 0, `${faults.length} of ${count} failed: ${faults[0]}`)
  const answers = results.flatMap((result) => (result.status === 'rejected' ? [] : result.value))
  const refusals = answers.filter(({ status }) => status !== 200)
  for (const answer of refusals) assertRefusal(answer)
  return count - refusals.length
}

/** Checks that an answer is a refusal by the limit. */
export function assertRefusal({ status, headers, text }: Answer, windowSeconds = 3600): void {
  assert.equal(status, 429, text)
  const { retry_after: wait } = JSON.parse(text)
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= windowSeconds, `${wait} s`)
  assert.equal(headers['retry-after'], String(wait))
}

let observers = 0

/** Reads the totals as a new client. */
export async function readTotals(target: Target): Promise<{ uses: number; characters: number }> {
  const observer = `10.0.${observers >> 8}.${observers++ & 255}`
  const { text } = await send(target, { ...statistics, ...from(observer) })
  const { uses, characters } = JSON.parse(text).statistics
  return { uses, characters }
}

/** Returns the level and message of the warnings and errors of a service. */
export function warnings(service: Service): string[] {
  return service.lines
    .filter(({ level }) => level !== 'info')
    .map(({ level, message }) => `${level}: ${message}`)
}

/** Resolves when a service has logged a message. */
export async function logged(service: Pick<Service, 'lines'>, message: string): Promise<void> {
  await until(() => service.lines.some((line) => line.message === message), `"${message}" is logged`)
}
