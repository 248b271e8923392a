import { isMapped, mapCell, mappingGrowth } from '../cell-mapping.ts'
import { onCells } from '../draft.ts'
import type { Cell, Draft, Step } from '../draft.ts'
import type { Accents } from '../drawn-apart.ts'
import { fieldsOf, flag, list, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { mappingFields } from '../mapping-data.ts'
import { Mapping } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { Operation, Siblings } from '../operation.ts'

/** Reads `cycle`: takes its mappings in turn, a turn a cell that one of them changes. */
export function readCycle(fields: Fields): Operation {
  return alternate('cycle', fields, (turn, count) => turn % count)
}

/** Reads `choose`: takes one of its mappings by chance for each cell that one of them changes. */
export function readChoose(fields: Fields): Operation {
  return alternate('choose', fields, (_turn, count, { draw }) => draw(count))
}

/** The index of the mapping for the cell of this turn, from 0. */
type Pick = (turn: number, count: number, draft: Draft) => number

function alternate(type: string, fields: Fields, pick: Pick): Operation {
  const { mappings: choices, complete } = fields.read({
    mappings: list(2, choice),
    complete: flag,
  })
  const mappings = (siblings: Siblings): readonly Mapping[] => {
    const chosen = choices.map((one) => one.mapping(siblings))
    return complete ? chosen.map(({ completed }) => completed) : chosen
  }
  return {
    type,
    effect: 'replaces',
    references: choices.flatMap(({ reference = [] }) => reference),
    compile: (siblings) => mapByTurns(mappings(siblings), pick),
    mappings,
    undo: () => [],
    growth: (siblings) => mappingGrowth(mappings(siblings)),
    toJSON: () => ({ type, mappings: choices.map((one) => one.published()), complete }),
    publishedIn: (language, accents) => ({
      type,
      mappings: choices.map((one) => one.published(language, accents)),
      complete,
    }),
  }
}

function mapByTurns(all: readonly Mapping[], pick: Pick): Step {
  return onCells((cells, draft) => {
    const mappings = all.map((mapping) => mapping.in(draft.language, draft.accents))
    let turn = 0
    // What has changed is looked up by itself: its source decides, too.
    const takesTurnAsSent = memoize((text) => isMapped({ source: text, text }, mappings))
    const takesTurn = (cell: Cell): boolean =>
      cell.text === cell.source ? takesTurnAsSent(cell.text) : isMapped(cell, mappings)
    for (const cell of cells) {
      if (!takesTurn(cell)) continue
      const mapping = mappings[pick(turn, mappings.length, draft)]
      if (mapping !== undefined) mapCell(cell, mapping)
      turn++
    }
  })
}

/** One of the mappings, of its own or of another generator. */
interface Choice {
  readonly reference?: string
  mapping(siblings: Siblings): Mapping
  published(language?: string, accents?: Accents): unknown
}

/** A mapping of its own, the slug of the generator whose mapping it is, or `plain`: no change. */
function choice(value: unknown, place: string): Choice {
  if (typeof value !== 'string') return ownMapping(new Mapping(mappingOf(value, place)))
  const slug = text(value, place)
  if (slug === 'plain') {
    const unchanged = new Mapping({ characters: new Map() })
    return { mapping: () => unchanged, published: () => slug }
  }
  return {
    reference: slug,
    mapping: (siblings) => siblings.mappingOf(slug),
    published: () => slug,
  }
}

const mappingOf = fieldsOf(mappingFields)

function ownMapping(mapping: Mapping): Choice {
  return {
    mapping: () => mapping,
    published: (language = '', accents) => mapping.in(language, accents).toJSON(),
  }
}
