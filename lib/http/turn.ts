/**
 * What one request gets of the event loop. Whatever takes longer than a millisecond awaits its turn
 * where it is long: `if (turn.isOver) await turn.next()`.
 */
export interface Turn {
  /** Whether others come first now. */
  readonly isOver: boolean
  /** Resolves in the next turn. Rejects with `Gone` if the connection is closed by then. */
  next(): Promise<void>
  /** Does work that many requests wait for, in turns of its own. */
  apart<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result>
}

/** The connection is closed, so nobody waits for the answer. */
export class Gone extends Error {}

/** Does all work at once. */
export const atOnce: Turn = {
  isOver: false,
  next: () => Promise.resolve(),
  apart: (work) => work(atOnce),
}

/** Returns a function that makes a result once, for all who wait for it. A fault is forgotten. */
export function shareWork<Result>(
  make: (turn: Turn) => Promise<Result>,
): (turn: Turn) => Promise<Result> {
  let making: Promise<Result> | undefined
  return async (turn) => {
    making ??= turn.apart(make)
    const own = making
    try {
      return await own
    } catch (fault) {
      if (making === own) making = undefined
      throw fault
    }
  }
}
