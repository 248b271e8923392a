import { onText } from '../draft.ts'
import { integer } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { breakLine, linesOf } from '../lines.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'

/** Reads `break`: breaks lines that are longer than so many columns, between words if possible. */
export function readBreak(fields: Fields): Operation {
  const { columns } = fields.read({ columns: integer(2, mostColumns) })
  return {
    ...withoutMappings,
    type: 'break',
    effect: 'rewrites',
    compile: () => onText((text) => linesOf(text).map((line) => fold(line, columns)).join('\n')),
    growth: () => ({ factor: 2, added: 0 }),
    toJSON: () => ({ type: 'break', columns }),
  }
}

const mostColumns = 200

/** The line as several, of which all but the last lose the blanks at their ends. */
function fold(line: string, columns: number): string {
  const lines = breakLine(line, columns).map(({ text }) => text)
  return lines.map((text, index) => (index < lines.length - 1 ? text.trimEnd() : text)).join('\n')
}
