import { onText, textOf } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { DataError } from '../fields.ts'
import type { CodeStyle, CompiledInverse, Inverse } from '../inverse.ts'
import { loneMapping } from '../operation.ts'
import type { Decoding, Operation, Siblings } from '../operation.ts'
import { createRestoreTable } from '../restoration.ts'
import { compose, pointsBetween } from '../text.ts'
import { encodings } from './encodings.ts'
import { isLikelier } from './likely-words.ts'
import { readRomanNumerals } from './roman-numerals.ts'
import { compileTableReader } from './table-reader.ts'
import { createGameReader } from './word-games.ts'

/** Everything that reads texts back. */
export const decoding: Decoding = {
  compileInverse,
  encodings,
  readRomanNumerals,
  createRestoreTable,
  createGameReader,
}

/** Undoes the operations of a generator, as `Decoding` says. */
export function compileInverse(
  slug: string,
  operations: readonly Operation[],
  siblings: Siblings,
  style: CodeStyle,
): CompiledInverse {
  const inverses = operations.toReversed().map((operation) => operation.inverse?.(siblings))
  const parts = compileParts(inverses, style)
  const order = inverses.find((inverse) => inverse?.kind === 'step')
  if (parts === undefined) {
    throw new DataError(`"${slug}" is no generator whose texts can be read back`)
  }
  return {
    step: (draft) => {
      const given = textOf(draft)
      const text = withoutWideDigits(given.replace(replaced, compose))
      if (parts.some(({ isForeign }) => isForeign?.(text, draft.language) === true)) {
        const turned: Draft = { ...draft, text: given, cells: undefined }
        order?.step(turned)
        const read = textOf(turned)
        if (isLikelier(read, given)) draft.text = read
        return
      }
      draft.text = text
      for (const { step } of parts) step(draft)
      if (text !== given && textOf(draft) === text) draft.text = given
    },
    mappings: () => parts.flatMap((part) => part.mappings()),
    recognizes: (text, language) =>
      parts.some(({ recognizes }) => recognizes?.(text, language) === true),
  }
}

/** Signs and Greek letters that Unicode replaces by others, such as U+0387 by a middle dot. */
const replaced = /[\u0340-\u0387\u1f71-\u2001\u2126-\u212b]/g

/** Writes wide digits and letters as those of ASCII, where a text has no other letters. */
function withoutWideDigits(text: string): string {
  if (!/[０-９]/.test(text) || /[^\P{L}Ａ-Ｚａ-ｚ]/u.test(text)) return text
  return text.replace(/[０-９Ａ-Ｚａ-ｚ]/g, (one) => one.normalize('NFKC'))
}

/** Compiles a table together with what is around its codes; `undefined` if that is impossible. */
function compileParts(
  inverses: ReadonlyArray<Inverse | undefined>,
  style: CodeStyle,
): readonly CompiledInverse[] | undefined {
  const signs = inverses.flatMap((one) => (one?.kind === 'signs' ? [one.signs] : []))
  const separators = inverses.flatMap((one) => (one?.kind === 'separator' ? [one.text] : []))
  const around = signs.length + separators.length
  // Signs for a run of codes are not looked for among separated codes.
  const isOfTable = inverses.at(-1)?.kind === 'table' && inverses.length === around + 1
  const isPossible = separators.length === 0 || (separators.length === 1 && signs.length === 0)
  if (inverses.includes(undefined) || (around > 0 && !(isOfTable && isPossible))) return undefined
  return inverses.flatMap((inverse): CompiledInverse[] => {
    if (inverse?.kind === 'table') {
      const table = { mapping: inverse.mapping, separator: separators[0], signs }
      return [compileTableReader(table, style)]
    }
    if (inverse?.kind === 'step') return [{ step: inverse.step, mappings: () => [] }]
    if (inverse?.kind !== 'encoding') return []
    const { decode, recognizes } = inverse
    const step = onText((text) => decode(text, style.codes))
    return [{ step, ...(recognizes && { recognizes }), mappings: () => [] }]
  })
}

/** Returns whether the operations undo themselves when they are done twice, as ROT13 does. */
export function isOwnInverse(operations: readonly Operation[]): boolean {
  const mapping = loneMapping(operations)
  if (mapping === undefined) return false
  const changed = pointsBetween(0x20, 0x7e).filter((key) => mapping.has(key))
  return changed.length > 0 && changed.every((key) => mapping.get(mapping.get(key) ?? '') === key)
}
