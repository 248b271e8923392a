import { isMapped, mapCell } from '../cell-mapping.ts'
import { onCells } from '../draft.ts'
import type { Draft, Step } from '../draft.ts'
import type { Accents } from '../drawn-apart.ts'
import { fieldsOf, flag, list, text } from '../fields.ts'
import { mappingFields } from '../mapping-data.ts'
import { Mapping } from '../mapping.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import type { OperationReader, Siblings } from '../operation.ts'

/** `cycle`: uses its mappings in turn, one for each cell that any of them changes. */
export const cycle = alternate((turn, count) => turn % count)

/** `choose`: uses a random one of its mappings for each cell that any of them changes. */
export const choose = alternate((_turn, count, { draw }) => draw(count))

/** Returns the index of the mapping for the cell of this turn, counted from 0. */
type ChooseMapping = (turn: number, count: number, draft: Draft) => number

function alternate(chooseMapping: ChooseMapping): OperationReader {
  return defineOperation({ mappings: list(2, choice), complete: flag }, (fields) => {
    const { mappings: choices, complete } = fields
    const mappings = (siblings: Siblings): readonly Mapping[] => {
      const chosen = choices.map((one) => one.mapping(siblings))
      return complete ? chosen.map(({ completed }) => completed) : chosen
    }
    return {
      effect: 'replaces',
      references: choices.flatMap(({ reference = [] }) => reference),
      compile: (siblings) => mapByTurns(mappings(siblings), chooseMapping),
      mappings,
      published: (language, accents) => ({
        mappings: choices.map((one) => one.published(language, accents)),
        complete,
      }),
    }
  })
}

function mapByTurns(all: readonly Mapping[], chooseMapping: ChooseMapping): Step {
  return onCells((cells, draft) => {
    const mappings = all.map((mapping) => mapping.in(draft.language, draft.accents))
    let turn = 0
    const takesTurn = memoize((text: string) => isMapped({ source: text, text }, mappings))
    for (const cell of cells) {
      // In a cell that has changed already, the source decides, too.
      const isSent = cell.text === cell.source
      if (!(isSent ? takesTurn(cell.text) : isMapped(cell, mappings))) continue
      const mapping = mappings[chooseMapping(turn++, mappings.length, draft)]
      if (mapping !== undefined) mapCell(cell, mapping)
    }
  })
}

/** One of the mappings: its own, or that of another generator. */
interface Choice {
  readonly reference?: string
  mapping(siblings: Siblings): Mapping
  published(language: string, accents: Accents): unknown
}

/** Reads a mapping, the slug of a generator whose mapping to use, or `plain` for no change. */
function choice(value: unknown, path: string): Choice {
  if (typeof value === 'string' && value !== 'plain') {
    const slug = text(value, path)
    return { reference: slug, mapping: ({ mappingOf }) => mappingOf(slug), published: () => slug }
  }
  const isPlain = value === 'plain'
  const mapping = new Mapping(isPlain ? { characters: new Map() } : readMapping(value, path))
  return {
    mapping: () => mapping,
    published: (language, accents) => (isPlain ? value : mapping.in(language, accents)),
  }
}

const readMapping = fieldsOf(mappingFields)
