import type { Holding } from './memory-budget.ts'

/** Work that has not begun. It has no `begin` once it has, or is refused. */
export interface Waiting extends Holding {
  begin?: (() => void) | undefined
}

/** Work that has not begun. Its clients come in turn, but not those with work that has begun. */
export class Lane {
  readonly #clients = new Map<string, Waiting[]>()
  readonly #begun: ReadonlySet<string>

  constructor(begun: ReadonlySet<string>) {
    this.#begun = begun
  }

  isEmpty(): boolean {
    return this.#clients.size === 0
  }

  add(waiting: Waiting): void {
    const others = this.#clients.get(waiting.client)
    if (others === undefined) this.#clients.set(waiting.client, [waiting])
    else others.push(waiting)
  }

  /** Removes the oldest work of the next client. */
  take(): Waiting | undefined {
    for (const [client, all] of this.#clients) {
      if (this.#begun.has(client)) continue
      // A client that is added again comes last.
      this.#clients.delete(client)
      const next = all.shift()
      if (all.length > 0) this.#clients.set(client, all)
      return next
    }
    return undefined
  }
}
