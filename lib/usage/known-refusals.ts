const mostClients = 2 ** 16

/** The clients that are known to be at their limit, and until when. */
export class KnownRefusals {
  readonly #untilMs = new Map<string, number>()

  /** Returns how long a client is still refused; 0 if that is not known. */
  remainingMs(client: string, nowMs: number): number {
    const untilMs = this.#untilMs.get(client)
    if (untilMs === undefined) return 0
    if (untilMs <= nowMs) this.#untilMs.delete(client)
    return Math.max(0, untilMs - nowMs)
  }

  /** Remembers a client. If there are too many, forgets the expired ones, then the oldest. */
  add(client: string, nowMs: number, remainingMs: number): void {
    this.#untilMs.delete(client)
    this.#untilMs.set(client, nowMs + remainingMs)
    if (this.#untilMs.size <= mostClients) return
    for (const [other, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(other)
    // Some more, so that not every call looks at all of them.
    for (const other of this.#untilMs.keys()) {
      if (this.#untilMs.size <= (mostClients * 3) / 4) return
      this.#untilMs.delete(other)
    }
  }
}
