import { noObjects } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { describeOperations } from '../support/operations.ts'

describeFields({ type: 'atop', letters: { a: '\u0363' } }, [
  ['letters', noObjects, 'takes an object'],
  ['letters', [{ a: 'x' }, { a: 'a\u0363' }], 'takes combining marks alone'],
])

const letters = { aeioAEIO: '\u0363\u0364\u0365\u0366\u0363\u0364\u0365\u0366' }

describeOperations('atop', [{ type: 'atop', letters }], [
  ['every second word stands on the one before', 'bcd ae f o', 'b\u0363c\u0364d f\u0366'],
  ['signs behind either word stay', '“bcd” bcd, ea! x', '“bcd” b\u0364c\u0363d,! x'],
  ['a longer word stays below', 'b ae', 'b ae'],
  ['so does one with other letters', 'bcd z1 bcd ae', 'bcd z1 b\u0363c\u0364d'],
  ['and one with digits', 'bcd a1 a1b ae', 'bcd a1 a1b ae'],
  ['two words on two lines stay', 'bcd\nae', 'bcd\nae'],
  ['digits and emoji carry nothing', '12 a 👍👍 a', '12 a 👍👍 a'],
  ['the dot of a Turkish i stays', 'ıi ae', 'ı\u0363i\u0307\u0364', 'tr'],
  ['what is not seen stays', 'b\u00adc a\u200be', 'b\u0363\u00adc\u0364\u200b'],
])
