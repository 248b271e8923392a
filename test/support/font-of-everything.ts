/**
 * A font, as TrueType, that draws every code point but U+10FFFD as the same triangle, marks too,
 * and a frame where it has none. https://learn.microsoft.com/typography/opentype/spec/otff
 */
export function fontOfEverything(): Buffer {
  const frame = glyph([[0, 0, 0, 1400, 800, 1400, 800, 0], [80, 80, 720, 80, 720, 1320, 80, 1320]])
  const triangle = glyph([[100, 0, 500, 900, 900, 0]])
  const loca = [0, frame.length, frame.length + triangle.length]
  const tables: ReadonlyArray<readonly [tag: string, bytes: Buffer]> = [
    ['OS/2', Buffer.concat([
      ...[u16(0, 1000, 400, 5), Buffer.alloc(50), Buffer.from('NONE')],
      ...[u16(0x40, 0x20, 0xffff, 1500, 65036, 0, 1500, 500)],
    ])],
    ['cmap', cmap()],
    ['glyf', Buffer.concat([frame, triangle])],
    ['head', Buffer.concat([
      ...[u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(3, 1000), Buffer.alloc(16)],
      ...[u16(0, 0, 1000, 1500, 0, 8, 2, 1, 0)],
    ])],
    ['hhea', Buffer.concat([
      u32(0x10000), u16(1500, 65036, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, 2),
    ])],
    ['hmtx', u16(900, 0, 1000, 100)],
    ['loca', u32(...loca)],
    ['maxp', Buffer.concat([u32(0x10000), u16(2, 8, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)])],
    ['name', names('Everything')],
    ['post', u32(0x30000, 0, 0, 0, 0, 0, 0, 0)],
  ]
  return joinTables(tables)
}

/** One group of code points on each side of the surrogates, each for one glyph: format 13. */
function cmap(): Buffer {
  const groups = [0x20, 0xd7ff, 1, 0xe000, 0x10fffc, 1]
  const subtable = Buffer.concat([u16(13, 0), u32(16 + 4 * groups.length, 0, 2, ...groups)])
  return Buffer.concat([u16(0, 1, 3, 10), u32(12), subtable])
}

/** A glyph of straight lines; the first contour goes one way round, one within the other way. */
function glyph(contours: ReadonlyArray<readonly number[]>): Buffer {
  const points = contours.flat()
  const xs = points.filter((_value, place) => place % 2 === 0)
  const ys = points.filter((_value, place) => place % 2 === 1)
  let last = -1
  const ends = contours.map((contour) => (last += contour.length / 2))
  const deltas = (values: readonly number[]): Buffer =>
    u16(...values.map((value, place) => (value - (values[place - 1] ?? 0)) & 0xffff))
  const body = Buffer.concat([
    u16(contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)),
    ...[u16(...ends, 0), Buffer.alloc(xs.length, 1), deltas(xs), deltas(ys)],
  ])
  return padded(body)
}

function names(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16()
  const ids = [1, 2, 3, 4, 6]
  const records = ids.map((id) => u16(3, 1, 0x409, id, text.length, 0))
  return Buffer.concat([u16(0, ids.length, 6 + 12 * ids.length), ...records, text])
}

function joinTables(tables: ReadonlyArray<readonly [tag: string, bytes: Buffer]>): Buffer {
  let offset = 12 + 16 * tables.length
  const records = tables.map(([tag, bytes]) => {
    const record = Buffer.concat([Buffer.from(tag), u32(0, offset, bytes.length)])
    offset += padded(bytes).length
    return record
  })
  const head = Buffer.concat([u32(0x10000), u16(tables.length, 128, 3, 16 * tables.length - 128)])
  return Buffer.concat([head, ...records, ...tables.map(([, bytes]) => padded(bytes))])
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value, 2 * place)
  return bytes
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, 4 * place)
  return bytes
}
