import { takesAnyText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { describeOperations } from '../support/operations.ts'

describeFields({ type: 'wrap', before: '(', after: '' }, [
  ['before', [undefined, null, 1, '\ud83d'], takesAnyText],
  ['after', [undefined, null, 1, '\ud83d'], takesAnyText],
])

describeOperations('wrap', [{ type: 'wrap', before: '<', after: '>' }], [
  ['stands around the whole text', 'a\nb ', '<a\nb >'],
  ['stands around nothing', '', '<>'],
])
