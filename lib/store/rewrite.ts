import { spawnSync } from 'node:child_process'
import { extname, join } from 'node:path'

/** What became of a file: a new one was written, it is damaged, or no new one could be written. */
export interface Rewritten {
  readonly outcome: 'written' | 'damaged' | 'unwritten'
  /** Why there is no new file. */
  readonly reason: string
}

const type = extname(import.meta.filename)
const program = join(import.meta.dirname, '..', 'store', `rewrite-child${type}`)

// In development, what lets Node understand TypeScript.
const loaders = type === '.ts' ? process.execArgv.filter(isOfLoader) : []

// A million clients need about a second.
const timeoutMs = 60_000

/** What the program prints if it has written the new file; else, it prints what is damaged. */
export const written = 'written'

// How a process ends by its own fault: a damaged page can lead to any address, and the size of a
// damaged key lets LMDB write over the memory of Node, which then traps. Other signals come from
// outside.
const damageSignals: readonly unknown[] =
  ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGTRAP', 'SIGFPE']

/**
 * Lets another process read every record of the LMDB file `from`, which no process may have open,
 * and write them into the new file `to`. LMDB trusts every page: a damaged one ends only that
 * process. The new file has new pages and a new list of free pages.
 */
export function rewriteRecords(from: string, to: string): Rewritten {
  const { error, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...loaders, program, from, to],
    { encoding: 'utf8', timeout: timeoutMs, killSignal: 'SIGKILL' },
  )
  const reason = stdout || stderr || signal || String(error)
  if (stdout === written) return { outcome: 'written', reason }
  const isDamaged = Boolean(stdout) || damageSignals.includes(signal)
  return { outcome: isDamaged ? 'damaged' : 'unwritten', reason }
}

function isOfLoader(word: string, index: number, words: readonly string[]): boolean {
  const before = words[index - 1] ?? ''
  return /^--(?:import|require)(?:=|$)/.test(word) || /^--(?:import|require)$/.test(before)
}
