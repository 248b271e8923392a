import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A file that cannot be read as data: how to make it, and the reason given. */
type Kind = readonly [make: (path: string) => unknown, reason: RegExp]

const notRegular = /: is not a regular file$/
const leadingTo = (target: string) => (path: string) => symlinkSync(target, path)

/** Name of a file → its kind: every kind but a small regular file. */
const kinds: Readonly<Record<string, Kind>> = {
  'a-folder': [(path) => mkdirSync(path), notRegular],
  'a-pipe': [(path) => execFileSync('mkfifo', [path]), notRegular],
  'a-link-to-a-pipe': [leadingTo('a-pipe.json'), notRegular],
  'a-link-to-zeros': [leadingTo('/dev/zero'), notRegular],
  'a-link-to-nothing': [leadingTo('/dev/null'), notRegular],
  'a-link-to-a-terminal': [leadingTo('/dev/ptmx'), notRegular],
  'a-dangling-link': [leadingTo('missing'), /: does not exist, or is a link to a missing file$/],
  'a-circle': [leadingTo('a-circle.json'), /: cannot be read: ELOOP/],
  'a-growing-file': [leadingTo('/proc/self/maps'), /: changed while it was read$/],
  'a-large-file': [
    (path) => (writeFileSync(path, ''), truncateSync(path, 2 ** 20 + 1)),
    /: is larger than 1 MiB$/,
  ],
}

/** Makes a file of each kind in a folder. Returns the reason that is given for each path. */
export async function makeFileKinds(
  t: Pick<TestContext, 'after'>,
  folder: string,
): Promise<ReadonlyMap<string, RegExp>> {
  const socket = join(folder, 'a-socket.json')
  const server = createServer().listen(socket)
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const reasons = new Map([[socket, notRegular]])
  for (const [name, [make, reason]] of Object.entries(kinds)) {
    const path = join(folder, `${name}.json`)
    make(path)
    reasons.set(path, reason)
  }
  return reasons
}
