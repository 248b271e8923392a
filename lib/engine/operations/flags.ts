import { onText } from '../draft.ts'
import { textLike } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** `flags`: turns words that are one of the codes (ISO 3166), in capitals, into flags. */
export const flags = defineOperation(
  {
    codes: textLike(/^[A-Z]{2}(?: [A-Z]{2})*$/, 'codes of two capitals, separated by spaces'),
  },
  ({ codes }) => {
    const known = new Set(codes.split(' '))
    return { compile: () => onText((text) => writeFlags(text, known)) }
  },
)

function writeFlags(text: string, codes: ReadonlySet<string>): string {
  return text.replace(/(?<![\p{L}\p{M}\p{N}])[A-Z]{2}(?![\p{L}\p{M}\p{N}])/gu, (word) => {
    // ISO 3166 reserves UK for the United Kingdom, whose only flag is that of GB.
    const code = word === 'UK' ? 'GB' : word
    return codes.has(code) ? code.replace(/./g, toRegionalIndicator) : word
  })
}

/** https://www.unicode.org/reports/tr51/#Flags */
function toRegionalIndicator(letter: string): string {
  return String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 0x41)
}
