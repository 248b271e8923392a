import assert from 'node:assert/strict'
import { send } from './client.ts'
import type { Answer, Request } from './client.ts'
import { Connection } from './kept-connection.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

/** A limit that the load does not reach, and that still tells how much is counted. */
export const generous = { RATE_LIMIT: '100000' }

/** Clients that send one request after the other, and what they know of them. */
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

  /** Sends over so many connections until they end, or `isWanted` says that it is enough. */
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

  /** Resolves when so many more requests have been answered; rejects when none will be. */
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

  /** What was answered is stored, and nothing is that was not sent; `exactly` tells how much. */
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
    // Window and statistics are one transaction.
    assert.equal(counted, uses)
    if (exactly !== undefined) assert.equal(uses, exactly)
  }
}

const windowSeconds = 3600
const statistics: Request = { target: '/api?action=stats' }
/** What makes a request one whose body never ends. */
export const unfinished = { headers: ['Content-Length: 1000'], body: 'slug=' }

/** A request that transforms two characters. */
export function generate(address: string): Request {
  const target = '/api?action=generate'
  return { method: 'POST', target, body: 'slug=reverse&text=ab', ...from(address) }
}

function from(address: string): { readonly headers: readonly string[] } {
  return { headers: [`X-Forwarded-For: ${address}`] }
}

/** Sends so many requests of one client at once, each on a connection of its own. */
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

/** Whether it is the answer to a request that was admitted. */
export function passed(answer: Answer): boolean {
  return answer.status === 200
}

/** Throws unless it is the answer to a request beyond the limit. */
export function assertRefusal({ status, headers, text }: Answer): void {
  assert.equal(status, 429)
  const { retry_after: wait } = JSON.parse(text)
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= windowSeconds)
  assert.equal(headers['retry-after'], String(wait))
}

let observers = 0

/** The totals, asked for by a client of its own. */
export async function readTotals(service: Service): Promise<{ uses: number; characters: number }> {
  const observer = `10.0.${observers >> 8}.${observers++ & 255}`
  const { text } = await send(service.port, { ...statistics, ...from(observer) })
  const { uses, characters } = JSON.parse(text).statistics
  return { uses, characters }
}

/** Level and message of what a service had to complain of. */
export function warnings(service: Service): Array<readonly [level: string, message: string]> {
  return service.lines
    .filter(({ level }) => level !== 'info')
    .map(({ level, message }) => [level, message])
}

/** Resolves when a service has logged a message. */
export async function logged(service: Pick<Service, 'lines'>, message: string): Promise<void> {
  await until(() => service.lines.some((line) => line.message === message), `"${message}" is logged`)
}
