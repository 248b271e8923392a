import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue, claim, holdsForAll, isAlone } from '../support/laws.ts'
import { readTestData, show } from '../support/texts.ts'

const readWords = (file: string): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(readTestData(file))
const scripts = Object.entries(readWords('words-of-scripts.json'))
const natural = Object.entries(readWords('natural-sentences.json'))

const style = catalogue.get('mojibake-decoder') ?? assert.fail()
const read = (text: string): string => style.transform(text, 'en')

/** Claims that a text is read whose bytes were taken for another encoding, so many times. */
function isRead(text: string, encoding: string, times: number): void {
  const taken = new TextDecoder(encoding)
  let given = text.normalize()
  for (let time = 0; time < times; time++) given = taken.decode(new TextEncoder().encode(given))
  claim(read(given) === text.normalize(), () => `${given} became ${show(read(given))}`)
}

/** How words and names are written where a text is quoted, emphasized or sold. */
const around = [
  ...['“%”', '”%”', '‘%’', '«%»', '»%«', '„%“', '%’s', '%’S', '%’IN', '%…', '%—', '%”—x'],
  ...['%™', '%®', '%»—', '%°', '%–%'],
]

describe('UTF-8 that was taken for another encoding', { skip: isAlone }, () => {
  test('is read in all scripts and languages, also if that was so up to three times', () => {
    assert.ok(scripts.length >= 40)
    holdsForAll([...scripts, ...natural], ([name]) => name, ([, words]) => {
      for (const text of [...words, words.join(' ')]) {
        for (const times of [1, 2, 3]) isRead(text, 'windows-1252', times)
        if (!/[\u0400-\u052f]/.test(text)) isRead(text, 'windows-1254', 1)
        if (/^[\sа-яё]+$/i.test(text)) isRead(text, 'windows-1251', 1)
      }
    })
  })

  test('is not what words and names of all scripts are, quoted and in capitals, too', () => {
    const names = readTestData('names.txt').split('\n')
    const common = readTestData('common-words.txt').split(/\s+/)
    const all = [...[...scripts, ...natural].flatMap(([, words]) => words), ...names, ...common]
    assert.ok(all.length > 4_000, String(all.length))
    holdsForAll(all, show, (word) => {
      for (const form of new Set([word, word.toUpperCase(), word.toLocaleUpperCase('tr')])) {
        for (const text of around.map((one) => one.replaceAll('%', form))) {
          claim(read(text) === text, () => `${text} became ${read(text)}`)
        }
      }
    })
  })

  /** What programs make of it, and what people quote beside it. */
  const written: ReadonlyArray<readonly [given: string, read: string]> = [
    ['voilÃ  !', 'voilà !'],
    ['lÃ bas', 'là bas'],
    ['dÃ©jÃ  vu', 'déjà vu'],
    ['10Â km Ã©', '10\xa0km é'],
    ['seÃ±or “real”', 'señor “real”'],
    ['ItÃ¢â‚¬â„¢s', 'It’s'],
    ['ğŸ˜€ gÃ¼naydÄ±n', '😀 günaydın'],
    ['DÄ°YARBAKIR', 'DİYARBAKIR'],
    ['CAFÃ‰ Ã‰cole cÅ“ur', 'CAFÉ École cœur'],
    ['ï»¿Hello', '\ufeffHello'],
    ['Fran\xc3\xa7ois\xe2\x80\x99s', 'François’s'],
    ['FranA\u0303§ois', 'François'],
    // These could be real.
    ['“A MANHÃ”', '“A MANHÃ”'],
    ['MANHÃ E TARDE', 'MANHÃ E TARDE'],
    ['café”—which', 'café”—which'],
    ['DAĞ’IN', 'DAĞ’IN'],
    ['AMANHÃ…', 'AMANHÃ…'],
    ['SMÅ’S', 'SMÅ’S'],
    ['THE LETTER Ñ”', 'THE LETTER Ñ”'],
    ['об’єкт', 'об’єкт'],
  ]
  for (const [given, expected] of written) {
    test(`${show(given)} becomes ${show(expected)}`, () => {
      assert.equal(read(given), expected)
    })
  }
})
