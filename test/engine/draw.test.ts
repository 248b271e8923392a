import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family } from '../support/operations.ts'

const tables = [undefined, null, 'a', 1]

describeFields({ type: 'draw', letters: { A: '/\\\n||' }, above: {}, below: {} }, [
  ['letters', tables, 'must be an object'],
  ['above', tables, 'must be an object'],
  ['below', tables, 'must be an object'],
  ['ink', [null, '', 1], takesText],
  ['paper', [null, '', 1], takesText],
  ['columns', [null, 1, 201, '12'], 'must be a whole number from 2 to 200'],
])

const draw = {
  type: 'draw',
  letters: { A: '/\\\n||', I: '!\n!', '-': '\n--' },
  above: { '\u0301': '´', '\u0308': '....' },
  below: { '\u0327': ',' },
}

describeOperations('draw', [draw], [
  ['draws letters side by side', 'AI', '/\\ ! \n|| ! '],
  ['draws each line, and words apart', 'A A\nI', '/\\   /\\ \n||   || \n! \n! '],
  ['puts marks above and below the middle of the letter', 'ÁA\u0327', '´     \n/\\ /\\ \n|| || \n   ,  '],
  ['makes room for a wide mark', 'Ï', '.... \n!    \n!    '],
  ['draws decomposed letters as composed ones', 'A\u0301', '´  \n/\\ \n|| '],
  ['writes what it cannot draw on the middle line', 'Aé', '/\\ é \n||   '],
  ['writes a letter with a mark that it cannot draw as it is', 'AǍ', '/\\ Ǎ \n||   '],
  ['writes a letter with several marks above as it is', 'AÏ\u0301', '/\\ Ï\u0301 \n||   '],
  ['keeps emoji, which are wide', `A${family}1️⃣`, `/\\ ${family} 1️⃣ \n||       `],
  ['leaves lines that it cannot draw', 'é 世\n\nb', 'é 世\n\nb'],
  ['draws nothing for invisible characters', 'A\u00ad\u200bI', '/\\ \u00ad\u200b! \n|| ! '],
])

describeOperations('draw with ink and paper', [
  { type: 'draw', letters: { L: '#\n##' }, above: {}, below: {}, ink: '●', paper: '○' },
], [['replaces # and blanks', 'LL', '●○○●○○\n●●○●●○'], ['leaves what it does not draw', 'é #', 'é #']])

describeOperations('draw in few columns', [{ ...draw, columns: 6 }], [
  ['breaks the line', 'AAI', '/\\ /\\ \n|| || \n! \n! '],
])

describe('draw', () => {
  const transform = compileOperations([draw])

  test('breaks lines of more than 40 columns, between words if possible', () => {
    const rowsOf = (text: string): readonly string[] => transform(text).split('\n')
    assert.deepEqual(rowsOf('A'.repeat(14)).map(({ length }) => length), [39, 39, 3, 3])
    assert.deepEqual(rowsOf('AAAAAAAA AAAAAAAA').map(({ length }) => length), [24, 24, 24, 24])
  })
})
