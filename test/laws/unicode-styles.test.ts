import { describe } from 'node:test'
import type { MappingData } from '../../lib/engine/mapping-data.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { claim, law, ownMappings } from '../support/laws.ts'
import { borrow, borrowedLetters, codePoint, ignoreCase } from '../support/letters.ts'
import { readNames, show } from '../support/texts.ts'

describe('styles that Unicode defines', () => {
  /** Removes the characters that prevent emoji and ligatures. */
  const bare = (text: string): string => text.replace(/[\ufe0e\u200c]/g, '')
  const folded = (text: string): string => bare(text).normalize('NFKC')
  const decomposes = (point: string): boolean => point.normalize('NFKC') !== point

  /** Keys whose texts decompose to something else. */
  const exceptions = new Map([
    // There is a superscript and a subscript minus, and no hyphen.
    ['-', '\u2212'],
    // There is a superscript small capital, and no superscript dotless i.
    ['ı', 'ɪ'],
  ])

  law(
    'by decomposition: NFKC restores each key',
    (generator) => {
      for (const mapping of ownMappings(generator)) {
        const sure = new Mapping({ ...mapping, caseFallback: false, complete: false })
        for (const [key, text] of new Mapping(mapping)) {
          // ⒜ and 🄁 have parentheses and a comma.
          const plain = folded(text).replace(/\((.)\)|(\d)[.,]/gu, '$1$2').normalize('NFC')
          if (plain === key || plain === exceptions.get(key)) continue
          const isFallback = !sure.has(key) && ignoreCase(plain) === ignoreCase(key)
          const spelled = borrow(key, borrowedLetters)
          const isSpelled = spelled !== key && ignoreCase(plain) === ignoreCase(spelled)
          claim(isFallback || isSpelled, () => {
            return `${show(key)} has ${show(text)}, which decomposes to ${show(plain)}; use the one for its key`
          })
        }
      }
    },
    (generator) => {
      const values = ownMappings(generator).flatMap(({ characters }) => [...characters.values()])
      const decomposing = values.filter((text) => [...bare(text)].every(decomposes)).length
      // A style that plain-text restores is meant as a whole, so a few wrong texts do not exempt it.
      const least = generator.data.restore ? 0.8 * values.length : values.length
      const isMathematical = generator.data.category === 'mathematical'
      return values.length > 0 && (isMathematical || decomposing >= least)
    },
  )

  law(
    'with one mathematical alphabet use its letters in order',
    (generator) => {
      for (const { characters } of ownMappings(generator)) {
        for (const [first = '', last = ''] of ['AZ', 'az', '09']) {
          const entries = [...characters].filter(([key]) => key >= first && key <= last)
          const places = entries.map(([key, text]) => codePoint(text) - codePoint(key))
          const place = places.find((one) => places.filter((other) => other === one).length > 9)
          if (place === undefined) continue
          for (const [key, text] of entries) {
            // The alphabet has a gap where Letterlike Symbols already have the letter.
            const letter = String.fromCodePoint(codePoint(key) + place)
            const isLetterlike = text >= '\u2100' && text <= '\u214f' && /\p{Cn}/u.test(letter)
            const isRight = text === letter || isLetterlike
            claim(isRight, () => `${key} has ${show(text)}; use ${show(letter)}`)
          }
        }
      }
    },
    ({ data }) => data.category === 'mathematical' && data.operations[0]?.mapping !== undefined,
  )

  const names = readNames()
  const style =
    /^(?:(?:DINGBAT )?NEGATIVE \w+|REGIONAL INDICATOR SYMBOL|LATIN LETTER SMALL CAPITAL) /
  const letterOf = (name: string): string =>
    name
      .replace(style, '')
      .replace(/^LATIN (?:CAPITAL |SMALL )?/, '')
      .replace(/^(?:LETTER|LIGATURE) /, '')
  const styled = ({ characters }: MappingData): Array<[key: string, name: string]> =>
    [...characters].flatMap(([key, text]) => {
      const name = names.get(bare(text)) ?? ''
      return style.test(name) ? [[key, name] as [string, string]] : []
    })

  law(
    'by name: the name contains the key',
    (generator) => {
      for (const mapping of ownMappings(generator)) {
        for (const [key, name] of styled(mapping)) {
          // There is no dot on a small capital I.
          const expected = letterOf(names.get(key) ?? '').replace('DOTLESS I', 'I')
          const letters = [expected, borrowedLetters.get(key)]
          claim(letters.includes(letterOf(name)), () => `${show(key)} has ${name}; use the letter for its key`)
        }
      }
    },
    (generator) =>
      ownMappings(generator).some((mapping) => {
        const named = styled(mapping).length
        return named > 20 && named > 0.7 * mapping.characters.size
      }),
  )
})
