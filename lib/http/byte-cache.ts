/** A value kept in memory that can be made again. */
export interface CacheEntry {
  readonly bytes: number
  /** Set at each use: a used entry stays longer. */
  isUsed: boolean
  /** Called when the cache drops the entry. */
  readonly forget: () => void
}

/** Keeps values for reuse, up to a number of bytes. */
export interface ByteCache {
  /** Adds an entry, and drops the oldest ones that were not used since they were last looked at. */
  keep(entry: CacheEntry): void
  drop(entry: CacheEntry): void
  /** Drops every entry and keeps none from now on. */
  close(): void
}

/** Creates an empty cache of at most `limitBytes`. */
export function createByteCache(limitBytes: number): ByteCache {
  const kept = new Set<CacheEntry>()
  let keptBytes = 0
  let allowedBytes = limitBytes
  const drop = (entry: CacheEntry): void => {
    if (!kept.delete(entry)) return
    keptBytes -= entry.bytes
    entry.forget()
  }
  return {
    keep(entry) {
      kept.add(entry)
      keptBytes += entry.bytes
      // A set also iterates over entries that are added on the way.
      for (const oldest of kept) {
        if (keptBytes <= allowedBytes) return
        if (oldest.isUsed) {
          oldest.isUsed = false
          kept.delete(oldest)
          kept.add(oldest)
        } else {
          drop(oldest)
        }
      }
    },
    drop,
    close() {
      allowedBytes = 0
      for (const entry of kept) drop(entry)
    },
  }
}
