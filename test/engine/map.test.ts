import {
  noFlags,
  noObjects,
  noTexts,
  takesAnyText,
  takesFlag,
  takesText,
} from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { describeOperations, reverse } from '../support/operations.ts'

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
  ['accents', [null, '', 'remove', true], 'must be one of keep, drop, strip, none'],
  ['complete', noFlags, takesFlag],
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

describeFields({ type: 'map-like', generator: 'bold' }, [
  ['generator', noTexts, takesText],
  ['complete', noFlags, takesFlag],
])

describeFields({ type: 'restore' }, [])
