import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { show } from '../support/texts.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const catalogue = loadShipped().catalogue

function find(slug: string): TextGenerator {
  const generator = catalogue.get(slug)
  assert.ok(generator, `there is no ${slug}`)
  return generator
}

/** One test a row: the generator's output for an input. */
function describeCode(slug: string, rows: ReadonlyArray<readonly [input: string, code: string]>) {
  const { transform } = find(slug)
  for (const [input, code] of rows) {
    test(`${show(input)} is ${code}`, () => assert.equal(transform(input, 'en'), code))
  }
}

describe('Morse code, ITU-R M.1677-1', () => {
  // https://www.itu.int/rec/R-REC-M.1677-1-200910-I/, part I, sections 1.1.1 to 1.1.3.
  const recommended = {
    A: '.-', B: '-...', C: '-.-.', D: '-..', E: '.', É: '..-..', F: '..-.', G: '--.', H: '....',
    I: '..', J: '.---', K: '-.-', L: '.-..', M: '--', N: '-.', O: '---', P: '.--.', Q: '--.-',
    R: '.-.', S: '...', T: '-', U: '..-', V: '...-', W: '.--', X: '-..-', Y: '-.--', Z: '--..',
    1: '.----', 2: '..---', 3: '...--', 4: '....-', 5: '.....', 6: '-....', 7: '--...',
    8: '---..', 9: '----.', 0: '-----', '.': '.-.-.-', ',': '--..--', ':': '---...',
    '?': '..--..', "'": '.----.', '-': '-....-', '/': '-..-.', '(': '-.--.', ')': '-.--.-',
    '"': '.-..-.', '=': '-...-', '+': '.-.-.', '×': '-..-', '@': '.--.-.',
  }
  const characters = find('morse').characters('en')

  for (const [key, code] of Object.entries(recommended)) {
    test(`${key} is ${code}`, () => assert.equal(characters.get(key), code))
  }

  // What Polish, Icelandic and Slavic operators use beside the recommendation.
  const others = {
    Ą: '.-.-', Ć: '-.-..', Ę: '..-..', Ł: '.-..-', Ń: '--.--', Ś: '...-...', Ź: '--..-.', Ż: '--..-',
    Ð: '..--.', Þ: '.--..', Đ: '..-..', Š: '----',
  }
  for (const [key, code] of Object.entries(others)) {
    test(`${key} is ${code}, in either case`, () => {
      assert.equal(characters.get(key), code)
      assert.equal(find('morse').transform(key.toLowerCase(), 'en'), code)
    })
  }

  test('is read back but for letters that share the sign of another one', () => {
    const shared = new Map([...'ĄÄĆÇĐÉĘÉŁÈŃÑ'.matchAll(/(.)(.)/gu)].map(([, key, read]) => [key, read]))
    for (const key of Object.keys({ ...recommended, ...others })) {
      const read = find('morse-decoder').transform(find('morse').transform(key, 'en'), 'en')
      const expected = { Þ: 'Ş', '×': 'X' }[key] ?? shared.get(key) ?? key
      assert.equal(read, expected, key)
    }
  })

  test('is dots, dashes, and the spaces between letters and words', () => {
    for (const [key, code] of characters) assert.match(code, /^(?:[.-]+(?: [.-]+)*|\/?)$/, key)
  })

  describeCode('morse', [
    ['Hello World', '.... . .-.. .-.. --- / .-- --- .-. .-.. -..'],
    ['SOS\nsos', '... --- ...\n... --- ...'],
    ['e\u0301É', '..-.. ..-..'],
    ['Iıİi', '.. .. .. ..'],
    ['ğş', '--.-. .--..'],
    ['a👩‍👩‍👧1️⃣b', '.- 👩‍👩‍👧 1️⃣ -...'],
  ])
})

describe('Braille, Unified English Braille, uncontracted', () => {
  // https://iceb.org/ueb.html, sections 3 to 8.
  const characters = find('braille').characters('en')
  const cell = (...dots: readonly number[]): string =>
    String.fromCodePoint(0x2800 + dots.reduce((bits, dot) => bits | (1 << (dot - 1)), 0))
  const firstTen = ['1', '12', '14', '145', '15', '124', '1245', '125', '24', '245'].map((dots) =>
    Array.from(dots, Number),
  )

  test('letters are the first ten, the same with dot 3, and with dots 3 and 6', () => {
    firstTen.forEach((dots, index) => {
      assert.equal(characters.get('abcdefghij'.charAt(index)), cell(...dots))
      assert.equal(characters.get('klmnopqrst'.charAt(index)), cell(...dots, 3))
    })
    firstTen.slice(0, 5).forEach((dots, index) => {
      assert.equal(characters.get('uvxyz'.charAt(index)), cell(...dots, 3, 6))
    })
    assert.equal(characters.get('w'), cell(2, 4, 5, 6))
  })

  test('digits are the first ten letters after the number sign', () => {
    firstTen.forEach((dots, index) => {
      assert.equal(characters.get('1234567890'.charAt(index)), cell(3, 4, 5, 6) + cell(...dots))
    })
  })

  test('a capital is its small letter after the capital sign', () => {
    for (const [key, code] of characters) {
      const small = characters.get(key.toLowerCase())
      if (/^\p{Lu}/u.test(key) && small !== undefined) assert.equal(code, cell(6) + small, key)
    }
  })

  test('is cells alone', () => {
    for (const [key, code] of characters) assert.match(code, /^[\u2800-\u283f]*$/, key)
  })

  describeCode('braille', [
    ['Hello World', '⠠⠓⠑⠇⠇⠕ ⠠⠺⠕⠗⠇⠙'],
    ['HELLO', '⠠⠠⠓⠑⠇⠇⠕'],
    ['ABc', '⠠⠠⠁⠃⠠⠄⠉'],
    ['ABé ABı', '⠠⠠⠁⠃⠠⠄⠘⠌⠑ ⠠⠠⠁⠃⠠⠄⠊'],
    ["DON'T", '⠠⠠⠙⠕⠝⠄⠠⠞'],
    ['A B', '⠠⠁ ⠠⠃'],
    ['É e\u0301', '⠠⠘⠌⠑ ⠘⠌⠑'],
    ['ÉA E\u0301A', '⠠⠠⠘⠌⠑⠁ ⠠⠠⠘⠌⠑⠁'],
    ['2026', '⠼⠃⠚⠃⠋'],
    ['1,234.5', '⠼⠁⠂⠃⠉⠙⠲⠑'],
    ['4b 4k 4B', '⠼⠙⠰⠃ ⠼⠙⠅ ⠼⠙⠠⠃'],
    ['1.a 1.k 1ı', '⠼⠁⠲⠰⠁ ⠼⠁⠲⠅ ⠼⠁⠰⠊'],
    ['7-8', '⠼⠛⠤⠼⠓'],
    ['œuf', '⠕⠘⠖⠑⠥⠋'],
    ['a^b|c…', '⠁⠈⠢⠃⠸⠳⠉⠲⠲⠲'],
    ['‘a’—b', '⠠⠦⠁⠄⠠⠤⠃'],
    ['a👩‍👩‍👧1️⃣b', '⠁👩‍👩‍👧1️⃣⠃'],
  ])
})

describe('Braille of other languages', () => {
  // Comisión Braille Española, Signografía básica: https://www.once.es
  describeCode('braille-spanish', [
    ['Hello World', '⠨⠓⠑⠇⠇⠕ ⠨⠺⠕⠗⠇⠙'],
    ['áéíóúüñ', '⠷⠮⠌⠬⠾⠳⠻'],
    ['¿Qué? ¡Sí!', '⠢⠨⠟⠥⠮⠢ ⠖⠨⠎⠌⠖'],
    ['«a», (b); c: d.', '⠦⠁⠦⠂ ⠣⠃⠜⠆ ⠉⠒ ⠙⠄'],
    ['ONCE 25,5', '⠨⠨⠕⠝⠉⠑ ⠼⠃⠑⠂⠑'],
    // A letter that a digit could be has dot 5 before it; only whole words have two signs.
    ['1a 1k', '⠼⠁⠐⠁ ⠼⠁⠅'],
    ['ABc', '⠨⠁⠨⠃⠉'],
    ['œ ß ã', '⠕⠑ ⠎⠎ ⠁'],
  ])

  // Code braille français uniformisé, 2nd edition: https://www.avh.asso.fr
  describeCode('braille-french', [
    ['éàèùâêîôûëïüçœ', '⠿⠷⠮⠾⠡⠣⠩⠹⠱⠫⠻⠳⠯⠪'],
    ['Où ? « Là ! »', '⠨⠕⠾ ⠢ ⠶ ⠨⠇⠷ ⠖ ⠶'],
    ['1234567890', '⠠⠡⠣⠩⠹⠱⠫⠻⠳⠪⠼'],
    ['3,14 (SNCF)', '⠠⠩⠂⠡⠹ ⠦⠨⠨⠎⠝⠉⠋⠴'],
    ['2ème 1ê', '⠠⠣⠮⠍⠑ ⠠⠡⠠⠄⠣'],
    ['1 €, 5 %', '⠠⠡ ⠘⠑⠂ ⠠⠱ ⠐⠬'],
    ['ABc', '⠨⠨⠁⠃⠠⠄⠉'],
  ])

  // Millî Eğitim Bakanlığı, 1991: https://orgm.meb.gov.tr
  describeCode('braille-turkish', [
    ['çğıiöşü', '⠡⠣⠔⠊⠪⠩⠳'],
    ['Iİ', '⠠⠠⠔⠊'],
    ['kâğıt îman sükûn', '⠅⠈⠁⠣⠔⠞ ⠈⠊⠍⠁⠝ ⠎⠳⠅⠈⠥⠝'],
    ['Ne? (5) “a”', '⠠⠝⠑⠦ ⠶⠼⠑⠶ ⠦⠁⠴'],
    ['3b 3m TBMM’de', '⠼⠉⠰⠃ ⠼⠉⠍ ⠠⠠⠞⠃⠍⠍⠄⠙⠑'],
  ])
})

describe('Wingdings, whose signs have equivalents in Unicode since 7.0', () => {
  // https://www.unicode.org/L2/L2011/11052r-wingding.pdf
  describeCode('wingdings', [
    ['ABCDEFG', '✌︎👌👍︎👎︎☜☞☝︎'],
    ['IKMPSUW', '🖐︎😐︎💣︎🏱💧🕆🕈'],
    ['jk6', '🙰🙵⌛︎'],
  ])
})

describe('combining letters', () => {
  // https://www.unicode.org/charts/PDF/U1DC0.pdf; there are none of j, q and y.
  describeCode('mini-me', [
    ['bfg', 'b\u1de8f\u1debg\u1dda'],
    ['KLN', 'K\u1ddcL\u1dddN\u1de0'],
    ['pswz', 'p\u1dees\u1de4w\u1df1z\u1de6'],
  ])
})

describe('flag semaphore, as a viewer sees the two arms', () => {
  const letters = {
    A: '⇓⇙', B: '⇓⇐', C: '⇓⇖', D: '⇓⇑', E: '⇓⇗', F: '⇓⇒', G: '⇓⇘', H: '⇙⇐', I: '⇙⇖', J: '⇑⇒',
    K: '⇙⇑', L: '⇙⇗', M: '⇙⇒', N: '⇙⇘', O: '⇐⇖', P: '⇐⇑', Q: '⇐⇗', R: '⇐⇒', S: '⇐⇘', T: '⇖⇑',
    U: '⇖⇗', V: '⇑⇘', W: '⇗⇒', X: '⇗⇘', Y: '⇖⇒', Z: '⇒⇘',
  }
  const characters = find('semaphore').characters('en')

  for (const [letter, arms] of Object.entries(letters)) {
    test(`${letter} is ${arms}`, () => assert.equal(characters.get(letter), arms))
  }

  test('digits are A to I and K after the sign for numbers', () => {
    const { A, B, C, D, E, F, G, H, I, K } = letters
    for (const [index, arms] of [K, A, B, C, D, E, F, G, H, I].entries()) {
      assert.equal(characters.get(String(index)), `⇑⇗${arms}`)
    }
  })

  describeCode('semaphore', [
    ['No 1', '⇙⇘ ⇐⇖ ⇓⇓ ⇑⇗⇓⇙'],
    ['ñ œ ı', '⇙⇘ ⇓⇓ ⇐⇖ ⇓⇗ ⇓⇓ ⇙⇖'],
    ['a👍b', '⇓⇙ 👍 ⇓⇐'],
  ])
})

describe('tap code, a square of five by five in which K is C', () => {
  describeCode('tap-code', [
    ['AEK', '•-• •-••••• •-•••'],
    ['vz lo', '•••••-• •••••-••••• / •••-• •••-••••'],
  ])
})

describe('pigpen', () => {
  describeCode('pigpen', [
    ['abcdefghi', 'ᒧᑌᒪᑐ□ᑕᒣᑎᒥ'],
    ['STUV', 'ᐯᐳᐸᐱ'],
  ])

  test('has a sign of its own for each letter', () => {
    const characters = find('pigpen').characters('en')
    const signs = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => characters.get(letter))
    assert.equal(new Set(signs).size, 26)
  })
})
