/** Work in steps: up to the next `yield` at a time. */
export type Steps<Result> = Generator<undefined, Result>

/** Does work for each item, so many of them in a step. */
export function* forEachInSteps<Item>(
  items: Iterable<Item>,
  work: (item: Item, place: number) => void,
  inStep = 50,
): Steps<void> {
  let place = 0
  for (const item of items) {
    work(item, place)
    if (++place % inStep === 0) yield
  }
}

/** Does all steps at once, and returns the result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
