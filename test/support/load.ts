import assert from 'node:assert/strict'
import { send } from './client.ts'
import type { Answer, Request } from './client.ts'
import { Connection } from './kept-connection.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

/** A limit above the load, whose headers still show how much was counted. */
export const generous = { RATE_LIMIT: '100000' }

/** Clients that send one request after another, and count the answers. */
export class Load {
  answered = 0
  readonly #clients: Array<{ readonly address: string; sent: number; answered: number }>
  #notify = (): void => {}
  #turn = 0
  #runs = 0

  constructor(clients: number) {
    this.#clients = Array.from({ length: clients }, (_, index) => ({
      address: `203.0.113.${index}`,
      sent: 0,
      answered: 0,
    }))
  }

  /** Sends over this many connections until they end or `isWanted` returns false. */
  async run(
    services: readonly Service[],
    connections: number,
    isWanted = (): boolean => true,
  ): Promise<void> {
    this.#runs++
    try {
      const ports = services.map((service) => service.port)
      await Promise.all(
        Array.from({ length: connections }, (_, index) =>
          this.#runOne(ports[index % ports.length] ?? 0, isWanted),
        ),
      )
    } finally {
      this.#runs--
      this.#notify()
    }
  }

  async #runOne(port: number, isWanted: () => boolean): Promise<void> {
    for (let connection = new Connection(port); ; ) {
      const client = this.#clients[this.#turn++ % this.#clients.length]
      if (client === undefined || !isWanted()) return connection.close()
      client.sent++
      const answer = await connection.send(generate(client.address)).catch(() => undefined)
      if (answer === undefined) return
      assert.equal(answer.status, 200, answer.text)
      client.answered++
      this.answered++
      this.#notify()
      if (answer.headers['connection'] === 'close') connection = new Connection(port)
    }
  }

  /** Resolves after this many more answers; rejects if no client is running. */
  async answers(count: number): Promise<void> {
    const goal = this.answered + count
    await new Promise<void>((resolve, reject) => {
      this.#notify = () => {
        if (this.answered >= goal) resolve()
        else if (this.#runs === 0) reject(new Error('the service answers no more'))
      }
      this.#notify()
    })
  }

  /** Checks that all answered requests are stored, and none that was not sent. */
  async assertStored(service: Service, exactly?: number): Promise<void> {
    const sum = (field: 'sent' | 'answered'): number =>
      this.#clients.reduce((total, client) => total + client[field], 0)
    const { uses, characters } = await readTotals(service)
    assert.ok(sum('answered') <= uses && uses <= sum('sent'), `${uses} uses`)
    assert.equal(characters, 2 * uses)
    let counted = 0
    for (const { address, sent, answered } of this.#clients) {
      const { headers } = await send(service.port, { ...statistics, ...from(address) })
      const stored = Number(generous.RATE_LIMIT) - Number(headers['x-ratelimit-remaining']) - 1
      assert.ok(answered <= stored && stored <= sent, `${answered} <= ${stored} <= ${sent}`)
      counted += stored
    }
    // Windows and statistics are written in one transaction.
    assert.equal(counted, uses)
    if (exactly !== undefined) assert.equal(uses, exactly)
  }
}

const windowSeconds = 3600
const statistics: Request = { target: '/api?action=stats' }
/** Makes a request's body never end. */
export const unfinished = { headers: ['Content-Length: 1000'], body: 'slug=' }

/** Returns a request that transforms two characters. */
export function generate(address: string): Request {
  const target = '/api?action=generate'
  return { method: 'POST', target, body: 'slug=reverse&text=ab', ...from(address) }
}

function from(address: string): { readonly headers: readonly string[] } {
  return { headers: [`X-Forwarded-For: ${address}`] }
}

/** Sends requests of one client at once, each on its own connection. */
export function burst(
  services: readonly Service[],
  count: number,
  whenAnswered = (): void => {},
): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await send(services[index % services.length]?.port ?? 0, generate('192.0.2.1'))
      whenAnswered()
      return answer
    }),
  )
}

/** Returns whether a request was admitted. */
export function passed(answer: Answer): boolean {
  return answer.status === 200
}

/** Checks that an answer is a refusal by the limit. */
export function assertRefusal({ status, headers, text }: Answer): void {
  assert.equal(status, 429)
  const { retry_after: wait } = JSON.parse(text)
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= windowSeconds)
  assert.equal(headers['retry-after'], String(wait))
}

let observers = 0

/** Reads the totals as a new client. */
export async function readTotals(service: Service): Promise<{ uses: number; characters: number }> {
  const observer = `10.0.${observers >> 8}.${observers++ & 255}`
  const { text } = await send(service.port, { ...statistics, ...from(observer) })
  const { uses, characters } = JSON.parse(text).statistics
  return { uses, characters }
}

/** Returns the level and message of the warnings and errors of a service. */
export function warnings(service: Service): Array<readonly [level: string, message: string]> {
  return service.lines
    .filter(({ level }) => level !== 'info')
    .map(({ level, message }) => [level, message])
}

/** Resolves when a service has logged a message. */
export async function logged(service: Pick<Service, 'lines'>, message: string): Promise<void> {
  await until(() => service.lines.some((line) => line.message === message), `"${message}" is logged`)
}
