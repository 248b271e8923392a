// Writes LMDB files page by page, so that a test can break one rule of the format and no other.

const tableStart = 24
const nodeStart = 8
const kinds = { branch: 1, leaf: 2, overflow: 4 }

/** What a page of a tree holds under a key. */
export interface Entry {
  readonly key: Buffer
  /** The page that a branch leads to. */
  readonly child?: number
  /** A value within its leaf. */
  readonly value?: Buffer
  /** A value with pages of its own: its length, the first of them, and how many. */
  readonly own?: { readonly bytes: number; readonly page: number; readonly pages: number }
  /** Flags of an entry of a leaf that are not those of its value. */
  readonly flags?: number
}

/** A page of a tree by its entries, or those that a value has for itself. */
export interface Page {
  number: number
  readonly kind: keyof typeof kinds
  transaction: number
  entries: readonly Entry[]
  /** The bytes of a value with pages of its own, and the count in their head. */
  content: Buffer
  pages: number
  /** Changes what is made of all this. */
  spoil: (bytes: Buffer) => unknown
}

/** What the headers say of a tree. */
export interface Tree {
  root: number | bigint
  depth: number
  branchPages: number
  leafPages: number
  overflowPages: number
  entries: number
}

/** A file that is not written yet. */
export interface FilePlan<PageName extends string> {
  pageBytes: number
  /** The last one: an even one has written the first header, the one before it the other. */
  transaction: number
  /** The last page that was ever used. */
  last: number
  records: Tree
  free: Tree
  pages: Record<PageName, Page>
  /** Changes the headers. */
  spoilHeaders: (headers: readonly [first: Buffer, second: Buffer]) => unknown
  /** Changes the file. */
  spoil: (bytes: Buffer) => Buffer
}

/** Some numbers as LMDB writes them. */
export function numbers(values: ReadonlyArray<number | bigint>): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  values.forEach((value, index) => bytes.writeBigUInt64LE(BigInt(value), 8 * index))
  return bytes
}

/** The bytes of a file. */
export function renderFile<PageName extends string>(file: FilePlan<PageName>): Buffer {
  const pages = Object.values<Page>(file.pages)
  const end = Math.max(2, ...pages.map(({ number, pages: count }) => number + count))
  const bytes = Buffer.alloc(end * file.pageBytes)
  const header = (number: 0 | 1): Buffer => bytes.subarray(number * file.pageBytes)
  for (const number of [0, 1] as const) writeHeader(header(number), number, file)
  file.spoilHeaders([header(0), header(1)])
  for (const page of pages) {
    const start = page.number * file.pageBytes
    const own = bytes.subarray(start, start + page.pages * file.pageBytes)
    writePage(own, page)
    page.spoil(own)
  }
  return file.spoil(bytes)
}

function writeHeader(bytes: Buffer, number: 0 | 1, file: FilePlan<string>): void {
  bytes.writeUInt32LE(number, 0)
  bytes.writeUInt16LE(8, 18)
  bytes.writeUInt32LE(0xbeefc0de, 24)
  bytes.writeUInt32LE(2, 28)
  bytes.writeUInt32LE(file.pageBytes, 48)
  bytes.writeUInt16LE(0x4008, 52)
  writeTree(bytes.subarray(48), file.free)
  writeTree(bytes.subarray(96), file.records)
  bytes.writeBigUInt64LE(BigInt(file.last), 144)
  const isNewest = file.transaction % 2 === number
  bytes.writeBigUInt64LE(BigInt(Math.max(0, file.transaction - (isNewest ? 0 : 1))), 152)
}

function writeTree(bytes: Buffer, tree: Tree): void {
  bytes.writeUInt16LE(tree.depth, 6)
  const { root, branchPages, leafPages, overflowPages, entries } = tree
  numbers([branchPages, leafPages, overflowPages, entries, root]).copy(bytes, 8)
}

function writePage(bytes: Buffer, page: Page): void {
  bytes.writeUInt32LE(page.number, 0)
  bytes.writeUInt32LE(page.transaction, 8)
  bytes.writeUInt16LE(kinds[page.kind], 18)
  if (page.kind === 'overflow') {
    bytes.writeUInt32LE(page.pages, 20)
    page.content.copy(bytes, tableStart)
    return
  }
  let upper = bytes.length
  page.entries.forEach((entry, index) => {
    const node = renderEntry(entry)
    upper -= node.length + (node.length % 2)
    node.copy(bytes, upper)
    bytes.writeUInt16LE(upper - tableStart, tableStart + 2 * index)
  })
  bytes.writeUInt16LE(2 * page.entries.length, 20)
  bytes.writeUInt16LE(upper - tableStart, 22)
}

function renderEntry({ key, child, value, own, flags }: Entry): Buffer {
  const head = Buffer.alloc(nodeStart)
  head.writeUInt16LE(key.length, 6)
  if (child !== undefined) {
    head.writeUIntLE(child, 0, 6)
    return Buffer.concat([head, key])
  }
  const content = own === undefined ? (value ?? Buffer.alloc(0)) : numbers([own.page, 0, own.pages])
  head.writeUInt32LE(own?.bytes ?? content.length, 0)
  head.writeUInt16LE(flags ?? (own === undefined ? 0 : 1), 4)
  return Buffer.concat([head, key, content])
}
