import { mapCell } from '../cell-mapping.ts'
import { onCells, onText } from '../draft.ts'
import type { Step } from '../draft.ts'
import { Mapping } from '../mapping.ts'
import type { CodeStyle, CompiledInverse, RunSigns } from '../operation.ts'
import { readAdjacent } from './adjacent-codes.ts'
import { invert, isOpening, withoutComposed } from './code-table.ts'
import type { CodeTable } from './code-table.ts'
import { createSignReader, isPlain, isTurned } from './cipher-signs.ts'
import { createSeparatedReader } from './separated-codes.ts'

/** A table of codes, and what other operations put between and before the codes. */
export interface TableCode {
  readonly mapping: Mapping
  readonly separator: string | undefined
  readonly signs: readonly RunSigns[]
}

/** Prepares reading a table backwards, in each language at its first use. */
export function compileTableReader(code: TableCode, style: CodeStyle): CompiledInverse {
  const readers = new Map<Mapping, Reader>()
  const readerOf = (mapping: Mapping, language: string): Reader => {
    const reader = readers.get(mapping) ?? createReader({ ...code, mapping }, style, language)
    readers.set(mapping, reader)
    return reader
  }
  return {
    step: (draft) => readerOf(code.mapping.in(draft.language), draft.language).step(draft),
    isSure: (text, language) => {
      const mapping = code.mapping.in(language)
      const { isCipher, isSure, table } = readerOf(mapping, language)
      if (isSure !== undefined) return isSure(text)
      return isCipher && isTurned(text, table.characters, mapping)
    },
    isForeign: (text, language) => {
      const mapping = code.mapping.in(language)
      const { table, isCipher } = readerOf(mapping, language)
      return isCipher && isPlain(text, table.characters, mapping)
    },
    mappings: () =>
      code.mapping.inAll().map((mapping) => {
        const { characters, openings } = createReader({ ...code, mapping }, style, 'en').table
        const codes = [...characters, ...openings].filter(([one]) => isSingle(one))
        return new Mapping({ characters: new Map(codes) })
      }),
  }
}

interface Reader {
  readonly table: CodeTable
  /** Whether each code is one character, with nothing between two. */
  readonly isCipher: boolean
  readonly isSure?: (text: string) => boolean
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
  // A further opening sign is read at the start of a word, where another one has its code.
  const isSecond = (code: string, plain: string): boolean => own.has(code) && isOpening(plain)
  const [seconds, others] = [true, false].map((is) => {
    return [...style.codes].filter(([code, plain]) => isSecond(code, plain) === is)
  })
  const characters = new Map([...own, ...(others ?? [])])
  const openings = new Map([...inverted.openings, ...(seconds ?? [])])
  const table = { ...inverted, characters, openings }
  if (isSeparated) {
    const { read, isSure } = createSeparatedReader({
      ...{ characters, separator, signs: style.signs, blank: mapping.get(' ') },
      isEncoded: (character) => mapping.get(character) !== undefined,
    })
    return { table, isCipher: false, isSure, step: onText(read) }
  }
  const isCipher = signs.length === 0 && [...characters.keys()].every(isSingle)
  if (!isCipher) {
    return { table, isCipher, step: onText((text) => readAdjacent(text, table, signs)) }
  }
  // Accents that the cipher keeps stay on the letters.
  const inverse = new Mapping({ characters: own, accents: 'keep' })
  const readOthers = createSignReader(own, style.codes, mapping)
  const step = onCells((cells) => {
    for (const cell of cells) mapCell(cell, inverse)
    readOthers(cells)
  })
  return { table, isCipher, step }
}

function isSingle(code: string): boolean {
  return [...code].length === 1
}
