import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import { ApiError } from './api-error.ts'
import { Lane } from './lane.ts'
import type { Waiting } from './lane.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { Gone } from './turn.ts'
import type { Turn } from './turn.ts'

/** A request whose answer may take longer than a millisecond. */
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
}

const settling = Symbol('settling')

type Decide<Result> = (turn: Turn) => Result | Promise<Result>

/** Does work in turns, so that no client delays the others for long. */
export interface Turns {
  /**
   * Does the work at once if nothing else waits. Otherwise it waits for its client's turn, and for
   * the client to read earlier answers: of a hundred chains on one connection, the second begins
   * when the first answer is read. Work that has begun comes before other work of its client.
   * Returns or settles as the work does. Fails with an ApiError (503) if too much is waiting, and
   * with `Gone` if the connection is closed before the work begins.
   */
  run<Result>(work: Work, decide: Decide<Result>): Result | Promise<Result>
  /** Shortens this turn of the event loop: Node accepts one connection in each; more may wait. */
  shorten(): void
}

/**
 * Creates an empty queue. It works for `budgetMs` in each turn of the event loop, or for `shortMs`
 * in one that is shortened; the turn of a request has `pieceMs`. At most `mostLarge` large works
 * have begun and not ended at any time.
 */
export function createTurns(
  memory: MemoryBudget,
  {
    budgetMs = 5,
    shortMs = 1,
    pieceMs = 1,
    mostLarge = 8,
    now = (): number => performance.now(),
  } = {},
): Turns {
  /** The clients with work that has begun: one each. */
  const begun = new Set<string>()
  /** What has begun and waits for its next turn. */
  const paused = new Set<Pick<Waiting, 'begin'>>()
  const small = new Lane(begun)
  const large = new Lane(begun)
  /** What waits for earlier answers, by connection. */
  const unread = new Map<Socket, Set<Waiting>>()
  let begunLarge = 0
  /** Whose turn it is; `settling` while something follows from the last one, such as its record. */
  let current: Turn | typeof settling | undefined
  let pieceEndMs = 0
  // `undefined` if nothing has been done in this turn of the event loop.
  let endMs: number | undefined
  let isShort = false

  const hasTime = (): boolean => {
    if (endMs === undefined) {
      endMs = now() + (isShort ? shortMs : budgetMs)
      isShort = false
      setImmediate(beginEventLoopTurn)
    }
    return now() < endMs
  }
  const beginEventLoopTurn = (): void => {
    endMs = undefined
    // What has still not given up its turn waits for something else, such as shared work.
    current = undefined
    advance()
  }
  const takers = [
    () => {
      const [next] = paused
      if (next !== undefined) paused.delete(next)
      return next
    },
    () => small.take(),
    () => (begunLarge < mostLarge ? large.take() : undefined),
  ]
  let taker = 0
  /** Takes from what has begun, from small works and from large ones in turn. */
  const takeNext = (): Pick<Waiting, 'begin'> | undefined => {
    for (let tried = 0; tried < takers.length; tried++) {
      taker = (taker + 1) % takers.length
      const next = takers[taker]?.()
      if (next !== undefined) return next
    }
    return undefined
  }
  const isEmpty = (): boolean => paused.size === 0 && small.isEmpty() && large.isEmpty()
  /** Begins the next turn, if there is time for one. */
  const advance = (): void => {
    while (current === undefined && !isEmpty() && hasTime()) {
      const next = takeNext()
      if (next === undefined) return
      next.begin?.()
    }
  }
  const enter = (turn: Turn): void => {
    current = turn
    pieceEndMs = Math.min(endMs ?? Infinity, now() + pieceMs)
  }
  const leave = (turn: Turn): void => {
    if (current !== turn) return advance()
    current = settling
    // A tick comes after all promises that are settled by then.
    queueMicrotask(() => nextTick(settle))
  }
  const settle = (): void => {
    if (current === settling) current = undefined
    advance()
  }
  const createTurn = (isGone: () => boolean): Turn => {
    const turn: Turn = {
      get isOver() {
        return current !== turn || now() >= pieceEndMs
      },
      next() {
        return new Promise((resolve, reject) => {
          paused.add({
            begin() {
              enter(turn)
              if (isGone()) reject(new Gone())
              else resolve()
            },
          })
          leave(turn)
        })
      },
      async apart(work) {
        const own = createTurn(() => false)
        await own.next()
        try {
          return await work(own)
        } finally {
          leave(own)
        }
      },
    }
    return turn
  }

  const addReady = (waiting: Waiting, { isLarge }: Work): void => {
    const lane = isLarge ? large : small
    lane.add(waiting)
    advance()
  }
  const addUnread = (waiting: Waiting, work: Work): void => {
    const { socket } = work.request
    const known = unread.get(socket)
    const others = known ?? new Set()
    if (known === undefined) {
      unread.set(socket, others)
      socket.once('close', () => {
        unread.delete(socket)
        for (const one of others) one.begin?.()
      })
    }
    others.add(waiting)
    // The answer whose turn it is gets the socket once earlier ones are read.
    work.response.once('socket', () => {
      others.delete(waiting)
      // Node has not finished with the answer before.
      queueMicrotask(() => addReady(waiting, work))
    })
  }
  /** Begins some work, and returns or settles as it does. */
  const start = <Result>(work: Work, decide: Decide<Result>): Result | Promise<Result> => {
    const { client, isLarge, request } = work
    const turn = createTurn(() => request.socket.destroyed)
    begun.add(client)
    if (isLarge) begunLarge++
    const end = (): void => {
      begun.delete(client)
      if (isLarge) begunLarge--
      leave(turn)
    }
    enter(turn)
    let result: Result | Promise<Result>
    try {
      result = decide(turn)
    } catch (fault) {
      end()
      throw fault
    }
    if (!(result instanceof Promise)) {
      end()
      return result
    }
    const done = (value: Result): Result => {
      end()
      return value
    }
    return result.then(done, (fault: unknown) => {
      end()
      throw fault
    })
  }
  const wait = <Result>(work: Work, decide: Decide<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const { client, request, heldBytes } = work
      const waiting: Waiting = {
        client,
        heldBytes: 0,
        begin() {
          waiting.begin = undefined
          memory(waiting, 0)
          if (request.socket.destroyed) return reject(new Gone())
          try {
            resolve(start(work, decide))
          } catch (fault) {
            reject(fault)
          }
        },
        refuse() {
          waiting.begin = undefined
          reject(tooMuchWork)
        },
      }
      if (work.response.socket === null) addUnread(waiting, work)
      else addReady(waiting, work)
      if (waiting.begin !== undefined) memory(waiting, heldBytes)
    })
  return {
    run(work, decide) {
      const { client, request, response, isLarge, mostWaiting } = work
      if ((unread.get(request.socket)?.size ?? 0) >= mostWaiting) throw tooMuchWork
      const isFirst = response.socket !== null && current === undefined && isEmpty()
      const isAllowed = !begun.has(client) && !(isLarge && begunLarge >= mostLarge)
      return isFirst && isAllowed && hasTime() ? start(work, decide) : wait(work, decide)
    },
    shorten() {
      isShort = true
    },
  }
}

const tooMuchWork = new ApiError(
  'unavailable',
  'Too much work is waiting. This request was not counted. Try again in a second.',
  { retryAfterSeconds: 1, closes: true, isCounted: false },
)
