import { mapCell, onCells, onText } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { Mapping } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { CodeStyle, CompiledInverse, RunSigns } from '../operation.ts'
import { isEmoji, toNfc } from '../text.ts'
import { readAdjacent } from './adjacent-codes.ts'
import { createAsciiReader, isOfAscii } from './ascii-cipher.ts'
import { createCipherSigns } from './cipher-signs.ts'
import { invert, isOpening, withoutComposed } from './code-table.ts'
import type { CodeTable } from './code-table.ts'
import { readLikelyShift } from './likely-words.ts'
import { createSeparatedReader } from './separated-codes.ts'

/** A table of codes, and what other operations put between and before the codes. */
export interface TableCode {
  readonly mapping: Mapping
  readonly separator: string | undefined
  readonly signs: readonly RunSigns[]
}

/** Prepares reading a table backwards, in each language at its first use. */
export function compileTableReader(code: TableCode, style: CodeStyle): CompiledInverse {
  const readerOf = memoize((language: string) => {
    return createReader({ ...code, mapping: code.mapping.in(language) }, style, language)
  })
  return {
    step: (draft) => readerOf(draft.language).step(draft),
    isSure: (text, language) => readerOf(language).isSure?.(text, language) === true,
    isForeign: (text, language) => readerOf(language).isForeign?.(text, language) === true,
    mappings: () =>
      code.mapping.inAll().map((mapping) => {
        const { characters, openings } = readTable({ ...code, mapping }, style, 'en')
        const codes = [...characters, ...openings].filter(([one]) => isSingle(one))
        return new Mapping({ characters: new Map(codes) })
      }),
  }
}

/** Reads a table backwards, with the codes of others. */
function readTable(
  { mapping, separator, signs }: TableCode,
  { codes }: CodeStyle,
  language: string,
): CodeTable & { readonly own: ReadonlyMap<string, string> } {
  const table = invert(mapping, language, signs)
  const { characters } = table
  const own = separator === undefined ? withoutComposed(characters, mapping) : characters
  // A further opening sign is read at the start of a word, where another one has its code.
  const [openings, others] = [true, false].map((is) => {
    return [...codes].filter(([code, plain]) => (own.has(code) && isOpening(plain)) === is)
  })
  return {
    ...table,
    own,
    characters: new Map([...own, ...(others ?? [])]),
    openings: new Map([...table.openings, ...(openings ?? [])]),
  }
}

/** What reads texts in one language. */
type Reader = Omit<CompiledInverse, 'mappings'>

function createReader(code: TableCode, style: CodeStyle, language: string): Reader {
  const { mapping, separator, signs } = code
  const { own, ...table } = readTable(code, style, language)
  const { characters } = table
  if (separator !== undefined) {
    const { read, isSure } = createSeparatedReader(mapping, separator, characters, style.signs)
    return { isSure, step: onText(read) }
  }
  const isCipher = signs.length === 0 && [...own.keys()].every(isSingle)
  if (!isCipher) return { step: onText((text) => readAdjacent(text, table, signs)) }
  // Accents that the cipher keeps stay on the letters.
  const inverse = new Mapping({ characters: own, accents: 'keep' })
  if (isOfAscii(own)) return { step: onText(createAsciiReader(own, style.codes, mapping)) }
  const { isPlain, isTurned, readOthers } = createCipherSigns(own, style.codes, mapping)
  const longer = [...style.codes].filter(([code]) => !isSingle(code))
  const isSign = ({ text }: Cell): boolean => /[^\0-\x7f]/.test(text) && own.has(text) && !isEmoji(text)
  const readCells = onCells((cells) => {
    // An emoji is a code as the encoder writes it, or beside codes that are no emoji.
    const isCoded = cells.some(isSign) && !cells.some(({ text }) => /^[A-Za-z]/.test(text))
    for (const cell of cells) {
      const [, code = cell.text, marks = ''] = /^(.)[\ufe0e\ufe0f](\p{M}*)$/u.exec(cell.text) ?? []
      const isBare = code === cell.text
      const isWritten = !isBare && !cell.text.includes('\ufe0f')
      const plain = (isBare && !isCoded ? own : characters).get(code)
      const isOther = !isCoded && !isWritten && isEmoji(cell.text) && mapping.get(plain ?? '') !== code
      if (plain === undefined || isOther) mapCell(cell, inverse)
      else cell.text = toNfc(plain + marks)
    }
    readOthers(cells)
  })
  const shorten = onText((text) => {
    if (![...text].some((sign) => own.has(sign) && sign > '\x7f')) return text
    return longer.reduce((short, [code, plain]) => {
      return short.replaceAll(code, mapping.get(plain) ?? code)
    }, text)
  })
  if (!isShift(own)) {
    const step: Step = (draft) => {
      if (longer.length > 0) shorten(draft)
      readCells(draft)
    }
    return { step, isForeign: isPlain, isSure: isTurned }
  }
  // Others shift the alphabet by another number of letters.
  const readShift = onText(readLikelyShift)
  return {
    step: (draft) => {
      readCells(draft)
      readShift(draft)
    },
  }
}

/** Returns whether codes are the alphabet, shifted by some letters. */
function isShift(codes: ReadonlyMap<string, string>): boolean {
  const steps = Array.from(codes, ([code, plain]) => code.charCodeAt(0) - plain.charCodeAt(0))
  return codes.size === 52 && steps.every((step) => (step - (steps[0] ?? 0)) % 26 === 0)
}

function isSingle(code: string): boolean {
  return [...code].length === 1
}
