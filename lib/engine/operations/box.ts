import { onText } from '../draft.ts'
import { text, textLike } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { breakLine, linesOf } from '../lines.ts'
import { longest, withoutMappings } from '../operation.ts'
import type { Growth, Operation } from '../operation.ts'

/** Reads `box`: draws a box for a font of fixed width; lines of over 40 columns are broken. */
export function readBox(fields: Fields): Operation {
  const style = fields.read({
    corners: textLike(/^.{4}$/su, 'four code points'),
    horizontal: text,
    vertical: text,
  })
  return {
    ...withoutMappings,
    type: 'box',
    effect: 'rewrites',
    compile: () => onText((text) => drawBox(text, style)),
    growth: () => growthOf(style),
    toJSON: () => ({ type: 'box', ...style }),
  }
}

interface BoxStyle {
  /** Top left, top right, bottom left, bottom right. */
  readonly corners: string
  readonly horizontal: string
  readonly vertical: string
}

/** Widest line of a box, in columns: without it a box would grow with the square of its text. */
const mostColumns = 40

function growthOf({ horizontal, vertical }: BoxStyle): Growth {
  // A line of one code point, or of none, may be filled up to the widest, between two spaces.
  const row = 2 * longest([vertical]) + mostColumns + 2 + 1
  const edge = (mostColumns + 2) * longest([horizontal]) + 2
  return { factor: row, added: row + 2 * edge + 1 }
}

function drawBox(text: string, { corners, horizontal, vertical }: BoxStyle): string {
  const [topLeft = '', topRight = '', bottomLeft = '', bottomRight = ''] = corners
  const lines = linesOf(text).flatMap((line) => breakLine(line, mostColumns))
  const width = lines.reduce((widest, line) => Math.max(widest, line.columns), 0)
  const edge = horizontal.repeat(width + 2)
  const rows = lines.map(
    ({ text, columns }) => `${vertical} ${text}${' '.repeat(width - columns)} ${vertical}`,
  )
  return [`${topLeft}${edge}${topRight}`, ...rows, `${bottomLeft}${edge}${bottomRight}`].join('\n')
}
