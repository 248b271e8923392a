import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noFlags, noTexts, takesAnyText, takesFlag, takesText } from '../support/faults.ts'
import type { Fault } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import {
  compileDecoder,
  compileOperations,
  describeOperations,
  describeTexts,
  family,
} from '../support/operations.ts'
import type { Row } from '../support/operations.ts'
import { someOf } from '../support/rounds.ts'
import { assignedCharacters } from '../support/texts.ts'

/** Wrong values for the fields that select which letters of a word count. */
const countedFaults: readonly Fault[] = [
  ['letters', noTexts, takesText],
  ['glides', [null, 1, '\ud83d'], takesAnyText],
  ['mute', [{}, 'que', null], 'must be a list'],
  ['mute', [['que', 'qu'], ['que', 'QUE'], ['que', 'que?']], '[1] must be three small letters'],
]

describeFields({ type: 'insert', letters: 'ae', text: 'p' }, [
  ...countedFaults,
  ['text', noTexts, takesText],
  ['following', ['N', '1', 'n '], 'must be small letters'],
])

describeFields({ type: 'echo', letters: 'ae', text: 'p' }, [
  ...countedFaults,
  ['text', [undefined, null, 1, '\ud83d'], takesAnyText],
  ['times', [null, 0, 10, 1.5], 'must be a whole number from 1 to 9'],
  ['initial', noFlags, takesFlag],
])

describeFields({ type: 'move', letters: 'ae', after: 'ay', unmoved: 'way' }, [
  ...countedFaults,
  ['after', noTexts, takesText],
  ['unmoved', noTexts, takesText],
])

const louchebem = { type: 'move', letters: 'aeiou', after: 'em', unmoved: 'em', front: 'l' }
describeFields(louchebem, [['front', [null, 1], 'must be a well-formed text']])
describeOperations('move, with a letter in front', [louchebem], [
  ['puts it before the first vowel', 'boucher', 'loucherbem'],
  ['keeps the case of the word', 'Boucher AMI', 'Loucherbem LAMIEM'],
  ['leaves words without vowels', 'mr', 'mrem'],
])

describeFields({ type: 'remove', letters: 'ae' }, countedFaults)

const vowels = { letters: 'aeıiouy', glides: 'y', mute: ['que', 'qui'] }

describeOperations('echo', [{ type: 'echo', letters: 'aeıiou', mute: ['que'], text: 'p' }], [
  ['each letter that counts comes twice', 'hola', 'hopolapa'],
  ['so do accented ones, and ü if u is mute', 'Canción, que güe', 'Capancipiópón, quepe güpüepe'],
  ['so do decomposed ones', 'o\u0301', 'o\u0301po\u0301'],
  ['adds capitals to a word of capitals', 'HOLA Hola A', 'HOPOLAPA Hopolapa Apa'],
  ['i and ı are Turkish in Turkish', 'IŞIK Işık İki', 'IPIŞIPIK Ipışıpık İpikipi', 'tr'],
  ['digits and emoji stay', `a1 ${family}1️⃣a`, `apa1 ${family}1️⃣apa`],
])

describeOperations('insert', [{ type: 'insert', ...vowels, text: 'av' }], [
  ['goes before each run of letters that count', 'beaujolais', 'baveaujavolavais'],
  ['takes over the capital of the first letter', 'Allô ALLÔ', 'Avallavô AVALLAVÔ'],
  ['leaves u after q alone, and y before a vowel', 'qui yeux pays', 'quavi yaveux pavays'],
  ['invisible characters do not end a run', 'e\u00adau', 'ave\u00adau'],
  ['counts y within a word', 'royal', 'ravoyal'],
])

describeOperations('move', [{ type: 'move', ...vowels, after: 'ay', unmoved: 'way' }], [
  ['letters before the first one that counts go after the word', 'string', 'ingstray'],
  ['a word that begins with one stays', 'an owl', 'anway owlway'],
  ['a word without one stays, too', 'hmm', 'hmmay'],
  ['the capital stays first', 'Hello I HELLO', 'Ellohay Iway ELLOHAY'],
  ['y counts except at the start, and u after q does not', 'my yes quick', 'ymay esyay ickquay'],
  ['signs stay where they are', '“don’t!” x-ray', '“on’tday!” xay-ayray'],
  ['y counts at the start before a consonant', 'Ypres', 'Ypresway'],
  ['an emoji that is a letter is not a word', 'ℹ\ufe0f hi', 'ℹ\ufe0f ihay'],
  ['an invisible character goes with its letter', 's\u00adtop', 'ops\u00adtay'],
])

describeOperations('insert after a letter', [{ type: 'insert', letters: 'aeiou', text: 'y', following: 'n' }], [
  ['goes only between the two', 'nice knot and run unnamed', 'nyice knyot and run unnyamed'],
  ['is in the case of the word', 'No NO n\u00ado', 'Nyo NYO n\u00adyo'],
  ['leaves ñ and a word that begins with a vowel', 'año on', 'año on'],
])

describeOperations('echo several times', [{ type: 'echo', letters: 'aeiou', text: '', times: 2 }], [
  ['stretches letters', 'Hello NO', 'Heeellooo NOOO'],
  ['stretches accented ones', 'sí e\u0301', 'sííí e\u0301e\u0301e\u0301'],
])

describeOperations('echo of initials', [{ type: 'echo', letters: 'abcdefgh', text: '-', initial: true }], [
  ['repeats the first letter of each word', 'Hello bad CAB, A x', 'H-hello b-bad C-CAB, A-A x'],
])

describeOperations('remove', [{ type: 'remove', letters: 'aeıiou' }], [
  ['removes letters with their accents', 'Canción güneş ışık', 'Cncn gnş şk'],
  ['leaves a word that has no other letters', 'a oui, où à la UE', 'a oui, où à l UE'],
  ['leaves no mark behind', 'e\u0301te\u0323\u0301', 't'],
])

describe('move', () => {
  test('leaves words without a Latin letter', () => {
    const styles = [louchebem, { type: 'move', ...vowels, after: 'ay', unmoved: 'way' }]
    const others = assignedCharacters().filter((point) => /(?!\p{sc=Latn})\p{L}/u.test(point))
    for (const style of styles) {
      const transform = compileOperations([style])
      for (const text of ['日本', 'привет, мир', 'ΟΔΟΣ', 'ひらがな', ...someOf(others, 2000)]) {
        assert.equal(transform(text), text)
      }
    }
  })
})

describe('letters of words', () => {
  test('may number 10,000 in one word', () => {
    const echo = compileOperations([{ type: 'echo', letters: 'a', text: 'p' }])
    assert.equal(echo('ab'.repeat(5_000)), 'apab'.repeat(5_000))
  })
})

const caseNames = 'upper, lower, title, sentence, pascal, camel, inverse, alternating, random'
describeFields({ type: 'case', to: 'upper' }, [
  ['to', [undefined, 'snake'], `must be one of ${caseNames}`],
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
    ['lowers a capital with a dot to one dot', 'İSTANBUL ŞİŞLİ', 'İstanbul Şişli'],
    ['knows letters that combine two', 'ǆ Ǆa ßa ﬁ ᾳ', 'ǅ ǅa Ssa Fi ᾼ'],
    ['raises no Georgian, whose capitals are only for whole words', 'თბილისი', 'თბილისი'],
    ['skips invisible characters', 'a\u00adb', 'A\u00adb'],
    ['composes decomposed letters', 'E\u0301TE\u0301', 'Été'],
    ['leaves links as they were sent', 'cafe\u0301 (https://x.fr/cafe\u0301)b', 'Café (https://x.fr/cafe\u0301)B'],
    ['knows decomposed Turkish letters', 'I\u0307STANBUL', 'İstanbul', 'tr'],
    ['does not begin a word after a digit', '3rd 21sT', '3rd 21st'],
    ['knows final sigma', 'ΟΔΟΣ ΑΣ', 'Οδος Ας'],
    ['works on every line', 'a\nb\r\nc', 'A\nB\r\nC'],
  ],
  sentence: [
    ['raises the first letter of each sentence', 'Ab. you! me? him… she', 'Ab. You! Me? Him… She'],
    ['keeps words of capitals in a text with small letters', 'she Is at NASA. Me', 'She is at NASA. Me'],
    ['raises the first letter of each line', 'a\nb\r\n c\n\n  d', 'A\nB\r\n C\n\n  D'],
    ['looks past opening signs', '¿QUÉ? ¡SÍ! "NO" (X) «Y»', '¿Qué? ¡Sí! "No" (x) «y»'],
    ['looks past closing quotation marks', '“a.” b «c!» d ‘e?’ f', '“A.” B «c!» D ‘e?’ F'],
    ['looks past closing signs', '"A." B (c.) d', '"A." B (c.) D'],
    ['does not begin within a number or a name', '3.5 a.b 5 apples', '3.5 a.b 5 apples'],
    ['knows Turkish', 'IRMAK. İRMAK', 'Irmak. İrmak', 'tr'],
    ['leaves a text without letters', '123. 456!\n', '123. 456!\n'],
  ],
  pascal: [
    ['raises the first letter of each word, and lowers the others', 'the USA flaG', 'The Usa Flag'],
    ['knows Turkish', 'istanbul IĞDIR', 'İstanbul Iğdır', 'tr'],
    ['leaves what it does not change as it was sent', 'E\u0301', 'E\u0301'],
  ],
  camel: [
    ['lowers the first word of each line, and raises the others', 'USA flag\n3 MEN', 'usa Flag\n3 Men'],
    ['knows Turkish', 'IŞIK ilk', 'ışık İlk', 'tr'],
    ['leaves what it does not change as it was sent', 'e\u0301', 'e\u0301'],
  ],
  inverse: [
    ['swaps the cases', 'Hello 1é', 'hELLO 1É'],
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

describeFields({ type: 'join', text: '', tag: '#' }, [
  ['text', [undefined, null, 1, '\ud83d'], takesAnyText],
  ['tag', [null, 1, '', '\ud83d'], takesText],
])

describeOperations('join with a tag', [{ type: 'join', text: ' ', tag: '#' }], [
  ['tags each word', 'Launch day, über-cool', '#Launch #day #über #cool'],
  ['tags no number', 'year 2024 is 99 ٢٠٢٤ Ⅷ', '#year 2024 #is 99 ٢٠٢٤ Ⅷ'],
  ['tags a word with a number', '2024goals 5G covid19', '#2024goals #5G #covid19'],
  ['leaves a line without words', '---\n2024\nשלום', '---\n2024\n#שלום'],
])

describeOperations('join', [{ type: 'join', text: '_' }], [
  ['joins words at blanks and punctuation', '¿Qué?  (a,b)\tc\u00a0d — e', 'Qué_a_b_c_d_e'],
  ['leaves out apostrophes', "don't l’été 'x'", 'dont_lété_x'],
  ['separates words at capitals', 'helloWorld XMLFile éÀb ID3', 'hello_World_XML_File_é_Àb_ID3'],
  ['separates at a capital after a number', 'base64Data walk500Miles utf8JSON sha256Sum', 'base64_Data_walk500_Miles_utf8_JSON_sha256_Sum'],
  ['does not break short names with a digit', 'B2B 4K 3D H2O MP3', 'B2B_4K_3D_H2O_MP3'],
  ['does not break a plural of capitals', 'userIDs URLs getURLsOf IDs2', 'user_IDs_URLs_get_URLs_Of_IDs2'],
  ['still breaks before a word in s', 'XMLStream HTMLss', 'XML_Stream_HTM_Lss'],
  ['sees decomposed capitals, too', 'e\u0301A\u0300bA\u0300', 'e\u0301_A\u0300b_A\u0300'],
  ['joins each line', ' a b\r\nc  d ', 'a_b\r\nc_d'],
  ['leaves a line without words', 'a b\n --- \n', 'a_b\n --- \n'],
  ['keeps emoji and signs', `a ${family} 1️⃣ #️⃣ ‼️ +5€`, `a_${family}_1️⃣_#️⃣_‼️_+5€`],
])

describe('random case', () => {
  const transform = compileOperations([{ type: 'case', to: 'random' }])
  const text = 'The quick brown fox. '.repeat(50)

  test('uses both cases about equally often, and changes nothing else', () => {
    assert.equal(transform(text).toLowerCase(), text.toLowerCase())
    const capitals = transform(text).replace(/[^A-Z]/g, '').length
    assert.ok(capitals > 350 && capitals < 450, String(capitals))
  })
})

describeFields({ type: 'flags', codes: 'ES FR TR' }, [
  ['codes', noTexts, takesText],
  [
    'codes',
    ['es', 'ESP', 'ES,FR', 'ES  FR', ' ES', 'ES '],
    'must be codes of two capitals, separated by spaces',
  ],
])

describeOperations('flags', [{ type: 'flags', codes: 'ES GB TR' }], [
  ['replace words that are codes', 'ES, TR-ES XX EST 🇫🇷 éS 2ES', '🇪🇸, 🇹🇷-🇪🇸 XX EST 🇫🇷 éS 2ES'],
  ['leave words in small letters, which codes never are', 'es la casa Es', 'es la casa Es'],
  ['read UK as the United Kingdom', 'UK GB', '🇬🇧 🇬🇧'],
])

describeFields({ type: 'numerals' }, [])

describeFields({ type: 'numbers', first: 1, texts: ['①'] }, [
  ['first', [undefined, -1, 4000, 1.5], 'must be a whole number from 0 to 3999'],
  ['texts', [undefined, '①', []], 'must be a list of at least 1'],
  ['texts', [['①', ''], ['①', 1]], `[1] ${takesText}`],
])

const writeRomanNumerals = compileOperations([{ type: 'numerals' }])
const readRomanNumerals = compileDecoder([{ type: 'numerals' }])

describe('numerals', () => {
  const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }

  test('writes every number as a canonical Roman numeral of the same value, and reads it', () => {
    const canonical = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
    for (let number = 1; number <= 3999; number++) {
      const roman = writeRomanNumerals(String(number)).normalize('NFKC')
      assert.match(roman, canonical, String(number))
      const letters = [...roman].map((letter) => values[letter] ?? NaN)
      const value = letters.reduce(
        (sum, letter, index) => sum + (letter < (letters[index + 1] ?? 0) ? -letter : letter),
        0,
      )
      assert.equal(value, number)
      assert.equal(readRomanNumerals(roman), String(number))
    }
  })
})

const noNumerals = '0 4000 99999999999999999999 a 3.14 1,234 007 10:30'
const keycaps = '1\ufe0f\u20e3 12\ufe0f\u20e3 5\u20e3'
describeOperations('numerals', [{ type: 'numerals' }], [
  ['leave other numbers and words', noNumerals, noNumerals],
  ['leave keycaps', keycaps, keycaps],
  ['replace whole numbers', '13, 112. 12 of 2026', 'ⅩⅢ, ⅭⅩⅡ. Ⅻ of ⅯⅯⅩⅩⅥ'],
])

describeTexts('Roman numerals read back', readRomanNumerals, [
  ['may be Roman numeral characters', 'Ⅰ ⅳ ⅯⅯⅩⅩⅥ a Ⅻb', '1 4 2026 a 12b'],
  ['may be words of two or more capitals', 'XIV XIV. MCMXCIX I V', '14 14. 1999 1 5'],
  ['are not read within words', 'XIVx AXIV XIV2 XIVé', 'XIVx AXIV XIV2 XIVé'],
  ['are left in a sentence, and read in quotes', 'a CD of CCCXX by "MCCC"', 'a CD of CCCXX by "1300"'],
  ['must be in canonical form', 'IIII VX IC XM MMMM', 'IIII VX IC XM MMMM'],
  ['are never below one', `DDDM ${'D'.repeat(100)}M`, `DDDM ${'D'.repeat(100)}M`],
])

describeOperations('numbers', [{ type: 'numbers', first: 9, texts: ['⑨', '⑩', '⑪'] }], [
  ['are written as their texts, others stay', '8 9 10 11 12', '8 ⑨ ⑩ ⑪ 12'],
  ['must be whole', '10, 10. a10b 10.5 1,010 010', '⑩, ⑩. a⑩b 10.5 1,010 010'],
  ['leave keycaps', '9\ufe0f\u20e3', '9\ufe0f\u20e3'],
])
