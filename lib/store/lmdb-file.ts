/**
 * Reads `length` bytes of a file from `start` on, into the beginning of `target` if there is one.
 * Bytes after the end of the file are zeros.
 */
export type ReadBytes = (start: number, length: number, target?: Buffer) => Buffer

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

/** Thrown where more of a file is to be read, in the next part. */
export class Unfinished extends Error {}

/** The numbers of all leaves of a branch, and how many entries they have. */
export interface Leaves {
  readonly leaves: readonly number[]
  readonly entries: number
}

/**
 * What is known of a file that is read in parts, while others write to it in between. LMDB never
 * changes a page that is in use: a branch of the same place and transaction has the same leaves.
 */
export class Parts {
  readonly #leavesPerPart: number
  readonly #known = new Map<string, Leaves>()
  #leaves = 0

  constructor(leavesPerPart: number) {
    this.#leavesPerPart = leavesPerPart
  }

  /**
   * The leaves of a branch, if it and they are known to be sound. Throws Unfinished where they are
   * not and this part has read enough.
   */
  recall(branch: Buffer): Leaves | undefined {
    const known = this.#known.get(nameOf(branch))
    if (known !== undefined || this.#leaves < this.#leavesPerPart) return known
    this.#leaves = 0
    throw new Unfinished()
  }

  /** Learns that a branch and its leaves are sound. */
  learn(branch: Buffer, found: Leaves): void {
    this.#known.set(nameOf(branch), found)
    this.#leaves += found.leaves.length
  }
}

/** The first 16 bytes of a page are its number and its transaction. */
function nameOf(page: Buffer): string {
  return page.toString('latin1', 0, 16)
}

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
