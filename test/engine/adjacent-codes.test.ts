import { compileDecoder, describeTexts } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'

/** A braille of ASCII. */
const characters = {
  ...{ a: 'w', b: 'x', c: 'y', ç: 'ys', d: 'w~', e: 'z', É: 'z', '\u0301': 'v' },
  ...{ ',': 'k', '.': 'p', '…': 'ppp', '-': 'h', '?': 'q', '¿': 'q', '(': 'g', ')': 'g' },
}
const letters: OperationFields = { type: 'map', characters, caseFallback: true }
/** In which 1 is a and 2 is b, as their signs tell. */
const withDigits: OperationFields = { ...letters, characters: { ...characters, 1: 'w', 2: 'x' } }
const digits: OperationFields = {
  ...{ type: 'run', members: 'digits', joiners: ',', before: '#' },
  stop: { followers: 'ab', text: ';' },
}
const capitals: OperationFields = {
  ...{ type: 'run', members: 'capitals', before: '^' },
  stop: { followers: 'abc', text: '!' },
}

describeTexts('codes side by side', compileDecoder([letters]), [
  ['are the longest that are there', 'w~ww', 'daa'],
  ['are none that others make together', 'ppp ys', '... cs'],
  ['are opening signs at the start of a word', 'qwq wqw qwhqw gwg', '¿a? a?a ¿a-¿a (a)'],
  ['are opening signs behind others', 'qgqw', '¿(¿a'],
  ['are closing ones where no word follows', 'q w q', '? a ?'],
  ['are put together with their marks', 'wv', 'á'],
  ['leave the rest as it was sent', 'n\u0303 ñ\ud83d 👍', 'n\u0303 ñ\ud83d 👍'],
])

describeTexts('digits behind their sign', compileDecoder([withDigits, digits]), [
  ['are digits until something else comes', '#wx wx', '12 ab'],
  ['go on behind a joiner', '#wkxkw#wky', '1,2,11,c'],
  ['end at their stop', '#w;w #wk;w', '1a 1,a'],
  ['keep a stop before what needs none', '#w;y #wk;y #w;', '1;c 1,;c 1;'],
  ['are none without a digit', '# #k #y', '# #, #c'],
])

describeTexts('capitals', compileDecoder([withDigits, digits, { ...capitals, many: '^^' }]), [
  ['are one behind the sign, and many behind that of many', '^wx ^^wx wx', 'Ab AB ab'],
  ['end at what is no letter', '^^wxkw ^^w#wx', 'AB,a A12'],
  ['end at their stop', '^^wx!y ^^wx!k', 'ABc AB!,'],
  ['have letters of their own', '^z ^^zw', 'É ÉA'],
  ['are none without a letter', '^ ^k ^^k', '^ ^, ^^,'],
])

describeTexts('capitals without a sign for many', compileDecoder([letters, capitals]), [
  ['have one sign each', '^w^x ^wx', 'AB Ab'],
])
