import type { Records } from '../../lib/store/store.ts'
import { blockKeys, readBlock } from '../../lib/usage/journal-block.ts'

/** An entry of the journal: a request that was admitted. */
export interface Entry {
  readonly place: number
  readonly client: string
  readonly time: number
}

/** Returns the entries of a journal, including those that no longer count. */
export function readEntries(records: Records): Entry[] {
  const entries: Entry[] = []
  for (let place = 0; ; ) {
    const block = readBlock(records, place)
    if (block === undefined) return entries
    for (let at = block.read(); at !== 0; at = block.read()) {
      const client = block.bytes.toString('latin1', at + 1, at + 1 + (block.bytes[at] ?? 0))
      entries.push({ place: block.next - 1, client, time: block.timeMs })
    }
    place = Math.max(place + 1, block.next)
  }
}

/** The records of its blocks. */
export function rangeOfBlocks(records: Records, most = 1e6): ReturnType<Records['range']> {
  return records.range(...blockKeys, most)
}
