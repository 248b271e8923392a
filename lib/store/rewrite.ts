import { spawnSync } from 'node:child_process'
import { extname, join } from 'node:path'

/** What became of a file: a new one was written, it is damaged, or no new one could be written. */
export interface Rewritten {
  readonly outcome: 'written' | 'damaged' | 'unwritten'
  /** Why there is no new file. */
  readonly reason: string
}

// The same form as this file: compiled, or TypeScript that Node or a loader of the command line
// understands.
const name = `rewrite-child${extname(import.meta.filename)}`
const program = join(import.meta.dirname, '..', 'store', name)

// Options of Node for this process alone. Those that limit memory or load code are for both.
const ownOptions = /^--(?:eval|print|test|watch|inspect|cpu-prof|heap-prof)|^-[ep]/

// A million clients need about a second.
const timeoutMs = 60_000

/** The exit status of the program for a file that is damaged. Node itself never uses it. */
export const damagedStatus = 20

// A damaged page can lead to any address. Other signals come from outside.
const damageSignals: readonly unknown[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT']

// V8 aborts the process then.
const lacksMemory = /out of memory/i

/**
 * Lets another process read every record of the LMDB file `from`, which no process may have open,
 * and write them into the new file `to`. LMDB trusts every page: a damaged one ends only that
 * process. The new file has new pages and a new list of free pages.
 */
export function rewriteRecords(from: string, to: string, mapBytes: number): Rewritten {
  const words = [...inheritedOptions(process.execArgv), program, from, to, String(mapBytes)]
  const { error, status, signal, stderr } = spawnSync(process.execPath, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const reason = stderr?.trim() || signal || String(error ?? status)
  if (status === 0) return { outcome: 'written', reason }
  const isDamaged =
    status === damagedStatus || (damageSignals.includes(signal) && !lacksMemory.test(reason))
  return { outcome: isDamaged ? 'damaged' : 'unwritten', reason }
}

/** Leaves out the own options of a process, with their values. */
function inheritedOptions(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    const option = word.startsWith('-') ? word : words[index - 1] ?? ''
    return !ownOptions.test(option)
  })
}
