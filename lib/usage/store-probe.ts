import type { Store } from '../store/store.ts'
import { keyOf } from './keys.ts'

const key = keyOf('probe')
const value = Buffer.from([1])

/**
 * Writes a small record. Throws where the store cannot be written, or could not a moment ago, and
 * where its files are gone from their place.
 */
export function probeStore(store: Store): void {
  // On a full disk so small a record may still find room.
  store.assertHealthy()
  store.transact((records) => records.put(key, value))
}
