import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'
import { Gone } from './turn.ts'
import type { Turn } from './turn.ts'

/** How long a piece of work may be. */
const pieceMs = 1

/** How long work waits for connections that are accepted one after the other. */
const mostPostponedMs = 20

/** How many works may have begun: each may take some megabytes. */
const mostBegun = 8

/** How many works may wait. Beyond that, clients with few may add to them. */
const mostWaiting = 256
const mostOfClient = 128
const fewOfClient = 8

/** Does long work in pieces of a millisecond, one in each turn of the event loop. */
export class Turns {
  /** What has not begun, by client. The client that has waited longest comes first. */
  readonly #waiting = new Map<string, Array<() => void>>()
  #waits = 0
  /** The clients with work that has begun: one each. */
  readonly #begun = new Set<string>()
  /** What has begun and waits for its next piece. */
  readonly #paused: Array<() => void> = []
  #hasContinued = false
  #isScheduled = false
  #endMs = 0
  #isPostponed = false
  /** Since when every turn of the event loop has been postponed. */
  #postponedMs: number | undefined

  /**
   * Does work once its client's turn has come. What has begun and what waits go in turn. Rejects
   * with an ApiError (503) if too much is waiting, and with `Gone` if the connection is closed
   * before the work begins.
   */
  run<Result>(
    client: string,
    { socket }: Pick<IncomingMessage, 'socket'>,
    decide: (turn: Turn) => Result | Promise<Result>,
  ): Promise<Result> {
    const own = this.#waiting.get(client) ?? []
    const isFull = this.#waits >= mostWaiting && own.length >= fewOfClient
    if (isFull || own.length >= mostOfClient) return Promise.reject(tooMuchWork)
    this.#waits++
    // Without `await`, which takes twice as many promises.
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#begun.delete(client)
        this.#schedule()
        settle()
      }
      const fail = (fault: unknown): void => end(() => reject(fault))
      own.push(() => {
        try {
          if (socket.destroyed) throw new Gone()
          const result = decide(this.#createTurn(() => socket.destroyed))
          if (result instanceof Promise) result.then((value) => end(() => resolve(value)), fail)
          else end(() => resolve(result))
        } catch (fault) {
          fail(fault)
        }
      })
      this.#waiting.set(client, own)
      this.#schedule()
    })
  }

  /** Does no piece in this turn of the event loop, unless none was done for long. */
  postpone(): void {
    this.#isPostponed = true
  }

  #createTurn(isGone: () => boolean): Turn {
    const isOver = (): boolean => performance.now() >= this.#endMs
    const next = async (): Promise<void> => {
      await new Promise<void>((resolve) => {
        this.#paused.push(resolve)
        this.#schedule()
      })
      if (isGone()) throw new Gone()
    }
    return {
      get isOver() {
        return isOver()
      },
      next,
      apart: async (work) => {
        const own = this.#createTurn(() => false)
        await own.next()
        return work(own)
      },
    }
  }

  /** Does a piece after the sockets that are ready have been handled. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const now = performance.now()
      if (this.#isPostponed) this.#postponedMs ??= now
      else this.#postponedMs = undefined
      this.#isPostponed = false
      if (now - (this.#postponedMs ?? -Infinity) < mostPostponedMs) return this.#schedule()
      this.#postponedMs = undefined
      const goOn = this.#take()
      if (goOn === undefined) return
      this.#endMs = now + pieceMs
      goOn()
      this.#schedule()
    })
  }

  /** Takes from what has begun and from what waits, in turn. */
  #take(): (() => void) | undefined {
    this.#hasContinued = !this.#hasContinued
    return this.#hasContinued
      ? this.#paused.shift() ?? this.#takeWaiting()
      : this.#takeWaiting() ?? this.#paused.shift()
  }

  /** Takes the oldest work of the next client that has none that has begun. */
  #takeWaiting(): (() => void) | undefined {
    if (this.#begun.size >= mostBegun) return undefined
    for (const [client, own] of this.#waiting) {
      if (this.#begun.has(client)) continue
      this.#begun.add(client)
      this.#waits--
      const begin = own.shift()
      // A client that is added again comes last.
      this.#waiting.delete(client)
      if (own.length > 0) this.#waiting.set(client, own)
      return begin
    }
    return undefined
  }
}

const tooMuchWork = new ApiError(
  'unavailable',
  'Too much work is waiting. This request was not counted. Try again in a second.',
  { retryAfterSeconds: 1, closes: true, isCounted: false },
)
