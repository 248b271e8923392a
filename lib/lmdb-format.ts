/** Reads `length` bytes of a file from `start` on; zeros stand for what lies behind its end. */
export type ReadBytes = (start: number, length: number) => Buffer

// The data format of lmdb 2.9.4 on 64-bit machines, little-endian: offsets within a header page
// (the first two of a file), within any other page, and within an entry of such a page.
const header = {
  magic: 24,
  version: 28,
  pageSize: 48,
  freeRoot: 88,
  mainRoot: 136,
  lastPage: 144,
  transaction: 152,
  end: 160,
}
const page = { number: 0, flags: 18, tableBytes: 20, table: 24 }
const entry = { page: 0, valueBytes: 0, flags: 4, keyBytes: 6, key: 8 }
const branch = 1
const valueOnOwnPages = 1
const noRoot = 2 ** 64

/**
 * Tells why LMDB must not open a file of `size` bytes: it ends the process where a header is
 * damaged, and where a page that is in use lies behind the end. `undefined` for a good file.
 */
export function findFault(size: number, read: ReadBytes): string | undefined {
  const cutShort = `it is cut short: ${size} bytes`
  if (size < 2 * header.end) return cutShort
  const pageSize = read(0, header.end).readUInt32LE(header.pageSize)
  if (pageSize < 512 || pageSize > 65_536) return 'its first page is no header'
  if (size < 2 * pageSize) return cutShort
  let newest = read(0, header.end)
  for (const start of [0, pageSize]) {
    const head = read(start, header.end)
    const isHeader =
      head.readUInt32LE(header.magic) === 0xbeefc0de &&
      head.readUInt32LE(header.version) === 2 &&
      head.readUInt32LE(header.pageSize) === pageSize
    if (!isHeader) return `its page at ${start} is no header`
    if (readNumber(head, header.transaction) > readNumber(newest, header.transaction)) newest = head
  }
  // Pages that a transaction takes and gives back are counted, but not written: the file may lack
  // the last ones for good reason. Only then are all pages looked at, one after the other.
  if (size >= (readNumber(newest, header.lastPage) + 1) * pageSize) return undefined
  const roots = [header.freeRoot, header.mainRoot].map((at) => readNumber(newest, at))
  const readPage = (number: number): Buffer => read(number * pageSize, pageSize)
  try {
    return hasPages(roots, Math.floor(size / pageSize), readPage) ? undefined : cutShort
  } catch {
    return cutShort // an offset of a damaged page led out of it
  }
}

/** Whether all pages of the trees with these roots are among the first `count` of the file. */
function hasPages(
  roots: readonly number[],
  count: number,
  readPage: (number: number) => Buffer,
): boolean {
  const waiting = roots.filter((root) => root !== noRoot)
  for (let seen = 0; waiting.length > 0; seen++) {
    const number = waiting.pop() ?? noRoot
    if (number >= count || seen >= count) return false
    const bytes = readPage(number)
    if (readNumber(bytes, page.number) !== number) return false
    const isBranch = (bytes.readUInt16LE(page.flags) & branch) !== 0
    for (const start of entriesOf(bytes)) {
      if (isBranch) {
        waiting.push(bytes.readUIntLE(start + entry.page, 6))
      } else if ((bytes.readUInt16LE(start + entry.flags) & valueOnOwnPages) !== 0) {
        const value = start + entry.key + bytes.readUInt16LE(start + entry.keyBytes)
        const valueBytes = bytes.readUInt32LE(start + entry.valueBytes)
        const end = readNumber(bytes, value) + (page.table + valueBytes) / bytes.length
        if (end > count) return false
      }
    }
  }
  return true
}

function entriesOf(bytes: Buffer): number[] {
  const count = bytes.readUInt16LE(page.tableBytes) / 2
  return Array.from({ length: count }, (_, index) => {
    return page.table + bytes.readUInt16LE(page.table + 2 * index)
  })
}

function readNumber(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}
