import { mapCell, onCells } from '../draft.ts'
import type { Step } from '../draft.ts'
import { flag, text } from '../fields.ts'
import type { Layer } from '../layer.ts'
import { Mapping } from '../mapping.ts'
import { mappingFields } from '../mapping-data.ts'
import type { MappingData } from '../mapping-data.ts'
import { defineOperation } from '../operation.ts'
import type { JsonFields, Siblings } from '../operation.ts'
import type { RestoreEntry } from '../restoration.ts'

/** `map`: replaces code points by a table of its own. */
export const map = defineOperation(
  { layer: layerOf, effect: 'replaces' },
  mappingFields,
  (data) => {
    const mapping = new Mapping(data)
    return {
      isByLine: true,
      mapping,
      compile: () => mapEach(mapping),
      mappings: () => [mapping],
      restoreEntries: () => restoreEntriesOf(data),
      inverse: () => ({ kind: 'table', mapping }),
      published: (language, accents) => ({ characters: mapping.in(language, accents) }),
    }
  },
)

/** A table without signs of ASCII only replaces letters with accents by others. */
function layerOf({ characters }: JsonFields): Layer {
  const keys = Object.keys(Object(characters)).join('')
  return keys !== '' && !/[!-~]/.test(keys) ? 'text' : 'letters'
}

/** `map-like`: replaces code points as the first operation of another generator does. */
export const mapLike = defineOperation(
  { layer: 'letters', effect: 'replaces' },
  { generator: text, complete: flag },
  (fields) => {
    const { generator, complete } = fields
    const mappingFrom = ({ mappingOf }: Siblings): Mapping => {
      return complete ? mappingOf(generator).completed : mappingOf(generator)
    }
    return {
      isByLine: true,
      references: [generator],
      compile: (siblings) => mapEach(mappingFrom(siblings)),
      mappings: (siblings) => [mappingFrom(siblings)],
      inverse: (siblings) => ({ kind: 'table', mapping: mappingFrom(siblings) }),
    }
  },
)

function mapEach(mapping: Mapping): Step {
  return onCells((cells, { language, accents }) => {
    const own = mapping.in(language, accents)
    for (const cell of cells) mapCell(cell, own)
  })
}

// Only what the table itself names: a letter that uses the text of another one does not own it.
function* restoreEntriesOf({ characters, languages }: MappingData): Iterable<RestoreEntry> {
  for (const table of [characters, ...languages.values()]) {
    for (const [plain, styled] of table) if (styled !== '') yield [styled, plain]
  }
}
