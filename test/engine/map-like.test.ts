import { noFlags, noTexts, takesFlag, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { describeOperations, family } from '../support/operations.ts'

describeFields({ type: 'map-like', generator: 'bold' }, [
  ['generator', noTexts, takesText],
  ['complete', noFlags, takesFlag],
])

describeOperations('the map of another generator', [{ type: 'map-like', generator: 'other' }], [
  ['is used', 'ban', 'qɐu'],
  ['keeps accents and emoji', `án 1️⃣${family}`, `ɐ\u0301u 1️⃣${family}`],
])
