import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { accentChoices, mayShowBoxes, textFont } from '../../lib/engine/drawn-apart.ts'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { additionsTo, additionsWithBoxes } from '../../lib/pages/text-form.ts'
import { families, findBox } from '../support/boxes.ts'
import {
  assertSame,
  catalogue,
  claim,
  compileWithoutWraps,
  has,
  isMapOnly,
  isSeeded,
  languagesOf,
  law,
  ordinaryTexts,
  testOf,
} from '../support/laws.ts'
import { readTestData, show } from '../support/texts.ts'

/** Words of each script, most of them from CLDR. */
const wordsOfScripts: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('words-of-scripts.json'),
)
const plainLetters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']
const accented = [...'áéíóúüñÁÉÍÓÚÜÑàâçèêëîïôùûÿœæÀÂÇÈÊËÎÏÔÙÛŸŒÆğşöıĞİŞÖ']

describe('boxes', () => {
  testOf([], 'are predicted from the code points of Noto Sans', () => {
    assert.equal(textFont, families.get('Noto Sans'))
  })

  testOf([], 'are also predicted for scripts that no style uses yet', () => {
    assert.equal(findBox('\u{10428}\u{10450}\u{10480}\u{1e900}'), undefined)
    assert.equal(findBox('a\u{10428}\u0301'), '\u{10428}\u0301')
  })

  law('of plain letters are in `support`, as is the need for a newer Unicode', (generator) => {
    const { support, unicode } = generator.traits()
    const box = findBox(outputOf(generator, plainLetters, 'styled'))
    const isNewer = Number.parseFloat(unicode ?? '') > 6
    const expected = box !== undefined ? 'risky' : isNewer ? 'newer' : 'wide'
    claim(support.letters === expected, () => `not ${expected}: ${show(box ?? '')}${cureOf(box)}`)
  }, isOfKnownAge)

  law('of accented letters, and accents on symbols, are in `support`', (generator) => {
    const { support } = generator.traits()
    // In Turkish, i may get its dot back.
    const turkish = outputOf(generator, ['i', 'İ'], 'styled', 'tr')
    const output = outputOf(generator, accented, 'styled') + turkish
    const box = findBox(output) ?? (mayShowBoxes(output) ? 'an accent' : undefined)
    const expected = box === undefined ? 'wide' : 'risky'
    claim(support.accents === expected, () => `not ${expected}: ${show(box ?? '')}${cureOf(box)}`)
  })

  law(
    'of plain letters with an addition are on the page of the style',
    (generator) => {
      const named = additionsWithBoxes(generator, catalogue)
      for (const added of additionsTo(generator, catalogue)) {
        const text = plainLetters.map((letter) => letter.repeat(4)).join('\n')
        const output = added.transform(generator.transform(text, 'en'), 'en')
        const box = findBox(output) ?? (mayShowBoxes(output) ? 'a mark' : undefined)
        claim((box !== undefined) === named.includes(added), () => `${added.slug}: ${show(box ?? '')}`)
      }
    },
    ({ data, traits }) => data.layer === 'letters' && traits().support.letters !== 'risky',
  )

  law(
    'never replace a letter of the four languages with accents=plain',
    (generator) => {
      for (const language of languagesOf(generator)) {
        const letters = [...plainLetters, ...accented]
        const box = findBox(outputOf(generator, letters, 'plain', language))
        claim(box === undefined, () => `${language}: ${show(box ?? '')}${cureOf(box)}`)
      }
    },
    (generator) => generator.traits().support.letters !== 'risky',
  )
})

describe('letters of other scripts', () => {
  /** Words that Noto has without boxes, and a number of Latin letters on which words can be put. */
  const words = Object.values(wordsOfScripts)
  const texts = words.map(([word = '', other = '']) => `${word} ab ${other}`)
  const shown = texts.filter((text) => findBox(text) === undefined)

  testOf([], 'are shown without decoration', () => assert.ok(shown.length >= 40))

  law('stay as they are with accents=plain where their marks would be boxes', (generator) => {
    const transform = compileWithoutWraps(generator)
    for (const text of shown) {
      const box = boxesOf(transform(text, 'en', 'plain'), text)
      claim(box === undefined, () => `${show(text)}: ${show(box ?? '')}`)
    }
  })

  law('are in `support`', (generator) => {
    const text = `${shown.join(' ')} `.repeat(2)
    const box = boxesOf(compileWithoutWraps(generator)(text, 'en'), text)
    const expected = box === undefined ? 'wide' : 'risky'
    claim(generator.traits().support.scripts === expected, () => `not ${expected}: ${box}`)
  })

  law('keep the marks that follow a style of letters, also with accents=plain', ({ transform }) => {
    const [styled = '', underline] = [transform('abc', 'en'), catalogue.get('underline')]
    const plain = underline?.transform(styled, 'en', 'plain', undefined, 'abc') ?? ''
    assertSame(plain, underline?.transform(styled, 'en') ?? '', 'en', styled)
  }, ({ data }) => data.layer === 'letters')
})

/** Returns the first letter of a text, of no script of Europe, that has become a box. */
function boxesOf(output: string, text: string): string | undefined {
  const others = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}\p{M}+/gu
  const added = output.match(others) ?? []
  const isNew = ([base = '', ...marks]: string): boolean =>
    text.includes(base) && !text.includes(base + marks.join(''))
  return added.find((one) => isNew(one) && findBox(one) !== undefined)
}

describe('accents=plain', () => {
  law('leaves accented letters as they are, or writes them as accents=styled does', (generator) => {
    const transform = compileWithoutWraps(generator)
    // Each copy of a letter is written in its own way.
    const copiesOf = (text: string): string[] =>
      has(generator, 'beside') ? text.split('\u3000') : [text]
    for (const letter of [...plainLetters, ...accented]) {
      const text = transform(letter, 'en', 'plain')
      const styled = copiesOf(transform(letter, 'en', 'styled'))
      const isRight = copiesOf(text).every((copy, at) => {
        return (copy === letter && !plainLetters.includes(letter)) || copy === styled[at]
      })
      claim(isRight, () => `${letter} became ${show(text)}`)
    }
  }, (generator) => !isSeeded(generator))

  law('agrees with the published characters', (generator) => {
    const characters = generator.characters('en', 'plain')
    const text = ordinaryTexts.join('\n').normalize('NFC')
    const expected = Array.from(text, (point) => characters.get(point) ?? point).join('')
    assertSame(generator.transform(text, 'en', 'plain'), expected, 'en', text)
  }, isMapOnly)

  law('changes nothing where `support` says that accents are wide', (generator) => {
    const text = [...plainLetters, ...accented].join('')
    const [styled = '', plain = ''] = accentChoices.map((accents) => {
      return generator.transform(text, 'en', accents)
    })
    assertSame(plain, styled, 'en', text)
  }, (generator) => generator.traits().support.accents === 'wide')
})

/** Without a version, `support` cannot be `newer`; another law requires one. */
function isOfKnownAge({ data }: TextGenerator): boolean {
  return data.unicode !== undefined
}

/** Returns what to do if no Noto font has the letter, even without its marks. */
function cureOf(box = ''): string {
  const [letter = ''] = box
  if (findBox(letter) === undefined) return ''
  const point = `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`
  return `; no font in test/data/noto-fonts.txt has ${point}: write another letter`
}

/** Returns what letters become at several positions, and in each of a style's random choices. */
function outputOf(
  generator: TextGenerator,
  letters: readonly string[],
  accents: Accents,
  language: Language = 'en',
): string {
  const times = isSeeded(generator) ? 25 : 4
  const lines = letters.map((letter) => letter.repeat(times))
  // Of a text with markup, what is in it changes.
  const signs = has(generator, 'markdown') ? ['**', '*', '***', '`', '~~'] : ['']
  const text = signs.flatMap((sign) => lines.map((line) => sign + line + sign)).join('\n')
  return compileWithoutWraps(generator)(text, language, accents)
}
