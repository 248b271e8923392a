import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countCodePoints } from '../../lib/engine/text.ts'
import { noTexts, takesAnyText, takesText } from '../support/faults.ts'
import type { Fault } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family, published, readOperations } from '../support/operations.ts'

const sideFaults = ['before', 'after'].map((side): Fault => {
  return [side, [undefined, null, 1, '\ud83d'], takesAnyText]
})
describeFields({ type: 'around', before: '(', after: '' }, sideFaults)
describeFields({ type: 'wrap', before: '(', after: '' }, sideFaults)

describeFields({ type: 'fill', text: '█' }, [['text', noTexts, takesText]])

describeOperations('around', [{ type: 'around', before: '【', after: '】' }], [
  ['goes around each cluster', 'ae\u0301b', '【a】【e\u0301】【b】'],
  ['leaves punctuation', '¡a, #1!', '¡【a】, #【1】!'],
  ['leaves spaces and breaks', 'a b\r\n\u0085\tc', '【a】 【b】\r\n\u0085\t【c】'],
  ['leaves stray marks, which would move to the text before them', '\u0301\n\u0301a', '\u0301\n\u0301【a】'],
  ['goes around a whole emoji', `${family}🇹🇷🇪🇸1️⃣`, `【${family}】【🇹🇷】【🇪🇸】【1️⃣】`],
])

describeOperations('fill', [{ type: 'fill', text: '█' }], [
  ['replaces each cluster', 'ab\u0301', '██'],
  ['replaces an emoji as a whole', `${family}🇹🇷1️⃣`, '███'],
  ['leaves spaces and breaks', 'a b\r\n\tc\u0085', '█ █\r\n\t█\u0085'],
])

describeOperations('wrap', [{ type: 'wrap', before: '<', after: '>' }], [
  ['goes around the whole text', 'a\nb ', '<a\nb >'],
  ['goes around an empty text', '', '<>'],
])

describeFields({ type: 'wrap', before: '*', after: '*' }, [
  ['each', [null, 'word', ''], 'must be one of text, line, item'],
])
describeFields({ type: 'wrap', before: '*', after: '*' }, [
  ['markup', [null, 'stays', ''], 'must be one of kept, escaped'],
])
describeOperations('wrap each line', [{ type: 'wrap', before: '*', after: '*', each: 'line' }], [
  ['goes around what is visible of each line', 'a\n b c \r\n\n\td', '*a*\n *b c* \r\n\n\t*d*'],
  ['leaves an empty text', ' \n', ' \n'],
])

describeOperations('wrap each item', [{ type: 'wrap', before: '• ', after: '', each: 'item' }], [
  ['begins each line that is not blank', 'a b\n\n c \nd', '• a b\n\n • c \n• d'],
  ['begins a line from right to left, too', 'שלום', '• שלום'],
])

describeFields({ type: 'between', units: 'words', texts: ['*', ' '] }, [
  ['units', [undefined, 'letters', 1], 'must be one of clusters, words'],
  ['where', [null, 'none', ''], 'must be one of visible, mapped, all'],
  ['texts', [undefined, '*', []], 'must be a list of at least 1'],
  ['texts', [['*', ''], ['*', 1], ['*', '\ud83d']], `[1] ${takesText}`],
])

const dot = { type: 'between', units: 'clusters', texts: ['·'] }
describeOperations('between clusters', [dot], [
  ['goes between neighbours', 'abc', 'a·b·c'],
  ['leaves spaces and breaks', ' ab c\r\nde\u0085f ', ' a·b c\r\nd·e\u0085f '],
  ['joins emoji as a whole', `a${family}🇹🇷`, `a·${family}·🇹🇷`],
  ['stays away from punctuation', '¡ab! a-b', '¡a·b! a-b'],
  ['leaves a single cluster', 'a', 'a'],
])

describeOperations('between clusters in turn', [{ ...dot, texts: ['1', '2'] }], [
  ['continues over spaces and lines', 'abc de\nfg', 'a1b2c d1e\nf2g'],
])

describeOperations('between all clusters', [{ ...dot, where: 'all' }], [
  ['joins spaces too, but not lines', 'a b\r\n c\n', 'a· ·b\r\n ·c\n'],
])

describeOperations(
  'between mapped clusters',
  [
    { type: 'map', characters: { 'A-Z': '🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' } },
    { ...dot, where: 'mapped' },
  ],
  [
    ['joins two clusters that the map has changed', 'AB', '🇦·🇧'],
    ['leaves clusters that the map has not changed', 'A1B C!', '🇦1🇧 🇨!'],
    ['keeps a flag of the text apart from what follows', '🇹🇷AB', '🇹🇷·🇦·🇧'],
    ['keeps a flag of the text apart from what comes before', 'AB🇹🇷', '🇦·🇧·🇹🇷'],
    ['keeps half a flag of the text apart', 'A🇹B', '🇦·🇹·🇧'],
    ['leaves two flags of the text', '🇹🇷🇪🇸', '🇹🇷🇪🇸'],
  ],
)

const clap = { type: 'between', units: 'words', texts: [' 👏 '] }
describeOperations('between words', [clap], [
  ['replaces the blanks', 'a b  c\td\u3000e', 'a 👏 b 👏 c 👏 d 👏 e'],
  ['leaves no-break spaces', 'a\u00a0b\u202fc\ufeffd \u00a0e', 'a\u00a0b\u202fc\ufeffd \u00a0e'],
  ['is not put before a closing mark', 'Qui ? Moi ! a :', 'Qui ? 👏 Moi ! 👏 a :'],
  ['is not put after an opening mark', '« a b » ¿ c ( d )', '« a 👏 b » 👏 ¿ c 👏 ( d )'],
  ['is not put before the sign of a unit', '12 € 5 % 3 °C', '12 € 👏 5 % 👏 3 👏 °C'],
  ['is put next to signs that are words', 'a & b - c', 'a 👏 & 👏 b 👏 - 👏 c'],
  ['leaves lines, and blanks at their ends', ' a b \n c d\r\n', ' a 👏 b \n c 👏 d\r\n'],
  ['leaves blanks next to any line break', 'a \u0085 b \u2028 c', 'a \u0085 b \u2028 c'],
  ['leaves a blank that carries a mark', 'a \u0301b', 'a \u0301b'],
  ['counts an emoji as a word', `${family} 🇹🇷`, `${family} 👏 🇹🇷`],
  ['leaves a single word', 'a', 'a'],
])

describeOperations('between words in turn', [{ ...clap, texts: ['1', '2'] }], [
  ['continues over lines', 'a b c\nd e', 'a1b2c\nd1e'],
])

describeFields({ type: 'box', corners: '┌┐└┘', horizontal: '─', vertical: '│' }, [
  ['corners', noTexts, takesText],
  ['corners', ['┌┐└', '┌┐└┘┘'], 'must be four code points'],
  ['horizontal', noTexts, takesText],
  ['vertical', noTexts, takesText],
])

const signed = { type: 'box', corners: '||||', horizontal: '‾', vertical: '|', bottom: '_' }
describeFields(signed, [['bottom', [null, '', 1], takesText]])
describeOperations('box with another bottom', [signed], [['has it', 'ab', '|‾‾‾‾|\n| ab |\n|____|']])

const drawBox = compileOperations([
  { type: 'box', corners: '┌┐└┘', horizontal: '─', vertical: '│' },
])

describe('box', () => {
  const boxes: ReadonlyArray<readonly [title: string, text: string, box: readonly string[]]> = [
    ['a line', 'Hi', ['┌────┐', '│ Hi │', '└────┘']],
    ['lines of several widths', 'a\nbcd', ['┌─────┐', '│ a   │', '│ bcd │', '└─────┘']],
    ['CRLF as one line break', 'a\r\nb', ['┌───┐', '│ a │', '│ b │', '└───┘']],
    ['an empty line', 'a\n\nb', ['┌───┐', '│ a │', '│   │', '│ b │', '└───┘']],
    ['wide letters as two columns', '漢\nab', ['┌────┐', '│ 漢 │', '│ ab │', '└────┘']],
    ['an emoji as two columns', '👩‍👩‍👧\nab', ['┌────┐', '│ 👩‍👩‍👧 │', '│ ab │', '└────┘']],
    ['a mark as no column', 'e\u0301\nx', ['┌───┐', '│ e\u0301 │', '│ x │', '└───┘']],
    ['a tab as blanks', 'a\tb\nxyz', ['┌───────────┐', '│ a       b │', '│ xyz       │', '└───────────┘']],
    ['invisible signs as no column', 'a\u00ad\u3164\nx', ['┌───┐', '│ a\u00ad\u3164 │', '│ x │', '└───┘']],
  ]
  for (const [title, text, box] of boxes) {
    test(`draws ${title}`, () => assert.equal(drawBox(text), box.join('\n')))
  }

  test('accepts corners of any plane', () => {
    const box = { type: 'box', corners: '𝄀𝄁𝄂𝄃', horizontal: '─', vertical: '│' }
    assert.equal(compileOperations([box])('a'), '𝄀───𝄁\n│ a │\n𝄂───𝄃')
  })

  test('breaks long lines between words, and long words anywhere', () => {
    const words = 'four '.repeat(20).trim()
    const [top = '', ...rows] = drawBox(words).split('\n')
    assert.ok(countCodePoints(top) <= 44)
    assert.deepEqual(rows.slice(0, -1).map((row) => row.slice(2, -2).trim().split(' ').length), [
      8, 8, 4,
    ])
    const [, first, second] = drawBox(`${'x'.repeat(39)} a b`).split('\n')
    assert.deepEqual([first, second], [`│ ${'x'.repeat(39)}  │`, `│ a b${' '.repeat(37)} │`])
    const [, whole, rest] = drawBox(`${'x'.repeat(40)} a`).split('\n')
    assert.deepEqual([whole, rest], [`│ ${'x'.repeat(40)} │`, `│ a${' '.repeat(39)} │`])
    const long = drawBox('x'.repeat(100)).split('\n')
    assert.deepEqual(long.slice(1, -1).map((row) => row.replace(/[^x]/g, '').length), [40, 40, 20])
  })
})

describeFields({ type: 'break', columns: 30 }, [
  ['columns', [undefined, 1, 201, 2.5], 'must be a whole number from 2 to 200'],
])

describeOperations('break', [{ type: 'break', columns: 5 }], [
  ['lines are broken between words', 'a bc def\n\nghi', 'a bc\ndef\n\nghi'],
  ['a word that is too long is broken within', 'abcdefg h', 'abcde\nfg h'],
  ['blanks at an added line break are left out', 'abcde      f  ', 'abcde\nf  '],
  ['no-break spaces do not separate words', 'a b\u00a0c\u202f!', 'a\nb\u00a0c\u202f!'],
  ['a blank that carries a mark stays whole', 'abcd \u0301efg', 'abcd \u0301\nefg'],
  ['other spaces separate words', 'abc\u2003def\u3000gh', 'abc\ndef\ngh'],
  ['wide characters need two columns', '漢字漢', '漢字\n漢'],
])

describeFields({ type: 'stack', indent: '-' }, [
  ['indent', noTexts.slice(1), takesText],
  ['steps', [null, 0, 21, '3'], 'must be a whole number from 1 to 20'],
])

describeOperations('stack', [{ type: 'stack' }], [
  ['puts an empty line between words', 'Hi  👨‍👩‍👧e\u0301 \n', 'H\ni\n\n👨‍👩‍👧\ne\u0301'],
])

describeOperations('stack with steps', [{ type: 'stack', indent: '..', steps: 2 }], [
  ['indents further, and turns back', 'abcdefg', 'a\n..b\n....c\n..d\ne\n..f\n....g'],
  ['counts spaces, and no invisible characters', 'a b\u00adc', 'a\n\n....b\u00ad\n..c'],
])

describeFields({ type: 'figure', shape: 'square', blank: '.' }, [
  ['shape', [undefined, null, '', 'circle'], 'must be one of square, triangle'],
  ['blank', noTexts.slice(1), takesText],
])
describeOperations('a square', [{ type: 'figure', shape: 'square', blank: '.' }], [
  ['has the word on its four sides', 'love', 'love\no..v\nv..o\nevol'],
  ['of a short word is small', 'I go on, eh', 'I\n\ngo\nog\n\non,\nn.n\n,no\n\neh\nhe'],
  ['tears no cluster', `e\u0301${family}`, `e\u0301${family}\n${family}e\u0301`],
])
describeOperations('a triangle', [{ type: 'figure', shape: 'triangle' }], [
  ['grows by a cluster with each line', ' abe\u0301 \r\n\u3000b', 'a\nab\nabe\u0301\n\nb'],
  ['leaves out what is not seen', '\u200ba\u00adb', 'a\nab'],
  ['ends after twelve letters', 'x'.repeat(13), `${figureOf(12)}\n\nx`],
])

function figureOf(letters: number): string {
  return Array.from({ length: letters }, (_, row) => 'x'.repeat(row + 1)).join('\n')
}

test('stack publishes its number of steps only if it indents', () => {
  const operations = readOperations({ type: 'stack' }, { type: 'stack', indent: '-' })
  assert.deepEqual(operations.map(published), [{ type: 'stack' }, { type: 'stack', indent: '-', steps: 12 }])
})
