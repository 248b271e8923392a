import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue } from '../support/laws.ts'

/** U+00A0 to U+00FF in their order: https://www.w3.org/TR/html4/sgml/entities.html#h-24.2.1 */
const latin1 = `
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
  deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
  Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc
  Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN
  szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
  icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute
  thorn yuml
`

/** Of the other tables there, and of XML, what texts have mostly. */
const others: Readonly<Record<string, number>> = {
  ...{ quot: 34, amp: 38, apos: 39, lt: 60, gt: 62, OElig: 338, oelig: 339, ndash: 8211 },
  ...{ mdash: 8212, lsquo: 8216, rsquo: 8217, ldquo: 8220, rdquo: 8221, bull: 8226, hellip: 8230 },
  ...{ euro: 8364, trade: 8482 },
}

describe('names of characters in HTML', () => {
  const names = latin1.trim().split(/\s+/)
  const numbers = new Map([
    ...names.map((name, index) => [name, 0xa0 + index] as const),
    ...Object.entries(others),
  ])
  const decoder = catalogue.get('html-entities-decoder')
  assert.ok(decoder)
  const { transform, data } = decoder

  test('are read as the numbers are, all of Latin-1 and what texts have mostly', () => {
    assert.equal(names.length, 96)
    for (const [name, number] of numbers) {
      assert.equal(transform(`x&${name};y`, 'en'), transform(`x&#${number};y`, 'en'), name)
    }
  })

  test('are these and no others', () => {
    const { codes }: { codes?: object } = Object(data.operations[0]?.published('en', 'styled'))
    const written = Array.from(numbers.keys(), (name) => `&${name};`)
    assert.deepEqual(Object.keys(codes ?? {}).toSorted(), written.toSorted())
  })

  test('are read beside each other', () => {
    const page = '&iquest;Qu&eacute;? &laquo;&nbsp;&OElig;uvre&nbsp;&raquo; &ndash; A&amp;B&hellip;'
    assert.equal(transform(page, 'es'), '¿Qué? «\u00a0Œuvre\u00a0» – A&B…')
  })
})
