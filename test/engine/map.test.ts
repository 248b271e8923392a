import { bold, describeOperations, family, reverse } from '../support/operations.ts'

describeOperations('a map alone', [bold], [
  ['replaces what has a key', 'abc1', '𝐚𝐛𝐜𝟏'],
  ['copies everything else', `xyz ${family}\r\n\t漢\0`, `xyz ${family}\r\n\t漢\0`],
  ['keeps lone surrogates', 'a\ud83d\ude00\ude00b', '𝐚\ud83d\ude00\ude00𝐛'],
  ['keeps accents, composed or not', 'áa\u0301', '𝐚\u0301𝐚\u0301'],
  ['leaves keycaps, with U+FE0F or without', 'a1️⃣1\u20e31', '𝐚1️⃣1\u20e3𝟏'],
  ['leaves a letter that it does not know as it was sent', 'y\u0301b\u0301', 'y\u0301𝐛\u0301'],
])

describeOperations('a map before another step', [bold, { type: 'wrap', before: '', after: '' }], [
  ['replaces what has a key', 'xabc1', 'x𝐚𝐛𝐜𝟏'],
  ['leaves emoji as they are', `1️⃣a${family}🇹🇷`, `1️⃣𝐚${family}🇹🇷`],
  ['keeps accents, composed or not', 'áa\u0301', '𝐚\u0301𝐚\u0301'],
])

describeOperations(
  'a map with an entry for an accented letter, before another step',
  [{ type: 'map', characters: { eé: 'xy', u: 'n' }, accents: 'drop' }, reverse],
  [
    ['finds it composed', 'é', 'y'],
    ['finds it decomposed', 'e\u0301', 'y'],
    ['finds the base where another mark follows', 'e\u0300', 'x'],
    ['leaves a lone mark as its own entry says', '\u0301', ''],
    ['leaves a letter without an entry', 'й', 'й'],
    ['leaves the same letter decomposed', 'и\u0306', 'и\u0306'],
  ],
)

describeOperations(
  'a map whose result composes, before another step',
  [{ type: 'map', characters: { n: 'u', '\u0308': '\u0324' } }, reverse],
  [
    ['gives NFC where no composed letter was', 'n\u0308', 'ṳ'],
    ['gives NFC where one was', 'n\u0303', 'ũ'],
    ['does not touch what is composed already', '\u212b', '\u212b'],
  ],
)
