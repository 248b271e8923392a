/** Something of a client that takes memory, and what to do when it must be dropped. */
export interface Holding {
  readonly client: string
  /** Set by the budget. */
  heldBytes: number
  readonly refuse: () => void
}

/**
 * Sets how many bytes something holds, 0 once it has ended. If they are too many for its client,
 * what this client has added last is refused; if too many in total, what the client that holds most
 * has added last.
 */
export interface MemoryBudget {
  (holding: Holding, bytes: number): void
  /** Returns how many bytes are held in total. */
  readonly heldBytes: () => number
}

/** Creates a budget for all clients, and for each one. */
export function createMemoryBudget(totalBytes: number, clientBytes: number): MemoryBudget {
  const clients = new Map<string, Client>()
  let heldBytes = 0
  const set = (holding: Holding, bytes: number): Client => {
    const client = clients.get(holding.client) ?? { holdings: new Set(), heldBytes: 0 }
    clients.set(holding.client, client)
    if (bytes === 0) client.holdings.delete(holding)
    else client.holdings.add(holding)
    if (client.holdings.size === 0) clients.delete(holding.client)
    client.heldBytes += bytes - holding.heldBytes
    heldBytes += bytes - holding.heldBytes
    holding.heldBytes = bytes
    return client
  }
  const refuseNewest = ({ holdings }: Client): void => {
    const newest = [...holdings].at(-1)
    if (newest === undefined) return
    set(newest, 0)
    newest.refuse()
  }
  const hold = (holding: Holding, bytes: number): void => {
    if (bytes === holding.heldBytes) return
    const client = set(holding, bytes)
    while (client.heldBytes > clientBytes) refuseNewest(client)
    while (heldBytes > totalBytes) {
      let largest = client
      for (const one of clients.values()) if (one.heldBytes > largest.heldBytes) largest = one
      refuseNewest(largest)
    }
  }
  return Object.assign(hold, { heldBytes: () => heldBytes })
}

interface Client {
  /** Oldest first. */
  readonly holdings: Set<Holding>
  heldBytes: number
}
