import { describeFields } from '../support/operation-tests.ts'
import { describeOperations } from '../support/operations.ts'

describeFields({ type: 'break', columns: 30 }, [
  ['columns', [undefined, 1, 201, 2.5], 'takes a whole number from 2 to 200'],
])

describeOperations('break', [{ type: 'break', columns: 5 }], [
  ['lines are broken between words', 'a bc def\n\nghi', 'a bc\ndef\n\nghi'],
  ['a word that is too long is broken within', 'abcdefg h', 'abcde\nfg h'],
  ['blanks at the end of a line that goes on are left out', 'abcde      f  ', 'abcde\nf  '],
  ['no-break spaces part no words', 'a b\u00a0c\u202f!', 'a\nb\u00a0c\u202f!'],
  ['a blank that carries a mark stays whole', 'abcd \u0301efg', 'abcd \u0301\nefg'],
  ['other spaces part words', 'abc\u2003def\u3000gh', 'abc\ndef\ngh'],
  ['what is wide takes two columns', '漢字漢', '漢字\n漢'],
])
