import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { isMarkAbove } from '../../lib/engine/text.ts'
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

  law('no number or sign gets a dot above, but enclosed letters', (generator) => {
    for (const letter of 'iİ') {
      const text = (generator.characters('tr').get(letter) ?? letter).normalize('NFD')
      const sign = /(?![\u249c-\u24e9\u{1f110}-\u{1f189}])[^\p{L}\p{M}]\ufe0e?\u0307/u
      const [dotted] = sign.exec(text) ?? []
      claim(dotted === undefined, () => `${letter}: ${show(text)}; ${cure}`)
    }
  }, ({ data }) => data.layer !== 'marks')

  law('ı has no dot, and no mark where i has none', (generator) => {
    const [dotted = '', dotless = ''] = ['i', 'ı'].map((letter) => {
      return (generator.characters('tr').get(letter) ?? letter).normalize('NFD')
    })
    const positions = (text: string): string[] =>
      (text.match(/\p{M}/gu) ?? []).map((mark) => (isMarkAbove(mark) ? 'above' : 'below'))
    const missing = positions(dotless).find((one) => !positions(dotted).includes(one))
    // A letter with a hook has no mark.
    claim(missing === undefined || dotted === 'ᶖ', () => `${show(dotless)}, but ${show(dotted)}`)
    const isBare = !positions(dotless).includes('above')
    claim(!(isBare && /^\p{Soft_Dotted}\p{M}*$/u.test(dotless)), () => show(dotless))
  }, (generator) => keepsLetters(generator) && generator.data.layer === 'letters')

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
