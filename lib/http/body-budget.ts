import { ApiError } from './api-error.ts'

/** How much memory unfinished bodies may hold. */
export interface BodyBudgetLimits {
  readonly totalBytes: number
  /** The limit for all bodies of one client. */
  readonly clientBytes: number
}

/** Knows how much memory each unfinished body holds, and refuses some if it is too much. */
export interface BodyBudget {
  /**
   * Enters a body of a client. `refuse` is called at most once, during any `hold`, when this body
   * must be dropped; it then holds nothing.
   */
  enter(client: string, refuse: () => void): BodyAccount
}

/** The account of one body. */
export interface BodyAccount {
  /**
   * Sets how many bytes the body holds. If they are too many for its client, the newest bodies of
   * this client are refused; if too many in total, the newest ones of the client that holds most.
   */
  hold(bytes: number): void
  /** Closes the account. */
  leave(): void
}

/** The error (503) for a body that is refused. Its request was not counted. */
export const tooManyBodies = new ApiError(
  'unavailable',
  'Too many request bodies are being received. This request was not counted. ' +
    'Try again in a second.',
  { retryAfterSeconds: 1, closes: true },
)

/** Creates a budget without bodies. */
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

/** A client with unfinished bodies. */
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
