import type { Records } from '../store/store.ts'
import { keyOf, recordKinds } from './keys.ts'

/** How often texts were transformed, and how many code points they had. */
export interface Totals {
  readonly uses: number
  readonly characters: number
}

/** What the one state record says of the journal, and the totals. */
export interface JournalState {
  /** Names the journal: random, made with it, 8 bytes as latin1. */
  readonly id: string
  /** Places count entries, from 0 on. Those before the first one do not count any more. */
  first: number
  /** The place of the entry that comes next. */
  next: number
  totals: Totals
}

/** A record of entries as it is stored: those of one turn, or of a part of a large one. */
export interface EntryRecord {
  readonly key: Buffer
  readonly bytes: Buffer
  /** Of the first one; −1 where the record is damaged. */
  readonly place: number
  readonly timeMs: number
  /** The name of each client that was admitted, with its length in one byte before it. */
  readonly names: Buffer
  readonly count: number
}

/** No record has more entries: LMDB gives a larger one pages of its own, which stay half empty. */
export const mostEntries = 64

/** The length of a journal’s id. */
export const idBytes = 8

/** The bytes before the names in a record of entries, for its time. */
export const timeBytes = 6

/** Reads the state; `undefined` where there is no journal yet. Throws where it is damaged. */
export function readState(records: Records): JournalState | undefined {
  const bytes = records.get(stateKey)
  if (bytes === undefined) return undefined
  if (bytes.length !== stateBytes || bytes.readUInt32LE(checkAt) !== checksum(bytes)) {
    throw new Error('The state of the journal is damaged')
  }
  return {
    id: bytes.toString('latin1', 0, idBytes),
    first: bytes.readDoubleLE(8),
    next: bytes.readDoubleLE(16),
    totals: { uses: bytes.readDoubleLE(24), characters: bytes.readDoubleLE(32) },
  }
}

/** Begins a journal with these totals; `id` is random, of `idBytes` bytes as latin1. */
export function beginJournal(records: Records, id: string, totals: Totals): JournalState {
  const state = { id, first: 0, next: 0, totals }
  writeState(records, state)
  return state
}

/** Writes the state. */
export function writeState(records: Records, { id, first, next, totals }: JournalState): void {
  const bytes = Buffer.allocUnsafe(stateBytes)
  bytes.write(id, 0, idBytes, 'latin1')
  bytes.writeDoubleLE(first, 8)
  bytes.writeDoubleLE(next, 16)
  bytes.writeDoubleLE(totals.uses, 24)
  bytes.writeDoubleLE(totals.characters, 32)
  bytes.writeUInt32LE(checksum(bytes), checkAt)
  records.put(stateKey, bytes)
}

/** The most records of entries, `most`, that the journal has from a place on. */
export function readEntries(records: Records, place: number, most: number): EntryRecord[] {
  return records.range(entriesKey(place), entriesEnd, most).map(({ key, value }) => {
    const isWhole = key.length === keyBytes && value.length > timeBytes
    const names = value.subarray(timeBytes)
    return {
      key,
      bytes: value,
      place: isWhole ? key.readUIntBE(1, placeBytes) : -1,
      timeMs: isWhole ? value.readUIntLE(0, timeBytes) : 0,
      names,
      count: countNames(names),
    }
  })
}

/** Writes a record of entries: `bytes` are its time, which is set here, and the names. */
export function writeEntries(
  records: Records,
  place: number,
  timeMs: number,
  bytes: Buffer,
): void {
  bytes.writeUIntLE(timeMs, 0, timeBytes)
  records.put(entriesKey(place), bytes)
}

/**
 * Tells why a file with these records cannot be used, although LMDB can open it; `undefined` for a
 * good one.
 */
export function findJournalFault(records: Records): string | undefined {
  const [older] = records.range(Buffer.from([0]), stateKey, 1)
  if (older !== undefined) return 'it is of a version that keeps other records'
  try {
    readState(records)
    return undefined
  } catch (error) {
    return String(error)
  }
}

const stateKey = keyOf('state')
const entriesEnd = keyOf('probe')
const checkAt = 40
const stateBytes = 44
const placeBytes = 6
const keyBytes = 1 + placeBytes

function entriesKey(place: number): Buffer {
  const key = Buffer.allocUnsafe(keyBytes)
  key[0] = recordKinds.entries
  key.writeUIntBE(place, 1, placeBytes)
  return key
}

function countNames(names: Buffer): number {
  let count = 0
  for (let at = 0; at < names.length; at += 1 + (names[at] ?? 0)) count++
  return count
}

/** Tells bytes that have changed on the disk: FNV-1a of all that stands before it. */
function checksum(bytes: Buffer): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < checkAt; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193)
  return sum >>> 0
}
