import { describeFields } from '../support/operation-tests.ts'
import { describeOperations } from '../support/operations.ts'

describeFields({ type: 'restore' }, [])

describeOperations('restore', [{ type: 'restore' }], [
  ['takes back what the surroundings know', '𝐚𝐛', 'a𝐛'],
])
