import { spawnSync } from 'node:child_process'
import { memoize } from '../../lib/engine/memo.ts'

/** Returns what to spawn for a process that the kernel kills when this one ends, by a signal too. */
export function endWithParent(program: string, words: readonly string[]): [string, string[]] {
  if (!hasSetpriv()) return [program, [...words]]
  return ['setpriv', ['--pdeathsig', 'KILL', program, ...words]]
}

const hasSetpriv = memoize(() => spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0)
