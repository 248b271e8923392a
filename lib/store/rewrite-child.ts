// The program that rewrite.ts starts. A damaged page may end it.

import { createEmpty, openEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { damagedStatus } from './rewrite.ts'

type Batch = Array<readonly [key: Buffer, value: Buffer]>

// LMDB keeps what a transaction writes in memory.
const batchRecords = 1_000

/**
 * Reads every record of the file `from`, and writes it into the empty file `to`. Throws if the
 * records of `from` are not sound. Returns the error that ended the writing, if any.
 */
function copyRecords(from: string, to: string, mapBytes: number): unknown {
  const source = openEnvironment(from, mapBytes, true)
  const write = createWriter(to, mapBytes)
  let batch: Batch = []
  let failure: unknown
  const flush = (): void => {
    failure ??= write(batch)
    batch = []
  }
  let before: Buffer | undefined
  let count = 0
  for (const { key, value } of source.getRange({})) {
    // Both are copied: they may be in the mapped file.
    const ownKey = Buffer.from(key)
    const isAfter = before === undefined || before.compare(ownKey) < 0
    if (!isAfter) throw new Error('its records are not in order')
    before = ownKey
    count++
    batch.push([ownKey, Buffer.from(value)])
    if (batch.length === batchRecords) flush()
  }
  flush()
  const { entryCount } = source.getStats() as { entryCount: number }
  if (count !== entryCount) throw new Error(`it has ${count} records, not ${entryCount}`)
  return failure
}

/** Returns a function that appends records to a file, and returns the error if it cannot. */
function createWriter(path: string, mapBytes: number): (batch: Batch) => unknown {
  let target: Environment | undefined
  return (batch) => {
    try {
      const file = (target ??= createEmpty(path, mapBytes))
      file.transactionSync(() => {
        for (const [key, value] of batch) file.putSync(key, value, { append: true })
      })
      return undefined
    } catch (error) {
      return error
    }
  }
}

/** Copies the file that the command line names. Returns the exit status, which rewrite.ts reads. */
function run([, , from = '', to = '', mapBytes = '']: readonly string[]): number {
  try {
    const failure = copyRecords(from, to, Number(mapBytes))
    if (failure !== undefined) process.stderr.write(String(failure))
    return failure === undefined ? 0 : 1
  } catch (error) {
    process.stderr.write(error instanceof Error ? error.message : String(error))
    return damagedStatus
  }
}

process.exit(run(process.argv))
