import { mapCell } from '../cell-mapping.ts'
import { onCells, onText } from '../draft.ts'
import type { Step } from '../draft.ts'
import type { CompiledInverse, RunSigns } from '../inverse.ts'
import { Mapping } from '../mapping.ts'
import { longest, mostComposed } from '../operation.ts'
import { readAdjacent } from './adjacent-codes.ts'
import { invert, withoutComposed } from './code-table.ts'
import type { CodeTable } from './code-table.ts'
import { createSeparatedReader } from './separated-codes.ts'

/** A code with a table: what its operations have put between and before the codes. */
export interface TableCode {
  readonly mapping: Mapping
  readonly separator: string | undefined
  readonly signs: readonly RunSigns[]
}

/** How else people write a code than the generator does. */
export interface CodeStyle {
  /** A code point that stands for signs of the code, such as • for a dot. */
  readonly signs: ReadonlyMap<string, string>
  /** Further codes, and those that shall stand for another character than the first that has it. */
  readonly codes: ReadonlyMap<string, string>
}

/** Prepares the reading of a table backwards, in each language at its first use. */
export function compileTableReader(code: TableCode, style: CodeStyle): CompiledInverse {
  const readers = new Map<Mapping, Reader>()
  const readerOf = (language: string): Reader => {
    const mapping = code.mapping.in(language)
    const known = readers.get(mapping) ?? createReader({ ...code, mapping }, style, language)
    readers.set(mapping, known)
    return known
  }
  const tables = (): readonly CodeTable[] =>
    code.mapping.inAll().map((mapping) => createReader({ ...code, mapping }, style, 'en').table)
  return {
    step: (draft) => readerOf(draft.language).step(draft),
    get factor() {
      return mostComposed * Math.max(...tables().map(longestOf))
    },
    get mappings() {
      return tables().map((table) => new Mapping({ characters: singles(table) }))
    },
  }
}

interface Reader {
  readonly table: CodeTable
  readonly step: Step
}

function createReader(
  { mapping, separator, signs }: TableCode,
  style: CodeStyle,
  language: string,
): Reader {
  const inverted = invert(mapping, language, signs)
  const isSeparated = separator !== undefined
  const own = isSeparated ? inverted.characters : withoutComposed(inverted.characters, mapping)
  const characters = new Map([...own, ...style.codes])
  const table = { ...inverted, characters }
  if (isSeparated) {
    const read = createSeparatedReader(characters, separator, mapping.get(' '), style.signs)
    return { table, step: onText(read) }
  }
  const isCipher = signs.length === 0 && longest(characters.keys()) === 1
  if (!isCipher) return { table, step: onText((text) => readAdjacent(text, table, signs)) }
  // Accents that the cipher keeps stay on the letters.
  const inverse = new Mapping({ characters, accents: 'keep' })
  return { table, step: onCells((cells) => cells.forEach((cell) => mapCell(cell, inverse))) }
}

function longestOf({ characters }: CodeTable): number {
  return Math.max(1, longest(characters.values()))
}

/** The codes that are a single code point. */
function singles({ characters, openings }: CodeTable): ReadonlyMap<string, string> {
  return new Map([...characters, ...openings].filter(([code]) => [...code].length === 1))
}
