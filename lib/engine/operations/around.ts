import { onText, onVisible } from '../draft.ts'
import { anyText, text } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const fields = { before: anyText, after: anyText }

/** `around`: puts text before and after each visible cluster. */
export const around = defineOperation(fields, ({ before, after }) => ({
  compile: () => onVisible((cell) => before + cell.text + after),
}))

/** `wrap`: puts text before and after the whole. */
export const wrap = defineOperation(fields, ({ before, after }) => ({
  effect: 'wraps',
  compile: () => onText((whole) => before + whole + after),
}))

/** `fill`: replaces each visible cluster by the same text. */
export const fill = defineOperation({ text }, ({ text: filling }) => ({
  compile: () => onVisible(() => filling),
}))
