import { Fault, take } from './lmdb-file.ts'
import type { Pages } from './lmdb-file.ts'
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
 * are in use are read once.
 */
export function findTreeFault(pages: Pages, trees: readonly Tree[]): string | undefined {
  try {
    for (const tree of trees) walk(pages, tree)
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.message
    // An offset of a damaged page led out of it.
    if (error instanceof RangeError) return 'a page is damaged'
    throw error
  }
}

function walk(pages: Pages, tree: Tree): void {
  const found = { depth: 0, branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }
  let level: Child[] = []
  if (tree.root !== undefined) level.push({ number: tree.root, from: undefined, to: undefined })
  while (level.length > 0) {
    found.depth++
    // In the order of the file: many lie side by side, and are read at once.
    level.sort((one, other) => one.number - other.number)
    const next: Child[] = []
    const isLeaf = found.depth === tree.depth
    for (const [child, bytes] of readPages(pages, level)) {
      take(pages, child.number, 1)
      const kind = isLeaf ? pageKinds.leaf : pageKinds.branch
      checkHead(bytes, child.number, kind, pages)
      checkTable(bytes, child, isLeaf, tree.listsFreePages)
      const count = countEntries(bytes)
      if (isLeaf) {
        found.leafPages++
        found.entries += count
        found.overflowPages += checkValues(pages, bytes, child.number, tree.listsFreePages)
      } else {
        found.branchPages++
        for (const grandchild of childrenOf(bytes, child, count)) next.push(grandchild)
      }
    }
    level = next
  }
  for (const [name, count] of Object.entries(found)) {
    const expected = tree[name as keyof typeof found]
    if (count !== expected) throw new Fault(`its ${name} is ${count}, not ${expected}`)
  }
}

function* readPages(
  pages: Pages,
  children: readonly Child[],
): Generator<readonly [Child, Buffer]> {
  const size = pages.bytes
  const most = Math.max(1, Math.floor(readAheadBytes / size))
  for (let first = 0; first < children.length; ) {
    const start = children[first]?.number ?? 0
    let end = first + 1
    while ((children[end]?.number ?? Infinity) < start + most) end++
    const last = children[end - 1]?.number ?? start
    if (last >= pages.inFile) throw new Fault('it is cut short')
    const bytes = pages.read(start * size, (last - start + 1) * size)
    for (; first < end; first++) {
      const child = children[first]
      if (child === undefined) return
      const at = (child.number - start) * size
      yield [child, bytes.subarray(at, at + size)]
    }
  }
}
