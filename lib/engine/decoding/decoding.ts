import type { Decoding } from '../operation.ts'
import { restoreWords } from '../plain-words.ts'
import { collectRestoration, restoreText } from '../restoration.ts'
import { compileInverse } from './compile-inverse.ts'
import { encodings } from './encodings.ts'
import { readRomanNumerals } from './roman-numerals.ts'

/** Everything that reads texts back. */
export const decoding: Decoding = {
  compileInverse,
  encodings,
  readRomanNumerals,
  collectRestoration,
  restoreText,
  restoreWords,
}
