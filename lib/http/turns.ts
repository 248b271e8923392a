import type { Socket } from 'node:net'
import { Lane, Waiting } from './lane.ts'
import type { Work } from './lane.ts'
import type { MemoryBudget } from './memory-budget.ts'

/** Does work in turns, so that no client delays the others for long. */
export interface Turns {
  /**
   * Does the work at once if the queue is empty. Otherwise it waits for its client's turn, and for
   * the client to read earlier answers: of a hundred chains on one connection, the second begins
   * when the first answer is read. Work that has begun comes before other work of its client. Drops
   * work whose connection is closed by then.
   */
  add(work: Work): void
  /**
   * Shortens this turn of the event loop: a connection was accepted, and others may be waiting.
   * Node accepts one in each turn.
   */
  shorten(): void
}

/**
 * Creates an empty queue. It works for `budgetMs` in each turn of the event loop, or for `shortMs`
 * in one that is shortened. At most `mostLarge` large works have begun and not ended at any time.
 */
export function createTurns(
  memory: MemoryBudget,
  { budgetMs = 5, shortMs = 1, mostLarge = 8, now = (): number => performance.now() } = {},
): Turns {
  /** What has begun: at most one work of each client. The first one is the next. */
  const begun = new Map<string, Waiting>()
  /** What has not begun. */
  const small = new Lane(begun)
  const large = new Lane(begun)
  /** What waits for earlier answers, by connection. */
  const unread = new Map<Socket, Set<Waiting>>()
  let begunLarge = 0
  // `undefined` if nothing has been done in this turn of the event loop.
  let endMs: number | undefined
  let isShort = false

  const hasTime = (): boolean => {
    if (endMs === undefined) {
      endMs = now() + (isShort ? shortMs : budgetMs)
      isShort = false
      setImmediate(beginTurn)
    }
    return now() < endMs
  }
  const isEmpty = (): boolean => begun.size === 0 && small.isEmpty() && large.isEmpty()
  const takeBegun = (): Waiting | undefined => {
    const [next] = begun.values()
    if (next !== undefined) begun.delete(next.client)
    return next
  }
  const takers = [
    takeBegun,
    () => small.take(),
    () => (begunLarge < mostLarge ? large.take() : undefined),
  ]
  let taker = 0
  /** Takes from what has begun, from small works and from large ones in turn. */
  const takeNext = (): Waiting | undefined => {
    for (let tried = 0; tried < takers.length; tried++) {
      taker = (taker + 1) % takers.length
      const next = takers[taker]?.()
      if (next !== undefined) return next
    }
    return undefined
  }
  const beginTurn = (): void => {
    endMs = undefined
    while (!isEmpty() && hasTime()) {
      const next = takeNext()
      if (next === undefined) return
      if (run(next)) begun.set(next.client, next)
    }
  }
  /** Does a part of some work. Returns whether the rest is still to be done. */
  const run = (waiting: Waiting): boolean => {
    const { isLarge, hasBegun } = waiting
    if (isLarge && !hasBegun) begunLarge++
    const isUnfinished = waiting.run()
    if (isLarge && !isUnfinished) begunLarge--
    return isUnfinished
  }
  const addReady = (waiting: Waiting): void => {
    let isUnfinished = true
    while (isUnfinished && isEmpty() && hasTime()) isUnfinished = run(waiting)
    if (!isUnfinished) return
    if (waiting.hasBegun) begun.set(waiting.client, waiting)
    else (waiting.isLarge ? large : small).add(waiting)
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
    shorten() {
      isShort = true
    },
  }
}
