import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family } from '../support/operations.ts'
import type { Row } from '../support/operations.ts'

const words = 'upper, lower, title, sentence, inverse, alternating, random'
describeFields({ type: 'case', to: 'upper' }, [
  ['to', [undefined, 'camel'], `takes one of ${words}`],
])

const cases: Readonly<Record<string, readonly Row[]>> = {
  upper: [
    ['is English by default', 'iıß ǆ é', 'IISS Ǆ É'],
    ['knows Turkish', 'iıIİ', 'İIIİ', 'tr'],
    ['gives NFC for NFC', 'ΐ', '\u03aa\u0301'],
    ['keeps accents in French and Spanish', 'éñ', 'ÉÑ', 'fr'],
    ['does not dot an i with another mark in Turkish', 'îi\u0302', 'ÎÎ', 'tr'],
    ['does not dot a Turkish i twice', 'i\u0307stanbul', 'İSTANBUL', 'tr'],
    ['leaves what it does not change as it was sent', 'E\u0301', 'E\u0301'],
    ['leaves compatibility ideographs', '\ufa19', '\ufa19'],
  ],
  lower: [
    ['is English by default', 'IIẞ É', 'iiß é'],
    ['knows Turkish', 'iıIİI\u0307', 'iııii', 'tr'],
    ['knows final sigma', 'ΟΔΟΣ ΑΣ.', 'οδος ας.'],
  ],
  title: [
    ['raises the first letter of each word', 'the QuIcK brown-fox', 'The Quick Brown-Fox'],
    ['keeps words of capitals in a text with small letters', 'NASA in the USA, MP3', 'NASA In The USA, MP3'],
    ['lowers them in a text of capitals', 'NASA IN THE USA', 'Nasa In The Usa'],
    ['does not keep a single capital', 'this is A test', 'This Is A Test'],
    ['knows apostrophes', "l'été Don'T it’s 'quoted'", "L'été Don't It’s 'Quoted'"],
    ['knows Turkish', 'istanbul Ilık', 'İstanbul Ilık', 'tr'],
    ['lowers a capital whose small form is two code points', 'İSTANBUL ŞİŞLİ', 'İstanbul Şi\u0307şli\u0307'],
    ['knows letters of two in one', 'ǆ Ǆa ßa ﬁ ᾳ', 'ǅ ǅa Ssa Fi ᾼ'],
    ['raises no Georgian, which has capitals for words alone', 'თბილისი', 'თბილისი'],
    ['goes over what is not seen', 'a\u00adb', 'A\u00adb'],
    ['composes what comes decomposed', 'E\u0301TE\u0301', 'Été'],
    ['knows decomposed Turkish ones', 'I\u0307STANBUL', 'İstanbul', 'tr'],
    ['does not begin a word behind a digit', '3rd 21sT', '3rd 21st'],
    ['knows final sigma', 'ΟΔΟΣ ΑΣ', 'Οδος Ας'],
    ['goes over lines', 'a\nb\r\nc', 'A\nB\r\nC'],
  ],
  sentence: [
    ['raises the first letter of each sentence', 'Ab. you! me? him… she', 'Ab. You! Me? Him… She'],
    ['keeps words of capitals in a text with small letters', 'she Is at NASA. Me', 'She is at NASA. Me'],
    ['raises the first letter of each line', 'a\nb\r\n c\n\n  d', 'A\nB\r\n C\n\n  D'],
    ['looks behind opening signs', '¿QUÉ? ¡SÍ! "NO" (X) «Y»', '¿Qué? ¡Sí! "No" (x) «y»'],
    ['looks behind closing quotation marks', '“a.” b «c!» d ‘e?’ f', '“A.” B «c!» D ‘e?’ F'],
    ['looks behind closing signs', '"A." B (c.) d', '"A." B (c.) D'],
    ['does not begin within a number or a name', '3.5 a.b 5 apples', '3.5 a.b 5 apples'],
    ['knows Turkish', 'IRMAK. İRMAK', 'Irmak. İrmak', 'tr'],
    ['leaves a text without letters', '123. 456!\n', '123. 456!\n'],
  ],
  inverse: [
    ['swaps', 'Hello 1é', 'hELLO 1É'],
    ['knows Turkish', 'iI ıİ', 'İı Ii', 'tr'],
    ['keeps clusters', `a\u0301${family}`, `Á${family}`],
  ],
  alternating: [
    ['begins with a small letter and counts letters alone', 'HELLO, WORLD', 'hElLo, WoRlD'],
    ['counts a cluster once', 'A\u0301BC', 'áBc'],
    ['knows Turkish', 'IİIİ', 'ıİıİ', 'tr'],
  ],
}
for (const [to, rows] of Object.entries(cases)) {
  describeOperations(`${to} case`, [{ type: 'case', to }], rows)
}

describe('random case', () => {
  const transform = compileOperations([{ type: 'case', to: 'random' }])
  const text = 'The quick brown fox. '.repeat(50)

  test('changes nothing but the case', () => {
    assert.equal(transform(text).toLowerCase(), text.toLowerCase())
  })

  test('has both cases, about as often', () => {
    const capitals = transform(text).replace(/[^A-Z]/g, '').length
    assert.ok(capitals > 350 && capitals < 450, String(capitals))
  })
})
