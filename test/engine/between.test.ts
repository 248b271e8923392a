import { takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { describeOperations, family } from '../support/operations.ts'

describeFields({ type: 'between', units: 'words', texts: ['*', ' '] }, [
  ['units', [undefined, 'letters', 1], 'takes one of clusters, words'],
  ['where', [null, 'none', ''], 'takes one of visible, mapped, all'],
  ['texts', [undefined, '*', []], 'takes a list of at least 1'],
  ['texts', [['*', ''], ['*', 1], ['*', '\ud83d']], `[1] ${takesText}`],
])

const dot = { type: 'between', units: 'clusters', texts: ['·'] }
describeOperations('between clusters', [dot], [
  ['joins what stands side by side', 'abc', 'a·b·c'],
  ['leaves spaces and breaks', ' ab c\r\nde\u0085f ', ' a·b c\r\nd·e\u0085f '],
  ['joins emoji as a whole', `a${family}🇹🇷`, `a·${family}·🇹🇷`],
  ['has nothing to join', 'a', 'a'],
])

describeOperations('between clusters in turn', [{ ...dot, texts: ['1', '2'] }], [
  ['goes on over spaces and lines', 'abc de\nfg', 'a1b2c d1e\nf2g'],
])

describeOperations('between all clusters', [{ ...dot, where: 'all' }], [
  ['joins spaces too, not lines', 'a b\r\n c\n', 'a· ·b\r\n ·c\n'],
])

describeOperations(
  'between mapped clusters',
  [
    { type: 'map', characters: { 'A-Z': '🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' } },
    { ...dot, where: 'mapped' },
  ],
  [
    ['joins two that the map has changed', 'AB', '🇦·🇧'],
    ['leaves what it has not', 'A1B C!', '🇦1🇧 🇨!'],
    ['keeps a flag of the text apart from what follows', '🇹🇷AB', '🇹🇷·🇦·🇧'],
    ['keeps a flag of the text apart from what comes before', 'AB🇹🇷', '🇦·🇧·🇹🇷'],
    ['keeps half a flag of the text apart', 'A🇹B', '🇦·🇹·🇧'],
    ['leaves two flags of the text', '🇹🇷🇪🇸', '🇹🇷🇪🇸'],
  ],
)

const clap = { type: 'between', units: 'words', texts: [' 👏 '] }
describeOperations('between words', [clap], [
  ['replaces the blanks', 'a b  c\td\u3000e', 'a 👏 b 👏 c 👏 d 👏 e'],
  ['leaves what does not separate', 'a\u00a0b\u202fc\ufeffd \u00a0e', 'a\u00a0b\u202fc\ufeffd \u00a0e'],
  ['stands before no closing mark', 'Qui ? Moi ! a :', 'Qui ? 👏 Moi ! 👏 a :'],
  ['stands behind no opening mark', '« a b » ¿ c ( d )', '« a 👏 b » 👏 ¿ c 👏 ( d )'],
  ['stands before no sign of a unit', '12 € 5 % 3 °C', '12 € 👏 5 % 👏 3 👏 °C'],
  ['stands beside signs that are words', 'a & b - c', 'a 👏 & 👏 b 👏 - 👏 c'],
  ['leaves lines, and blanks at their ends', ' a b \n c d\r\n', ' a 👏 b \n c 👏 d\r\n'],
  ['leaves blanks beside any line break', 'a \u0085 b \u2028 c', 'a \u0085 b \u2028 c'],
  ['leaves a blank that carries a mark', 'a \u0301b', 'a \u0301b'],
  ['counts an emoji as a word', `${family} 🇹🇷`, `${family} 👏 🇹🇷`],
  ['has nothing to join', 'a', 'a'],
])

describeOperations('between words in turn', [{ ...clap, texts: ['1', '2'] }], [
  ['goes on over lines', 'a b c\nd e', 'a1b2c\nd1e'],
])
