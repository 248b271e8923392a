import { onCells, onText } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { list, oneOf, optional, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { longest, withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { isEmoji, isLineBreak, isSpace } from '../text.ts'

/** Reads `between`: puts texts, in turn, between neighbouring clusters, or words. */
export function readBetween(fields: Fields): Operation {
  const { units, where, texts } = fields.read({
    units: oneOf('clusters', 'words'),
    where: optional(oneOf('visible', 'mapped', 'all'), 'visible'),
    texts: list(1, text),
  })
  const isOfWords = units === 'words'
  return {
    ...withoutMappings,
    type: 'between',
    effect: 'rewrites',
    compile: () => (isOfWords ? joinWords(texts) : joinClusters(texts, joins[where])),
    growth: () =>
      isOfWords
        ? { factor: longest(texts), added: 0 }
        : { factor: 1, perCell: longest(texts), added: 0 },
    toJSON: () => ({ type: 'between', units, where, texts }),
  }
}

type Joins = (one: Cell, other: Cell) => boolean

/** Between which neighbours a text is put. */
const joins = {
  visible: (one: Cell, other: Cell) => !isSpace(one.source) && !isSpace(other.source),
  mapped: joinsMapped,
  all: (one: Cell, other: Cell) => !isLineBreak(one.source) && !isLineBreak(other.source),
} as const satisfies Record<string, Joins>

// A flag of the text must not fuse with a regional indicator that a mapping has put beside it.
function joinsMapped(one: Cell, other: Cell): boolean {
  const isOneMapped = one.text !== one.source
  const isOtherMapped = other.text !== other.source
  if (isOneMapped) return isOtherMapped || isEmoji(other.source)
  return isOtherMapped && isEmoji(one.source)
}

function joinClusters(texts: readonly string[], join: Joins): Step {
  return onCells((cells) => {
    const joints = cells.filter((cell, index) => {
      const next = cells[index + 1]
      return next !== undefined && join(cell, next)
    })
    joints.forEach((cell, turn) => {
      cell.text += texts[turn % texts.length]
    })
  })
}

function joinWords(texts: readonly string[]): Step {
  return onText((text) => {
    let turn = 0
    // A blank that carries a mark or a joiner is a cluster of its own and stays.
    return text.replace(
      /(?<=[^\s\u0085])[^\S\n\v\f\r\u2028\u2029]+(?=[^\s\u0085\p{M}\u200d])/gu,
      () => texts[turn++ % texts.length] ?? '',
    )
  })
}
