import { mapCell, mappingGrowth } from '../cell-mapping.ts'
import { onCells } from '../draft.ts'
import type { Step } from '../draft.ts'
import type { Fields } from '../fields.ts'
import { mappingFields } from '../mapping-data.ts'
import type { MappingData } from '../mapping-data.ts'
import { Mapping } from '../mapping.ts'
import type { Operation } from '../operation.ts'
import type { Undo } from '../restoration.ts'

/** Reads `map`: replaces code points by a table of its own. */
export function readMap(fields: Fields): Operation {
  const data = fields.read(mappingFields)
  const mapping = new Mapping(data)
  return {
    type: 'map',
    effect: 'replaces',
    references: [],
    mapping,
    compile: () => mapEach(mapping),
    mappings: () => [mapping],
    undo: () => undoTable(data),
    growth: () => mappingGrowth([mapping]),
    inverse: () => ({ kind: 'table', mapping }),
    toJSON: () => publish(mapping),
    publishedIn: (language, accents) => publish(mapping.in(language, accents)),
  }
}

function publish(mapping: Mapping): unknown {
  return { type: 'map', characters: mapping.toJSON() }
}

/** A step that maps each cell by the same mapping. */
export function mapEach(mapping: Mapping): Step {
  return onCells((cells, { language, accents }) => {
    const own = mapping.in(language, accents)
    for (const cell of cells) mapCell(cell, own)
  })
}

// What the table itself names, because a letter that borrows a text does not own it.
function* undoTable({ characters, languages }: MappingData): Iterable<Undo> {
  for (const table of [characters, ...languages.values()]) {
    for (const [plain, styled] of table) if (styled !== '') yield [styled, plain]
  }
}
