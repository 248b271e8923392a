import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileOperations } from '../support/operations.ts'

const raiseFlags = compileOperations([{ type: 'flags', codes: 'ES TR' }])

describe('flags', () => {
  test('turns words that are codes into flags, and no others', () => {
    assert.equal(raiseFlags('ES, tr-es XX EST 🇫🇷 éS 2ES'), '🇪🇸, 🇹🇷-🇪🇸 XX EST 🇫🇷 éS 2ES')
  })
})
