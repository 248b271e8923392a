import { onCells, onText } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { list, oneOf, optional, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { breakableSpaces } from '../lines.ts'
import { longest, withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { isEmoji, isInvisible, isLineBreak, isSpace } from '../text.ts'

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
    ...separating(units, where, texts),
    toJSON: () => ({ type: 'between', units, where, texts }),
  }
}

/** A blank between all, or another text between what has codes, lets these be read again. */
function separating(
  units: string,
  where: keyof typeof joins,
  [text = '', ...others]: readonly string[],
): Pick<Operation, 'inverse'> {
  const isReadable = text.trim() === '' ? where === 'all' : where === 'mapped'
  if (units !== 'clusters' || others.length > 0 || !isReadable) return {}
  return { inverse: () => ({ kind: 'separator', text }) }
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
    let turn = 0
    let seen: Cell | undefined
    let last: Cell | undefined
    for (const cell of cells) {
      // What is not seen goes with what stands before it.
      if (!isInvisible(cell.source)) {
        if (seen !== undefined && last !== undefined && join(seen, cell)) {
          last.text += texts[turn++ % texts.length]
        }
        seen = cell
      }
      last = cell
    }
  })
}

function joinWords(texts: readonly string[]): Step {
  return onText((text) => {
    let turn = 0
    return text.replace(gaps, () => texts[turn++ % texts.length] ?? '')
  })
}

/**
 * Blanks between words. No-break spaces separate nothing, nor do blanks before closing marks and
 * behind opening ones, which French has (« Qui ? »), and before signs of units (12 €).
 */
const gaps = new RegExp(
  [
    // Only at a blank is the word before it looked at: elsewhere that would be quadratic.
    '(?=\\p{White_Space})(?<=\\P{White_Space})',
    '(?<!(?<!\\P{White_Space})[\\p{Ps}\\p{Pi}¿¡]+)',
    `[${breakableSpaces}]+`,
    // A blank that carries a mark or a joiner is a cluster of its own and stays.
    '(?=[^\\p{White_Space}\\p{M}\\u200d])',
    '(?![\\p{Pe}\\p{Pf}\\p{Sc}!?:;.,…%‰°]+(?!\\P{White_Space}))',
  ].join(''),
  'gu',
)
