import { onText } from '../draft.ts'
import type { Fields } from '../fields.ts'
import { Mapping } from '../mapping.ts'
import { longest, mostComposed, withoutMappings } from '../operation.ts'
import type { Growth, Operation } from '../operation.ts'
import { restore } from '../restoration.ts'
import type { Restoration } from '../restoration.ts'

const restoring = 'restore'

/** Reads `restore`: takes back the styles whose generator has `restore`. */
export function readRestore(fields: Fields): Operation {
  fields.read({})
  return {
    ...withoutMappings,
    type: restoring,
    effect: 'rewrites',
    compile: ({ restoration }) =>
      onText((text, { language }) => restore(text, restoration(), language)),
    mappings: ({ restoration }) => [new Mapping({ characters: restoration().characters })],
    growth: ({ restoration }) => growthOf(restoration()),
    toJSON: () => ({ type: restoring }),
  }
}

/** Whether an operation takes styles back. */
export function isRestoring({ type }: Operation): boolean {
  return type === restoring
}

function growthOf({ characters, clusters }: Restoration): Growth {
  const most = longest([...characters.values(), ...clusters.values()])
  return { factor: mostComposed * Math.max(1, most), added: 0 }
}
