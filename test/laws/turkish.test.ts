import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { claim, has, isMapOnly, law, ownMappings } from '../support/laws.ts'
import { show } from '../support/texts.ts'

/** Turkish words that differ only in i and ı, in small letters and in capitals. */
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

/** Returns false for styles that fill, remove letters, or write i and ı alike. */
function keepsLetters(generator: TextGenerator): boolean {
  return !has(generator, 'fill', 'remove', 'harmonize') && !isFolding(generator)
}

/** Returns whether the purpose of a style is to remove accents, so that two letters become one. */
function isFolding(generator: TextGenerator): boolean {
  const [first] = generator.data.operations
  return first?.mapping !== undefined && /none|strip/.test(ownMappings(generator)[0]?.accents ?? '')
}

const cure = 'add ı and İ to "characters", or rows for "tr" to "languages"'

describe('with lang=tr', () => {
  law(
    'two words that differ only in i and ı never become one',
    (generator) => {
      for (const [one = '', other = ''] of words) {
        const [first, second] = [one, other].map((word) => generator.transform(word, 'tr'))
        claim(first !== second, () => `${one} and ${other} became ${show(first ?? '')}; ${cure}`)
      }
    },
    keepsLetters,
  )

  law(
    'i and İ have the same text, and ı and I, if a style has one text for both cases',
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
