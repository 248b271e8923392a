// The program that rewrite.ts starts. A damaged page may end it.

import { statSync } from 'node:fs'
import { createEmpty, openEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { assertAddressSpace } from './machine.ts'
import { written } from './rewrite.ts'

type Batch = Array<readonly [key: Buffer, value: Buffer]>

// LMDB keeps what a transaction writes in memory.
const batchRecords = 1_000

/** Passes every record of a file to `write`. Returns what is damaged, if anything, or throws. */
function readRecords(
  path: string,
  mapBytes: number,
  write: (batch: Batch) => void,
): string | undefined {
  const source = openEnvironment(path, mapBytes, true)
  let batch: Batch = []
  let before: Buffer | undefined
  let count = 0
  for (const { key, value } of source.getRange({})) {
    // Both are copied: they may be in the mapped file.
    const ownKey = Buffer.from(key)
    const isAfter = before === undefined || before.compare(ownKey) < 0
    if (!isAfter) return 'its records are not in order'
    before = ownKey
    count++
    batch.push([ownKey, Buffer.from(value)])
    if (batch.length < batchRecords) continue
    write(batch)
    batch = []
  }
  write(batch)
  const { entryCount } = source.getStats() as { entryCount: number }
  return count === entryCount ? undefined : `it has ${count} records, not ${entryCount}`
}

/** Returns a function that appends records to a new file. */
function createWriter(path: string, mapBytes: number): (batch: Batch) => void {
  let target: Environment | undefined
  return (batch) => {
    const file = (target ??= createEmpty(path, mapBytes))
    file.transactionSync(() => {
      for (const [key, value] of batch) file.putSync(key, value, { append: true })
    })
  }
}

/**
 * Writes every record of the file `from` into the new file `to`. Returns `written`, or what is
 * damaged. All is read even if no more can be written; then throws.
 */
function copyRecords(from: string, to: string): string {
  const mapBytes = mebibyte * (1 + Math.ceil(statSync(from).size / mebibyte))
  assertAddressSpace(2 * mapBytes)
  const write = createWriter(to, mapBytes)
  let failure: unknown
  try {
    const fault = readRecords(from, mapBytes, (batch) => {
      try {
        if (failure === undefined) write(batch)
      } catch (error) {
        failure = error
      }
    })
    if (fault !== undefined) return fault
  } catch (error) {
    return String(error)
  }
  if (failure !== undefined) throw failure
  return written
}

const mebibyte = 2 ** 20

const [, , from = '', to = ''] = process.argv
try {
  process.stdout.write(copyRecords(from, to))
} catch (error) {
  process.stderr.write(String(error))
}
process.exit()
