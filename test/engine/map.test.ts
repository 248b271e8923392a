import {
  noFlags,
  noObjects,
  noTexts,
  takesAnyText,
  takesFlag,
  takesText,
} from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { bold, describeOperations, family, reverse } from '../support/operations.ts'

describeFields({ type: 'map', characters: { a: 'b' } }, [
  ['characters', noObjects, 'must be an object'],
  ['characters', [{ a: 1 }, { a: null }, { a: {} }, { a: '\ud83d' }], `["a"] ${takesAnyText}`],
  ['characters', [{ a: [] }], '["a"] must be a list of at least 1'],
  ['characters', [{ a: [1] }, { a: ['\ud83d'] }], `["a"][0] ${takesAnyText}`],
  ['characters', [{ '': 'a' }], ': "" names no code point'],
  [
    'characters',
    [JSON.parse('{"__proto__":"x"}')],
    ': "__proto__" is 9 code points and needs a text for each; it has 1',
  ],
  ['caseFallback', noFlags, takesFlag],
  ['accents', [null, '', 'strip', true], 'must be one of keep, drop, none'],
  ['complete', noFlags, takesFlag],
])

describeOperations('a map alone', [bold], [
  ['replaces characters that have a key', 'abc1', '𝐚𝐛𝐜𝟏'],
  ['copies everything else', `xyz ${family}\r\n\t漢\0`, `xyz ${family}\r\n\t漢\0`],
  ['keeps lone surrogates', 'a\ud83d\ude00\ude00b', '𝐚\ud83d\ude00\ude00𝐛'],
  ['keeps accents, composed or not', 'áa\u0301', '𝐚\u0301𝐚\u0301'],
  ['leaves keycaps, with U+FE0F or without', 'a1️⃣1\u20e31', '𝐚1️⃣1\u20e3𝟏'],
  ['leaves a letter that it does not know as it was sent', 'y\u0301b\u0301', 'y\u0301𝐛\u0301'],
])

describeOperations('a map before another step', [bold, { type: 'wrap', before: '', after: '' }], [
  ['replaces characters that have a key', 'xabc1', 'x𝐚𝐛𝐜𝟏'],
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
    ['replaces a lone mark by its own entry, which is empty', '\u0301', ''],
    ['leaves a letter without an entry', 'й', 'й'],
    ['leaves the same letter decomposed', 'и\u0306', 'и\u0306'],
  ],
)

describeOperations(
  'a map whose result composes, before another step',
  [{ type: 'map', characters: { n: 'u', '\u0308': '\u0324' } }, reverse],
  [
    ['gives NFC where the input has no composed form', 'n\u0308', 'ṳ'],
    ['gives NFC where the input has one', 'n\u0303', 'ũ'],
    ['does not touch what is composed already', '\u212b', '\u212b'],
  ],
)

describeFields({ type: 'map-like', generator: 'bold' }, [
  ['generator', noTexts, takesText],
  ['complete', noFlags, takesFlag],
])

describeOperations('the map of another generator', [{ type: 'map-like', generator: 'other' }], [
  ['is used', 'ban', 'qɐu'],
  ['keeps accents and emoji', `án 1️⃣${family}`, `ɐ\u0301u 1️⃣${family}`],
])

describeFields({ type: 'restore' }, [])

describeOperations('restore', [{ type: 'restore' }], [
  ['restores the styled characters of other generators', '𝐚𝐛', 'a𝐛'],
])
