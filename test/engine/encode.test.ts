import { describeFields } from '../support/operation-tests.ts'
import { describeOperations } from '../support/operations.ts'
import type { Row } from '../support/operations.ts'

const words = 'binary, octal, decimal, hexadecimal, code-points, base64, character-references'
describeFields({ type: 'encode', as: 'base64' }, [
  ['as', [undefined, 'rot13', 'Base64'], `takes one of ${words}`],
])

const encodings: Readonly<Record<string, readonly Row[]>> = {
  binary: [['has eight digits a byte', 'Aé', '01000001 11000011 10101001']],
  octal: [['has three digits a byte', 'A\n😀', '101 012 360 237 230 200']],
  decimal: [['has a number a byte', 'A\n😀', '65 10 240 159 152 128']],
  hexadecimal: [['has two digits a byte', 'J\n😀', '4A 0A F0 9F 98 80']],
  'code-points': [['has four digits or more a code point', 'A\n😀', 'U+0041 U+000A U+1F600']],
  'character-references': [
    ['has a decimal number a code point', 'A\n😀', '&#65;&#10;&#128512;'],
    ['leaves what no reference can stand for', '\r\0\u0085\ud800\uffff', '\r\0\u0085\ud800\uffff'],
  ],
  base64: [
    ['is that of the UTF-8 bytes', 'Aé😀', Buffer.from('Aé😀').toString('base64')],
    ['is padded', 'A', 'QQ=='],
  ],
}
for (const [as, rows] of Object.entries(encodings)) {
  describeOperations(`encoded as ${as}`, [{ type: 'encode', as }], [
    ...rows,
    ['has nothing for nothing', '', ''],
  ])
}
