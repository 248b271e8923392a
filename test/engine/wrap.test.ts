import { describeOperations } from '../support/operations.ts'

describeOperations('wrap', [{ type: 'wrap', before: '<', after: '>' }], [
  ['stands around the whole text', 'a\nb ', '<a\nb >'],
  ['stands around nothing', '', '<>'],
])
