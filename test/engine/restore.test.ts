import { describeOperations } from '../support/operations.ts'

describeOperations('restore', [{ type: 'restore' }], [
  ['takes back what the surroundings know', '𝐚𝐛', 'a𝐛'],
])
