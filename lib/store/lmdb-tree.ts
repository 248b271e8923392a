import { Fault, take } from './lmdb-file.ts'
import type { Pages, Parts } from './lmdb-file.ts'
import {
  checkHead,
  checkTable,
  checkValues,
  childrenOf,
  countEntries,
  pageKinds,
} from './lmdb-page.ts'
import type { Child } from './lmdb-page.ts'

/** What a header says of one of the two trees of a file: its records, and its free pages. */
export interface Tree {
  /** `undefined` for an empty tree. */
  readonly root: number | undefined
  readonly depth: number
  readonly branchPages: number
  readonly leafPages: number
  readonly overflowPages: number
  readonly entries: number
  /** Whether its keys are numbers of 8 bytes, and its values lists of pages that are free. */
  readonly listsFreePages: boolean
}

const readAheadBytes = 2 ** 16

/**
 * Tells what is wrong with the trees of a file; `undefined` for sound ones. LMDB believes every
 * page: damaged ones end the process with a signal, or give what was never stored. All pages that
 * are in use are read once; throws Unfinished at the end of a part.
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
    // An offset of a damaged page led out of it, or branches to more branches without an end.
    if (error instanceof RangeError) return 'a page is damaged'
    throw error
  }
}

function checkTree(pages: Pages, tree: Tree, parts: Parts | undefined): void {
  const found = { depth: 0, branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }
  // Leaves are most of the file, and are not needed after their check.
  const target = Buffer.allocUnsafeSlow(Math.max(readAheadBytes, pages.bytes))
  const check = (children: readonly Child[], depth: number): void => {
    found.depth = Math.max(found.depth, depth)
    const isOfLeaves = depth === tree.depth
    for (const [child, bytes] of readPages(pages, children, isOfLeaves ? target : undefined)) {
      take(pages, child.number, 1)
      if (isOfLeaves) checkLeaf(child, bytes)
      else checkBranch(child, bytes, depth)
    }
  }
  const checkLeaf = (child: Child, bytes: Buffer): void => {
    checkPage(bytes, child, pageKinds.leaf, pages, tree)
    found.leafPages++
    found.entries += countEntries(bytes)
    found.overflowPages += checkValues(pages, bytes, child.number, tree.listsFreePages)
  }
  const checkBranch = (child: Child, bytes: Buffer, depth: number): void => {
    found.branchPages++
    const known = tree.listsFreePages ? undefined : parts?.recall(bytes)
    if (known === undefined) {
      checkPage(bytes, child, pageKinds.branch, pages, tree)
      const { entries, overflowPages } = found
      const children = childrenOf(bytes, child)
      check(children, depth + 1)
      const isPlain = !tree.listsFreePages && found.overflowPages === overflowPages
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

function checkPage(bytes: Buffer, child: Child, kind: number, pages: Pages, tree: Tree): void {
  checkHead(bytes, child.number, kind, pages)
  checkTable(bytes, child, kind === pageKinds.leaf, tree.listsFreePages)
}

/** In the order of the file: many lie side by side, and are read at once. */
function* readPages(
  pages: Pages,
  unordered: readonly Child[],
  target: Buffer | undefined,
): Generator<readonly [Child, Buffer]> {
  const children = unordered.toSorted((one, other) => one.number - other.number)
  const size = pages.bytes
  const most = Math.max(1, Math.floor(readAheadBytes / size))
  for (let first = 0; first < children.length; ) {
    const start = children[first]?.number ?? 0
    let end = first + 1
    while ((children[end]?.number ?? Infinity) < start + most) end++
    const last = children[end - 1]?.number ?? start
    if (last >= pages.inFile) throw new Fault('it is cut short')
    const bytes = pages.read(start * size, (last - start + 1) * size, target)
    for (; first < end; first++) {
      const child = children[first]
      if (child === undefined) return
      const at = (child.number - start) * size
      yield [child, bytes.subarray(at, at + size)]
    }
  }
}
