/** Something kept in memory that can be made again. */
export interface Keepsake {
  readonly bytes: number
  /** Set by whoever uses it: what is used stays longer. */
  isUsed: boolean
  /** Called once it is not kept any more. */
  readonly forget: () => void
}

/** Keeps what may be used again, up to a number of bytes. */
export interface ByteCache {
  /** Keeps it; what was kept longest and has not been used since goes for it. */
  keep(keepsake: Keepsake): void
}

/** Starts with nothing, and keeps `limitBytes` at most. */
export function createByteCache(limitBytes: number): ByteCache {
  const kept = new Set<Keepsake>()
  let keptBytes = 0
  return {
    keep(keepsake) {
      kept.add(keepsake)
      keptBytes += keepsake.bytes
      // A set gives its elements in the order in which they came, also those that come meanwhile.
      for (const oldest of kept) {
        if (keptBytes <= limitBytes) return
        kept.delete(oldest)
        if (oldest.isUsed) {
          oldest.isUsed = false
          kept.add(oldest)
        } else {
          keptBytes -= oldest.bytes
          oldest.forget()
        }
      }
    },
  }
}
