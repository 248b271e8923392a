import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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

/** Does work in turns, so that no client delays the others for long. */
export interface Turns {
  /**
   * Does some work now if nothing is waiting, or else in its turn: when earlier answers of its
   * connection are read. Work that has begun comes before other work of its client. Drops work
   * whose connection is closed by then.
   */
  add(work: Work): void
}

/**
 * Creates an empty queue. It works for `budgetMs` in each turn of the event loop. At most
 * `mostLarge` large works have begun and not ended at any time.
 */
export function createTurns(
  memory: MemoryBudget,
  { budgetMs = 5, mostLarge = 8, now = (): number => performance.now() } = {},
): Turns {
  /** What can be done, by client. The first client is the next one. */
  const ready = new Map<string, Waiting[]>()
  /** What waits for earlier answers, by connection. */
  const unread = new Map<Socket, Set<Waiting>>()
  /** Large works that have begun. */
  const large = new Set<Waiting>()
  // `undefined` if nothing has been done in this turn of the event loop.
  let endMs: number | undefined

  const hasTime = (): boolean => {
    if (endMs === undefined) {
      endMs = now() + budgetMs
      setImmediate(beginTurn)
    }
    return now() < endMs
  }
  const canRun = (waiting: Waiting): boolean => !waiting.needsRoom || large.size < mostLarge
  /** Removes the next work from the queue. Its client comes last from now on. */
  const takeNext = (): Waiting | undefined => {
    for (const [client, all] of ready) {
      const index = all.findIndex(canRun)
      const next = all[index]
      if (next === undefined) continue
      all.splice(index, 1)
      ready.delete(client)
      if (all.length > 0) ready.set(client, all)
      return next
    }
    return undefined
  }
  const beginTurn = (): void => {
    endMs = undefined
    if (ready.size === 0) return
    while (hasTime()) {
      const next = takeNext()
      if (next === undefined) return
      if (run(next)) addFirst(next)
    }
  }
  /** Does a part of some work. Returns whether the rest is still to be done. */
  const run = (waiting: Waiting): boolean => {
    if (waiting.isLarge) large.add(waiting)
    const isUnfinished = waiting.run()
    if (!isUnfinished) large.delete(waiting)
    return isUnfinished
  }
  const addFirst = (waiting: Waiting): void => {
    const others = ready.get(waiting.client)
    if (others === undefined) ready.set(waiting.client, [waiting])
    else others.unshift(waiting)
  }
  const addReady = (waiting: Waiting): void => {
    let isUnfinished = true
    while (isUnfinished && ready.size === 0 && hasTime()) isUnfinished = run(waiting)
    if (!isUnfinished) return
    const others = ready.get(waiting.client)
    if (waiting.hasBegun || others === undefined) addFirst(waiting)
    else others.push(waiting)
  }
  const addUnread = (waiting: Waiting, { request: { socket }, response }: Work): void => {
    const known = unread.get(socket)
    const others = known ?? new Set()
    if (known === undefined) {
      unread.set(socket, others)
      socket.once('close', () => {
        unread.delete(socket)
        for (const one of others) one.drop()
      })
    }
    others.add(waiting)
    // The answer whose turn it is gets the socket once earlier ones are read.
    response.once('socket', () => {
      others.delete(waiting)
      // Node has not finished with the answer before.
      queueMicrotask(() => addReady(waiting))
    })
  }
  return {
    add(work) {
      const { socket } = work.request
      if ((unread.get(socket)?.size ?? 0) >= work.mostWaiting) return work.refuse()
      const waiting = new Waiting(work, memory)
      if (work.response.socket === null) addUnread(waiting, work)
      else addReady(waiting)
      waiting.hold()
    },
  }
}

/** Work that is waiting. It holds memory until it begins, is refused or dropped. */
class Waiting implements Holding {
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

  /** Whether it must not begin while too many large works have begun. */
  get needsRoom(): boolean {
    return this.isLarge && !this.hasBegun && this.#work !== undefined
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
