import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { claim, has, isMapOnly, law, ownMappings } from '../support/laws.ts'
import { show } from '../support/texts.ts'

/** Turkish words that differ in i and ı alone, in small letters and in capitals. */
const pairs = [
  'sıkıldım sikildim', 'ılık ilik', 'kısır kisir', 'ışık isik', 'kır kir', 'sınır sinir', 'ızgara izgara',
  'açı açi', 'tıp tip', 'kız kiz', 'ırak irak', 'dış diş', 'adı adi', 'arı ari', 'dil dıl',
].map((pair) => pair.split(' ') as [string, string])
const words = pairs.flatMap(([one, other]) => [
  ...[[one, other], [upper(one), upper(other)]],
])

function upper(word: string): string {
  return word.toLocaleUpperCase('tr')
}

/** Nothing is told of what is one filling for all, takes letters out, or writes i and ı alike. */
function keepsLetters(generator: TextGenerator): boolean {
  return !has(generator, 'fill', 'remove', 'harmonize') && !isFolding(generator)
}

/** A table that takes accents away by name, and no others: to make one of two letters is its work. */
function isFolding(generator: TextGenerator): boolean {
  const [first] = generator.data.operations
  return first?.mapping !== undefined && ownMappings(generator)[0]?.accents === 'none'
}

const cure = 'name ı and İ in "characters", or the rows of "tr" in "languages"'

describe('with lang=tr', () => {
  law(
    'two words that differ in i and ı alone never become one',
    (generator) => {
      for (const [one = '', other = ''] of words) {
        const [first, second] = [one, other].map((word) => generator.transform(word, 'tr'))
        claim(first !== second, () => `${one} and ${other} became ${show(first ?? '')}; ${cure}`)
      }
    },
    keepsLetters,
  )

  law(
    'i goes with İ and ı with I, wherever a style has one text for both cases',
    (generator) => {
      const characters = generator.characters('tr')
      const text = (letter: string): string => characters.get(letter) ?? letter
      const letters = [...'abcdefghjklmnopqrstuvwxyz']
      if (letters.some((letter) => text(letter) !== text(letter.toUpperCase()))) return
      for (const [small = '', capital = ''] of ['iİ', 'ıI']) {
        const [one, other] = [characters.get(small), characters.get(capital)]
        claim(one === other, () => {
          return `${small} is ${show(one ?? small)}, not as ${capital}; ${cure}`
        })
      }
    },
    (generator) => keepsLetters(generator) && isMapOnly(generator),
  )
})
