/** Makes pages one after the other, and leaves time for other requests in between. */
export interface PageQueue {
  /**
   * Resolves to the result of `work`. Connections take turns, so that one with many requests does
   * not delay the others. Never resolves if the connection is closed. Returns `undefined` if too
   * many requests of the connection are waiting.
   */
  run<Result>(connection: Connection, work: () => Result): Promise<Result> | undefined
}

/** The socket of a request. */
export interface Connection {
  readonly destroyed: boolean
}

/** Creates an empty queue. It works for `budgetMs` in each turn of the event loop. */
export function createPageQueue(budgetMs = 5, now = (): number => performance.now()): PageQueue {
  const waiting = new Map<Connection, Array<() => void>>()
  let isScheduled = false
  const makeSome = (): void => {
    const end = now() + budgetMs
    // A connection that is added again comes last.
    for (const [connection, works] of waiting) {
      waiting.delete(connection)
      if (connection.destroyed) continue
      const work = works.shift()
      if (works.length > 0) waiting.set(connection, works)
      work?.()
      if (now() >= end) break
    }
    isScheduled = waiting.size > 0
    if (isScheduled) setImmediate(makeSome)
  }
  return {
    run(connection, work) {
      const works = waiting.get(connection) ?? []
      if (works.length === mostWaiting) return undefined
      return new Promise((resolve, reject) => {
        works.push(() => {
          try {
            resolve(work())
          } catch (fault) {
            reject(fault)
          }
        })
        waiting.set(connection, works)
        if (!isScheduled) setImmediate(makeSome)
        isScheduled = true
      })
    },
  }
}

/** Browsers wait for each answer before they send the next request on a connection. */
const mostWaiting = 32
