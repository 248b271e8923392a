import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Holding, MemoryBudget } from './memory-budget.ts'

/** Work for a request that may take longer than a millisecond. */
export interface Work {
  readonly client: string
  readonly request: Pick<IncomingMessage, 'socket'>
  readonly response: Pick<ServerResponse, 'socket' | 'once'>
  /** How much memory it takes until it is done, approximately. */
  readonly heldBytes: number
  /** How many requests of a connection may wait. */
  readonly mostWaiting: number
  readonly run: () => void
  /** Called instead of `run` if too much is waiting. */
  readonly refuse: () => void
}

/** Does work in turns, so that no client delays the others for long. */
export interface Turns {
  /**
   * Does some work now if nothing is waiting, or else in its turn: when earlier answers of its
   * connection are read. Drops it if the connection is closed by then.
   */
  add(work: Work): void
}

/** Creates an empty queue. It works for `budgetMs` in each turn of the event loop. */
export function createTurns(
  memory: MemoryBudget,
  budgetMs = 5,
  now = (): number => performance.now(),
): Turns {
  /** What can be done, by client. The first client is the next one. */
  const ready = new Map<string, Waiting[]>()
  /** What waits for earlier answers, by connection. */
  const unread = new Map<Socket, Set<Waiting>>()
  // `undefined` if nothing has been done in this turn of the event loop.
  let endMs: number | undefined

  const hasTime = (): boolean => {
    if (endMs === undefined) {
      endMs = now() + budgetMs
      setImmediate(beginTurn)
    }
    return now() < endMs
  }
  const beginTurn = (): void => {
    endMs = undefined
    for (const [client, waiting] of ready) {
      if (!hasTime()) return
      // A client that is added again comes last.
      ready.delete(client)
      const next = waiting.shift()
      if (waiting.length > 0) ready.set(client, waiting)
      next?.leave().run()
    }
  }
  const addReady = (waiting: Waiting): void => {
    if (ready.size === 0 && hasTime()) return waiting.leave().run()
    const others = ready.get(waiting.client)
    if (others === undefined) ready.set(waiting.client, [waiting])
    else others.push(waiting)
  }
  const addUnread = (waiting: Waiting, { request: { socket }, response }: Work): void => {
    const known = unread.get(socket)
    const others = known ?? new Set()
    if (known === undefined) {
      unread.set(socket, others)
      socket.once('close', () => {
        unread.delete(socket)
        for (const one of others) one.leave()
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
    },
  }
}

/** Work that is waiting. It holds memory until it leaves. */
class Waiting implements Holding {
  readonly client: string
  heldBytes = 0
  #work: Work | undefined
  readonly #memory: MemoryBudget

  constructor(work: Work, memory: MemoryBudget) {
    this.client = work.client
    this.#work = work
    this.#memory = memory
    memory(this, work.heldBytes)
  }

  /** Frees the memory, and returns what to do: nothing if the work is dropped. */
  leave(): { run: () => void } {
    this.#memory(this, 0)
    const work = this.#work
    this.#work = undefined
    return work === undefined || work.request.socket.destroyed ? idle : work
  }

  refuse(): void {
    this.#work?.refuse()
    this.#work = undefined
  }
}

const idle = { run: (): void => {} }
