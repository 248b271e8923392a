import { onText } from '../draft.ts'
import { textLike } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'

/** Reads `flags`: turns words that are one of the codes (ISO 3166), in capitals, into flags. */
export function readFlags(fields: Fields): Operation {
  const { codes } = fields.read({
    codes: textLike(
      /^[A-Z]{2}(?: [A-Z]{2})*$/,
      'codes of two capitals, separated by spaces',
    ),
  })
  const known = new Set(codes.split(' '))
  return {
    ...withoutMappings,
    type: 'flags',
    effect: 'rewrites',
    compile: () => onText((text) => raiseFlags(text, known)),
    // A flag has a code point for each letter of its code.
    growth: () => ({ factor: 1, added: 0 }),
    toJSON: () => ({ type: 'flags', codes }),
  }
}

function raiseFlags(text: string, codes: ReadonlySet<string>): string {
  return text.replace(/(?<![\p{L}\p{M}\p{N}])[A-Z]{2}(?![\p{L}\p{M}\p{N}])/gu, (word) => {
    // ISO 3166 keeps UK for the United Kingdom, which has the flag of GB alone.
    const code = word === 'UK' ? 'GB' : word
    return codes.has(code) ? code.replace(/./g, toRegionalIndicator) : word
  })
}

/** https://www.unicode.org/reports/tr51/#Flags */
function toRegionalIndicator(letter: string): string {
  return String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 0x41)
}
