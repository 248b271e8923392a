/** Work in steps: up to the next `yield` at a time. */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps at once, and returns the result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Returns a function that does some work in steps, which all callers share, and keeps its result.
 * After a fault the next caller begins again.
 */
export function shareSteps<Result>(begin: () => Steps<Result>): () => Steps<Result> {
  let steps: Steps<Result> | undefined
  let done: { readonly value: Result } | undefined
  return function* () {
    while (done === undefined) {
      steps ??= begin()
      try {
        const next = steps.next()
        if (next.done) done = next
      } catch (fault) {
        steps = undefined
        throw fault
      }
      if (done === undefined) yield
    }
    return done.value
  }
}
