import { describeOperations, family } from '../support/operations.ts'

describeOperations('the map of another generator', [{ type: 'map-like', generator: 'other' }], [
  ['is used', 'ban', 'qɐu'],
  ['keeps accents and emoji', `án 1️⃣${family}`, `ɐ\u0301u 1️⃣${family}`],
])
