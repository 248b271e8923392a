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

describeFields({ type: 'map-after', table: { 0: '₀' }, signs: ')' }, [
  ['table', noObjects, 'must be an object'],
  ['signs', noTexts, takesText],
])

describeOperations('map-after', [{ type: 'map-after', table: { '0-9': '₀₁₂₃₄₅₆₇₈₉' }, signs: ')]' }], [
  ['replaces digits after letters, brackets and digits', '2 H2O + Ca(OH)2, C12H22, [x]3', '2 H₂O + Ca(OH)₂, C₁₂H₂₂, [x]₃'],
  ['leaves other numbers', '10 m3, 3.14, (2), a 1, a-1', '10 m₃, 3.14, (2), a 1, a-1'],
  ['leaves keycaps, and digits after them', 'a1\ufe0f\u20e32 1\ufe0f\u20e3', 'a1\ufe0f\u20e32 1\ufe0f\u20e3'],
  ['looks past what is not seen, and at decomposed letters', 'H\u00ad2 e\u03012', 'H\u00ad₂ e\u0301₂'],
])

describeFields({ type: 'map-like', generator: 'bold' }, [
  ['generator', noTexts, takesText],
  ['complete', noFlags, takesFlag],
])

describeFields({ type: 'restore' }, [
  ['emoji', [null, 1, '\ud83d'], takesAnyText],
])
