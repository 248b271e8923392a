/** What one slice of a work may take, in milliseconds: a key that is pressed waits so long. */
const sliceMs = 8

/**
 * Does the work for each item in slices, between which the browser takes keys and draws; the first
 * slice is done when this returns. Ends where the work is not wanted any more, which is asked for
 * before each further slice. Resolves to whether all of it was done.
 */
export async function doInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  isWanted = (): boolean => true,
): Promise<boolean> {
  let end = performance.now() + sliceMs
  for (const item of items) {
    if (performance.now() > end) {
      await new Promise((resolve) => setTimeout(resolve))
      if (!isWanted()) return false
      end = performance.now() + sliceMs
    }
    work(item)
  }
  return true
}
