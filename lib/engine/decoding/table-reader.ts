import { onText, textOf } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { Mapping } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { CodeStyle, CompiledInverse, RunSigns } from '../inverse.ts'
import { normalize, toNfc } from '../text.ts'
import { createAdjacentReader } from './adjacent-codes.ts'
import { createCipherReader } from './cipher.ts'
import { invert, isOpening, withoutComposed } from './code-table.ts'
import type { CodeTable } from './code-table.ts'
import { createCodeWords } from './code-words.ts'
import { accentedLetters } from './language-data.ts'
import { readLikely } from './likely-words.ts'
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
  /** Reads letters in the likeliest alphabet; `written` is the text before it was decoded. */
  const readAlphabet = (draft: Draft, written: string): void => {
    const moved = toNfc(readLikely(normalize(textOf(draft), 'NFD'), style.alphabets))
    // Others leave accented letters as they are.
    const [letters = [], own = []] = [moved, written].map((one) => {
      return normalize(one, 'NFD').match(/\P{M}\p{M}*/gu) ?? []
    })
    const kept = toNfc(letters.map((one, at) => (one.length > 1 ? own[at] : one)).join(''))
    const [ofMoved = 0, ofKept = 0] = [moved, kept].map((one) => {
      return [...one].filter((letter) => accentedLetters.has(letter)).length
    })
    const read = ofKept > ofMoved ? kept : moved
    draft.text = read === toNfc(written) ? written : read
  }
  return {
    step: (draft) => {
      const text = textOf(draft)
      readerOf(draft.language).step(draft)
      if (textOf(draft) !== text && style.alphabets.length > 0) readAlphabet(draft, text)
    },
    recognizes: (text, language) => readerOf(language).recognizes?.(text, language) === true,
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
  if (separator !== undefined) {
    const words = createCodeWords(mapping, separator, table.characters, style.signs)
    const { recognizes, read } = createSeparatedReader(words, separator)
    return { recognizes, step: onText(read) }
  }
  const isCipher = signs.length === 0 && [...own.keys()].every(isSingle)
  if (!isCipher) {
    const recognizes = (text: string): boolean => ofBraille.test(text)
    return { step: onText(createAdjacentReader(table, signs)), recognizes }
  }
  return createCipherReader(own, style, mapping)
}

/** Dots can hardly be anything else; U+2800 is their blank. */
const ofBraille = /^[\s\u2800]*[\u2801-\u28ff][\s\u2800-\u28ff]*$/

function isSingle(code: string): boolean {
  return [...code].length === 1
}
