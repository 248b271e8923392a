import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Holding, MemoryBudget } from './memory-budget.ts'

/** Work for a request that may take longer than a millisecond. */
export interface Work {
  readonly client: string
  readonly request: Pick<IncomingMessage, 'socket'>
  readonly response: Pick<ServerResponse, 'socket' | 'once'>
  /** How much memory it takes until it begins, approximately. */
  readonly heldBytes: number
  /** Whether it takes much memory once it has begun. */
  readonly isLarge: boolean
  /** How many requests of a connection may wait. */
  readonly mostWaiting: number
  /** Does a part of it. Returns whether the rest is still to be done. */
  readonly run: () => boolean
  /** Called instead of `run` if too much is waiting. */
  readonly refuse: () => void
}

/** Work that has not begun. Its clients come in turn, but not those with work that has begun. */
export class Lane {
  readonly #clients = new Map<string, Waiting[]>()
  readonly #begun: ReadonlyMap<string, unknown>

  constructor(begun: ReadonlyMap<string, unknown>) {
    this.#begun = begun
  }

  isEmpty(): boolean {
    return this.#clients.size === 0
  }

  add(waiting: Waiting): void {
    const others = this.#clients.get(waiting.client)
    if (others === undefined) this.#clients.set(waiting.client, [waiting])
    else others.push(waiting)
  }

  /** Removes the oldest work of the next client. */
  take(): Waiting | undefined {
    for (const [client, all] of this.#clients) {
      if (this.#begun.has(client)) continue
      // A client that is added again comes last.
      this.#clients.delete(client)
      const next = all.shift()
      if (all.length > 0) this.#clients.set(client, all)
      return next
    }
    return undefined
  }
}

/** Work that is waiting. It holds memory until it begins, is refused or dropped. */
export class Waiting implements Holding {
  readonly client: string
  readonly isLarge: boolean
  heldBytes = 0
  hasBegun = false
  #work: Work | undefined
  readonly #memory: MemoryBudget

  constructor(work: Work, memory: MemoryBudget) {
    this.client = work.client
    this.isLarge = work.isLarge
    this.#work = work
    this.#memory = memory
  }

  /** Takes its memory from the budget, unless it has begun. */
  hold(): void {
    if (!this.hasBegun && this.#work !== undefined) this.#memory(this, this.#work.heldBytes)
  }

  /** Does a part of the work. Returns whether the rest is still to be done. */
  run(): boolean {
    this.hasBegun = true
    this.#memory(this, 0)
    const work = this.#work
    if (work === undefined || work.request.socket.destroyed || !work.run()) this.#work = undefined
    return this.#work !== undefined
  }

  drop(): void {
    this.#memory(this, 0)
    this.#work = undefined
  }

  refuse(): void {
    this.#work?.refuse()
    this.#work = undefined
  }
}
