import { checkPage, checkValues, childrenOf, Fault, take } from './lmdb-page.ts'
import type { Child, Pages } from './lmdb-page.ts'

/** Thrown at the end of a part, if more of the file has to be read. */
export class Unfinished extends Error {}

/** The page numbers of all leaves of a branch, and how many entries they have. */
interface Leaves {
  readonly leaves: readonly number[]
  readonly entries: number
}

/**
 * What is known of a file that is checked in parts, while other processes write to it in between.
 * LMDB never changes a page that is in use: a branch with the same number and transaction has the
 * same leaves.
 */
export class Parts {
  readonly #leavesPerPart: number
  readonly #known = new Map<string, Leaves>()
  #leaves = 0

  constructor(leavesPerPart: number) {
    this.#leavesPerPart = leavesPerPart
  }

  /**
   * Returns the leaves of a branch if they are known to have no fault. Throws Unfinished if they
   * are not known, and this part has read enough.
   */
  recall(branch: Buffer): Leaves | undefined {
    const known = this.#known.get(nameOf(branch))
    if (known !== undefined || this.#leaves < this.#leavesPerPart) return known
    this.#leaves = 0
    throw new Unfinished()
  }

  /** Notes that a branch and its leaves have no fault. */
  learn(branch: Buffer, found: Leaves): void {
    this.#known.set(nameOf(branch), found)
    this.#leaves += found.leaves.length
  }
}

/** Returns the number and the transaction of a page: its first 16 bytes. */
function nameOf(page: Buffer): string {
  return page.toString('latin1', 0, 16)
}

/** What a header says about one of the two trees of a file: its records, and its free pages. */
export interface Tree {
  /** `undefined` for an empty tree. */
  readonly root: number | undefined
  readonly depth: number
  readonly branchPages: number
  readonly leafPages: number
  readonly overflowPages: number
  readonly entries: number
  /** Whether its keys are numbers of 8 bytes, and its values are lists of free pages. */
  readonly listsFreePages: boolean
}

/**
 * Returns what is wrong with the trees of a file, or `undefined`. LMDB trusts every page: a damaged
 * one ends the process with a signal, or returns what was never stored. Reads every page that is in
 * use once, and throws Unfinished at the end of a part.
 */
export function findTreeFault(
  pages: Pages,
  trees: readonly Tree[],
  parts?: Parts,
): string | undefined {
  try {
    for (const tree of trees) checkTree(pages, tree, parts)
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.message
    // An offset of a damaged page led out of it, or branches led to branches without an end.
    if (error instanceof RangeError) return 'a page is damaged'
    throw error
  }
}

function checkTree(pages: Pages, tree: Tree, parts: Parts | undefined): void {
  const { listsFreePages } = tree
  const found = { depth: 0, branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }
  const check = (children: readonly Child[], depth: number): void => {
    found.depth = Math.max(found.depth, depth)
    // In the order of the file, which the disk reads fastest.
    for (const child of children.toSorted((one, other) => one.number - other.number)) {
      if (child.number >= pages.inFile) throw new Fault('it is cut short')
      take(pages, child.number, 1)
      const bytes = pages.read(child.number * pages.bytes, pages.bytes)
      if (depth === tree.depth) checkLeaf(child, bytes)
      else checkBranch(child, bytes, depth)
    }
  }
  const checkLeaf = (child: Child, bytes: Buffer): void => {
    const entries = checkPage(pages, bytes, child, 'leaf', listsFreePages)
    found.leafPages++
    found.entries += entries.length
    found.overflowPages += checkValues(pages, bytes, child.number, entries, listsFreePages)
  }
  const checkBranch = (child: Child, bytes: Buffer, depth: number): void => {
    found.branchPages++
    const known = listsFreePages ? undefined : parts?.recall(bytes)
    if (known === undefined) {
      const { entries, overflowPages } = found
      const named = checkPage(pages, bytes, child, 'branch', listsFreePages)
      const children = childrenOf(bytes, child, named)
      check(children, depth + 1)
      const isPlain = !listsFreePages && found.overflowPages === overflowPages
      if (!isPlain || depth + 1 < tree.depth) return
      const leaves = children.map(({ number }) => number)
      parts?.learn(bytes, { leaves, entries: found.entries - entries })
    } else {
      for (const number of known.leaves) take(pages, number, 1)
      found.depth = tree.depth
      found.leafPages += known.leaves.length
      found.entries += known.entries
    }
  }
  if (tree.root !== undefined) check([{ number: tree.root, from: undefined, to: undefined }], 1)
  for (const [name, count] of Object.entries(found)) {
    const expected = tree[name as keyof typeof found]
    if (count !== expected) throw new Fault(`its ${name} is ${count}, not ${expected}`)
  }
}
