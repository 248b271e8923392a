import { createDraw } from '../../lib/engine/draft.ts'

/** The name of a fault of a file, and the function that causes it. */
export type Damage = readonly [name: string, damage: (bytes: Buffer) => Buffer]

const draw = createDraw('damage')
const randomPage = Buffer.from(Array.from({ length: 4096 }, () => draw(256)))

const cut = (length: number): Damage => [
  `cut to ${length} bytes`,
  (bytes) => bytes.subarray(0, length),
]

/** The damages with which no file may be opened. */
export const damages: readonly Damage[] = [
  ['a text', () => Buffer.from('This is no database.\n'.repeat(1000))],
  ['all zeros', (bytes) => Buffer.alloc(bytes.length)],
  cut(0),
  cut(4096),
  ['cut to half its size', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['random bytes as its first page', (bytes) => bytes.fill(randomPage, 0, 4096)],
  ['zeros as its second page', (bytes) => bytes.fill(0, 4096, 8192)],
]
