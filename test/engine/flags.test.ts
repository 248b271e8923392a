import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noTexts, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations } from '../support/operations.ts'

describeFields({ type: 'flags', codes: 'ES FR TR' }, [
  ['codes', noTexts, takesText],
  [
    'codes',
    ['es', 'ESP', 'ES,FR', 'ES  FR', ' ES', 'ES '],
    'takes codes of two capitals, separated by spaces',
  ],
])

const raiseFlags = compileOperations([{ type: 'flags', codes: 'ES GB TR' }])

describe('flags', () => {
  test('turns words that are codes into flags, and no others', () => {
    assert.equal(raiseFlags('ES, TR-ES XX EST 🇫🇷 éS 2ES'), '🇪🇸, 🇹🇷-🇪🇸 XX EST 🇫🇷 éS 2ES')
  })

  test('leaves words in small letters, which codes never are', () => {
    assert.equal(raiseFlags('es la casa Es'), 'es la casa Es')
  })

  test('takes UK for the United Kingdom', () => assert.equal(raiseFlags('UK GB'), '🇬🇧 🇬🇧'))
})
