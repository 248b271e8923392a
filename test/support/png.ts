import { crc32, deflateSync } from 'node:zlib'

/**
 * Encodes a picture of at most 16 colours. `pixels` has two pixels in each byte, the first one in
 * the higher half; the width must be even. https://www.w3.org/TR/png-3/
 */
export function encodePng(
  pixels: Buffer,
  width: number,
  height: number,
  palette: ReadonlyArray<readonly number[]>,
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Four bits for each pixel, which are the index of a colour.
  head.set([4, 3], 8)
  const rowBytes = width / 2
  const rows = Array.from({ length: height }, (_, row) => {
    const filter = Buffer.from([0])
    return Buffer.concat([filter, pixels.subarray(row * rowBytes, (row + 1) * rowBytes)])
  })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)])
}
