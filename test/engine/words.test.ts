import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noTexts, takesAnyText, takesText } from '../support/faults.ts'
import type { Fault } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family } from '../support/operations.ts'

/** What tells which letters of a word count refuses. */
const countedFaults: readonly Fault[] = [
  ['letters', noTexts, takesText],
  ['glides', [null, 1, '\ud83d'], takesAnyText],
  ['mute', [{}, 'que', null], 'takes a list'],
  ['mute', [['que', 'qu'], ['que', 'QUE'], ['que', 'que?']], '[1] takes three small letters'],
]

describeFields({ type: 'insert', letters: 'ae', text: 'p' }, [
  ...countedFaults,
  ['text', noTexts, takesText],
])

describeFields({ type: 'echo', letters: 'ae', text: 'p' }, [
  ...countedFaults,
  ['text', noTexts, takesText],
])

describeFields({ type: 'move', letters: 'ae', after: 'ay', unmoved: 'way' }, [
  ...countedFaults,
  ['after', noTexts, takesText],
  ['unmoved', noTexts, takesText],
])

describeFields({ type: 'remove', letters: 'ae' }, countedFaults)

const vowels = { letters: 'aeıiouy', glides: 'y', mute: ['que', 'qui'] }

describeOperations('echo', [{ type: 'echo', letters: 'aeıiou', mute: ['que'], text: 'p' }], [
  ['each letter that counts comes twice', 'hola', 'hopolapa'],
  ['an accented one, too, and ü beside mute u', 'Canción, que güe', 'Capancipiópón, quepe güpüepe'],
  ['however it was sent', 'o\u0301', 'o\u0301po\u0301'],
  ['in a word of capitals all is capital', 'HOLA Hola A', 'HOPOLAPA Hopolapa Apa'],
  ['i and ı are Turkish in Turkish', 'IŞIK Işık İki', 'IPIŞIPIK Ipışıpık İpikipi', 'tr'],
  ['digits and emoji stay', `a1 ${family}1️⃣a`, `apa1 ${family}1️⃣apa`],
])

describeOperations('insert', [{ type: 'insert', ...vowels, text: 'av' }], [
  ['stands before each run of letters that count', 'beaujolais', 'baveaujavolavais'],
  ['takes the capital of the first letter', 'Allô ALLÔ', 'Avallavô AVALLAVÔ'],
  ['leaves u after q alone, and y before a vowel', 'qui yeux pays', 'quavi yaveux pavays'],
  ['what is not seen ends no run', 'e\u00adau', 'ave\u00adau'],
])

describeOperations('move', [{ type: 'move', ...vowels, after: 'ay', unmoved: 'way' }], [
  ['what stands before the first letter that counts goes behind the word', 'string', 'ingstray'],
  ['a word that begins with one stays', 'an owl', 'anway owlway'],
  ['a word without one stays, too', 'hmm', 'hmmay'],
  ['the capital stays first', 'Hello I HELLO', 'Ellohay Iway ELLOHAY'],
  ['y counts but at the start, and u after q does not', 'my yes quick', 'ymay esyay ickquay'],
  ['signs stay where they are', '“don’t!” x-ray', '“on’tday!” xay-ayray'],
  ['y counts at the start before a consonant', 'Ypres', 'Ypresway'],
  ['an emoji that is a letter is no word', 'ℹ\ufe0f hi', 'ℹ\ufe0f ihay'],
  ['what is not seen goes with its letter', 's\u00adtop', 'ops\u00adtay'],
])

describeOperations('remove', [{ type: 'remove', letters: 'aeıiou' }], [
  ['takes letters with their accents', 'Canción güneş ışık', 'Cncn gnş şk'],
  ['leaves a word that has no others', 'a oui, où à la UE', 'a oui, où à l UE'],
  ['leaves no mark behind', 'e\u0301te\u0323\u0301', 't'],
])

describe('letters of words', () => {
  test('of 10,000 in one word are looked at once each', () => {
    const echo = compileOperations([{ type: 'echo', letters: 'a', text: 'p' }])
    assert.equal(echo('ab'.repeat(5_000)), 'apab'.repeat(5_000))
  })
})
