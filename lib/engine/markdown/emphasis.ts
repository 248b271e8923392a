import { memoize } from '../memo.ts'

/** A run of signs that may open or close emphasis. */
export interface Run {
  readonly sign: string
  readonly start: number
  readonly length: number
  readonly canOpen: boolean
  readonly canClose: boolean
  /** Whether letters or digits are on both sides. */
  readonly isInWord: boolean
  /** How many of its signs are not in pairs; those that open are the first ones. */
  left: number
}

/**
 * Returns a run of `*`, `_` or `~~` by what is beside it; `undefined` if it has no meaning, as in
 * products (2*3, 2**3, 3*x). https://spec.commonmark.org/0.31.2/#delimiter-run
 */
export function createRun(text: string, start: number, end: number): Run | undefined {
  const sign = text[start] ?? ''
  const length = end - start
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  const left = kindOf(before)
  const right = kindOf(after)
  const isInWord = left === 'letter' && right === 'letter'
  if (sign === '~' && length !== 2) return undefined
  if (sign === '*' && isInWord) {
    const digits = [before, after].filter((one) => /\d/.test(one)).length
    if (digits >= Math.min(2, length)) return undefined
  }
  const isLeft = right !== 'blank' && (right !== 'mark' || left === 'mark' || left === 'blank')
  const isRight = left !== 'blank' && (left !== 'mark' || right === 'mark' || right === 'blank')
  const isWord = sign === '_'
  const canOpen = isLeft && (!isWord || !isRight || left === 'mark')
  const canClose = isRight && (!isWord || !isLeft || right === 'mark')
  return { sign, start, length, canOpen, canClose, isInWord, left: length }
}

/** Returns what a sign beside a run is. */
const kindOf = memoize((sign: string): 'letter' | 'blank' | 'mark' | 'other' => {
  if (/[\p{L}\p{N}]/u.test(sign)) return 'letter'
  return /\s/.test(sign) ? 'blank' : /[\p{P}\p{S}]/u.test(sign) ? 'mark' : 'other'
}, 200)

/**
 * Finds the pairs of runs, and calls `pair` with the signs that open and close emphasis, the inner
 * ones first; this takes away what it uses of `left`. Takes linear time.
 * https://spec.commonmark.org/0.31.2/#phase-2-inline-structure
 */
export function pairRuns(runs: readonly Run[], pair: (opener: Run, closer: Run) => void): void {
  const openers: Run[] = []
  /** For each kind of closer, the position up to which no run opens it. */
  const bottoms = new Map<string, number>()
  for (const run of runs) {
    const { sign, length, canClose, canOpen, start } = run
    const kind = canClose ? `${sign}${canOpen}${length % 3}` : ''
    while (canClose && run.left > 0) {
      const bottom = bottoms.get(kind) ?? -1
      const at = openers.findLastIndex((one) => one.start <= bottom || opens(one, run))
      const opener = openers[at]
      if (opener === undefined || opener.start <= bottom) {
        bottoms.set(kind, start - 1)
        break
      }
      // What is between them opens nothing.
      openers.length = at + 1
      pair(opener, run)
      if (opener.left === 0) openers.pop()
    }
    if (canOpen && run.left > 0) openers.push(run)
  }
}

function opens(opener: Run, { sign, length, canOpen }: Run): boolean {
  if (opener.sign !== sign) return false
  const isEither = opener.canClose || canOpen
  return !isEither || length % 3 === 0 || (opener.length + length) % 3 > 0
}
