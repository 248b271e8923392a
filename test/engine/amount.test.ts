import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isEmoji } from '../../lib/engine/text.ts'
import { takesAnyText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family } from '../support/operations.ts'
import { createRandom, emoji, randomText, show } from '../support/texts.ts'

describeFields({ type: 'copies', count: 2, text: '\n' }, [
  ['count', [undefined, 1, 21, 2.5, '2'], 'must be a whole number from 2 to 20'],
  ['text', [undefined, null, 1, '\ud83d'], takesAnyText],
])

describeOperations('copies', [{ type: 'copies', count: 3, text: '\n' }], [
  ['repeats the text', 'ab', 'ab\nab\nab'],
  ['repeats all of its lines', 'a\nb', 'a\nb\na\nb\na\nb'],
  ['leaves blanks', ' ', ' '],
])

describeFields({ type: 'drop-emoji' }, [])

describeOperations('drop-emoji', [{ type: 'drop-emoji' }], [
  ['leaves no surplus blank', `Hi ${family} you`, 'Hi you'],
  ['leaves none at the ends of lines', `${family} Hi 🇹🇷\n1️⃣ you 👍🏽👍🏽`, 'Hi\nyou'],
  ['leaves none before closing signs', 'Hi 😀! (yes 👍)', 'Hi! (yes)'],
  ['keeps the blank of French before them', 'Salut 😀 !', 'Salut !'],
  ['keeps signs that are drawn as text', '❤ ❤\ufe0e ♥ © 1 # ⌚\ufe0e', '❤ ❤\ufe0e ♥ © 1 # ⌚\ufe0e'],
  ['keeps other blanks', 'a  b \n c', 'a  b \n c'],
])

describe('drop-emoji', () => {
  const drop = compileOperations([{ type: 'drop-emoji' }])

  test('removes every emoji, and nothing else but blanks', () => {
    const random = createRandom(0xd09)
    for (let round = 0; round < 500; round++) {
      const text = randomText(random, 12, [...emoji, ...'ab c.\n', 'é'])
      const output = drop(text)
      assert.ok(!emoji.some((one) => isEmoji(one) && output.includes(one)), show(text))
      const left = emoji.filter(isEmoji).toSorted((one, other) => other.length - one.length)
        .reduce((rest, one) => rest.replaceAll(one, ''), text)
      assert.equal(output.replaceAll(' ', ''), left.replaceAll(' ', ''), show(text))
      assert.equal(drop(output), output, show(text))
    }
  })
})
