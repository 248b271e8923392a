import { describeOperations } from '../support/operations.ts'

describeOperations('break', [{ type: 'break', columns: 5 }], [
  ['lines are broken between words', 'a bc def\n\nghi', 'a bc\ndef\n\nghi'],
  ['a word that is too long is broken within', 'abcdefg h', 'abcde\nfg h'],
  ['blanks at the end of a line that goes on are left out', 'abcde      f  ', 'abcde\nf  '],
  ['what is wide takes two columns', '漢字漢', '漢字\n漢'],
])
