/** Reads `length` bytes of a file from `start` on; zeros stand for what lies behind its end. */
export type ReadBytes = (start: number, length: number) => Buffer

/** The pages of a file of which a header speaks. */
export interface Pages {
  readonly read: ReadBytes
  readonly bytes: number
  /** Pages that lie in the file whole. */
  readonly inFile: number
  /** No page was written by a later transaction. */
  readonly transaction: number
  /**
   * For each page to the last that was ever used, 1 once it is known to be in use or free: none may
   * be both, or either one twice.
   */
  readonly taken: Uint8Array
}

/** What is wrong with a file. */
export class Fault extends Error {}

/** Throws the Fault of a page. */
export function damaged(number: number): never {
  throw new Fault(`its page ${number} is damaged`)
}

/** Takes pages of a file that must not be taken again. */
export function take({ taken }: Pages, first: number, count: number): void {
  for (let number = first; number < first + count; number++) {
    if (taken[number] !== 0) damaged(number)
    taken[number] = 1
  }
}
