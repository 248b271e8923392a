import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The most that a file of data or settings may hold. */
const limitBytes = 2 ** 20

const { O_NOCTTY, O_NONBLOCK, O_RDONLY } = constants

/**
 * Reads a regular file of at most 1 MiB. Throws an Error whose message says what is wrong with any
 * other file. It never waits: a pipe, a device or a file that keeps growing is refused, too.
 */
export function readSmallFile(path: string): Buffer {
  const file = open(path)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new Error('is not a regular file')
    if (stats.size > limitBytes) throw new Error('is larger than 1 MiB')
    // One byte more than it should hold shows that it has grown since.
    const bytes = Buffer.allocUnsafe(stats.size + 1)
    let length = 0
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(file, bytes, length, bytes.length - length, null)
    }
    if (length > stats.size) throw new Error('changed while it was read')
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

function open(path: string): number {
  try {
    // Otherwise a pipe waits for its writer, and a terminal may become that of the service.
    return openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENXIO') throw new Error('is not a regular file')
    if (code === 'ENOENT') throw new Error('does not exist, or is a link to a missing file')
    throw new Error(`cannot be read: ${message}`)
  }
}
