/** Work in steps: up to the next `yield` at a time. */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps at once, and returns the result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
