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
  const [sign = ''] = text.slice(start, end)
  const length = end - start
  const [before = ' ', after = ' '] = [text[start - 1], text[end]]
  const isInWord = letter.test(before) && letter.test(after)
  const digits = [before, after].filter((one) => /\d/.test(one)).length
  if (sign === '~' ? length !== 2 : sign === '*' && isInWord && digits >= Math.min(2, length)) {
    return undefined
  }
  const isLeft = !blank.test(after) && (!mark.test(after) || !/[^\p{P}\p{S}\s]/u.test(before))
  const isRight = !blank.test(before) && (!mark.test(before) || !/[^\p{P}\p{S}\s]/u.test(after))
  const isWord = sign === '_'
  return {
    ...{ sign, start, length, isInWord, left: length },
    canOpen: isLeft && (!isWord || !isRight || mark.test(before)),
    canClose: isRight && (!isWord || !isLeft || mark.test(after)),
  }
}

const letter = /[\p{L}\p{N}]/u
const blank = /\s/
const mark = /[\p{P}\p{S}]/u

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
    const kind = `${sign}${canOpen}${length % 3}`
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
