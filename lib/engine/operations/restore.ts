import { onText } from '../draft.ts'
import { Mapping } from '../mapping.ts'
import { defineOperation } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { restoreText } from '../restoration.ts'

/** `restore`: turns the styles whose generator has `restore` back into plain text. */
export const restore = defineOperation({}, () => ({
  compile: ({ restoration }) => onText((text, draft) => restoreText(text, restoration(), draft)),
  mappings: ({ restoration }) => [new Mapping({ characters: restoration().characters })],
}))

/** Returns whether an operation turns styles back into plain text. */
export function isRestoring({ type }: Operation): boolean {
  return type === 'restore'
}
