import { ApiError } from './api-error.ts'

/** What bodies under way may hold in memory. */
export interface BodyBudgetLimits {
  readonly totalBytes: number
  /** For the bodies of one client together. */
  readonly clientBytes: number
}

/** Knows what each body under way holds, and refuses some where it is too much. */
export interface BodyBudget {
  /**
   * Enters a body of a client. `refuse` is called, once at most and from within any `hold`, where
   * this body has to give way: it then holds nothing.
   */
  enter(client: string, refuse: () => void): BodyAccount
}

/** What one body holds. */
export interface BodyAccount {
  /**
   * Takes how many bytes the body holds from now on. Where that is too much for its client, the
   * newest bodies of this client give way; too much for all, the newest of whoever holds most.
   */
  hold(bytes: number): void
  /** The body holds nothing from now on. */
  leave(): void
}

/** The error (503) for a body that has to give way; nothing of its request was counted. */
export const tooManyBodies = new ApiError(
  'unavailable',
  'Too many request bodies are under way; this request was not counted. Try again in a second.',
  { retryAfterSeconds: 1, closes: true },
)

/** Starts with no body. */
export function createBodyBudget({ totalBytes, clientBytes }: BodyBudgetLimits): BodyBudget {
  const holders = new Map<string, Holder>()
  let heldBytes = 0
  const change = (body: Body, bytes: number): void => {
    const more = bytes - body.heldBytes
    body.heldBytes = bytes
    body.holder.heldBytes += more
    heldBytes += more
  }
  const remove = (body: Body): void => {
    const { holder } = body
    const index = holder.bodies.lastIndexOf(body)
    if (index === -1) return
    change(body, 0)
    holder.bodies.splice(index, 1)
    if (holder.bodies.length === 0) holders.delete(holder.client)
  }
  const refuseNewest = ({ bodies }: Holder): void => {
    const newest = bodies.at(-1)
    if (newest === undefined) return
    remove(newest)
    newest.refuse()
  }
  return {
    enter(client, refuse) {
      const holder = holders.get(client) ?? { client, bodies: [], heldBytes: 0 }
      holders.set(client, holder)
      const body: Body = { holder, refuse, heldBytes: 0 }
      holder.bodies.push(body)
      return {
        hold(bytes) {
          change(body, bytes)
          while (holder.heldBytes > clientBytes) refuseNewest(holder)
          while (heldBytes > totalBytes) refuseNewest(findLargest(holders.values(), holder))
        },
        leave: () => remove(body),
      }
    },
  }
}

/** A client with bodies under way. */
interface Holder {
  readonly client: string
  /** Oldest first. */
  readonly bodies: Body[]
  heldBytes: number
}

interface Body {
  readonly holder: Holder
  readonly refuse: () => void
  heldBytes: number
}

function findLargest(holders: Iterable<Holder>, first: Holder): Holder {
  let largest = first
  for (const holder of holders) if (holder.heldBytes > largest.heldBytes) largest = holder
  return largest
}
