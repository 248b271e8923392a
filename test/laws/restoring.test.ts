import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import type { MappingData } from '../../lib/engine/mapping-data.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import {
  accentedTexts,
  assertSame,
  catalogue,
  claim,
  emojiTexts,
  generators,
  law,
  ownMappings,
  siblings,
  testOf,
} from '../support/laws.ts'
import { borrow, borrowedLetters, ignoreCase } from '../support/letters.ts'
import { show } from '../support/texts.ts'

describe('restoring', () => {
  const restorers = generators.filter(
    ({ data }) => data.operations.length === 1 && data.operations[0]?.type === 'restore',
  )
  const restore = (text: string): string => restorers[0]?.transform(text, 'en') ?? ''

  const involved = generators.filter((one) => one.data.restore || restorers.includes(one))

  testOf(restorers, 'is done by one generator', () => assert.equal(restorers.length, 1))

  testOf(restorers, 'takes emoji away that are at both ends, if a style puts them there', () => {
    const framed = generators.flatMap(({ transform }) => {
      const [, emoji = ''] = /^(\p{ExtPict})\ufe0f? ?Ana.*\1\ufe0f?$/u.exec(transform('Ana', 'en')) ?? []
      return emoji
    })
    const [operation] = Object(restorers[0]?.file.operations)
    const stated: readonly string[] = operation.emoji.match(/\p{ExtPict}/gu)
    assert.deepEqual([...new Set(framed)].filter(Boolean).toSorted(), stated.toSorted())
    for (const emoji of stated) assert.equal(restore(`${emoji} 𝓐𝓷𝓪 ${emoji}`), 'Ana')
    for (const emoji of ['💰', '🎉', '🇫🇷']) {
      assert.equal(restore(`${emoji} 𝓐𝓷𝓪 ${emoji}`), `${emoji} Ana ${emoji}`)
    }
  })

  law(
    'returns each key, or the first one with the same text',
    (generator) => {
      for (const mapping of ownMappings(generator)) {
        const sure = new Mapping({ ...mapping, caseFallback: false })
        const entries = [...new Mapping(mapping)]
        const lines = entries.map(([key]) => key).join('\n')
        const restored = restore(generator.transform(lines, 'en')).split('\n')
        entries.forEach(([key, text], index) => {
          const plain = restored[index] ?? ''
          const spelled = borrow(drops(mapping) ? withoutAccents(key) : key, borrowedLetters)
          if (plain === key) return
          const bare = text.replace(/[\u200c\ufe0e]/g, '').normalize('NFD')
          const isOther = sure.has(key) && siblings.restoreTable().characters.get(bare) === plain
          // Ordinary letters stay, and two styled letters are restored one by one.
          const isLoose = !sure.has(key) || /^[ -~]|^\P{M}{2}/u.test(bare)
          const isSameLetter = isLoose && ignoreCase(plain) === ignoreCase(key)
          const isBorrowed = ignoreCase(plain) === ignoreCase(spelled)
          const isRight = isOther || isSameLetter || isBorrowed
          claim(isRight, () => {
            return `${show(key)} came back as ${show(plain)}; remove "restore", or use another text`
          })
        })
      }
    },
    ({ data }) => data.restore && data.operations.some(({ mapping }) => mapping !== undefined),
  )

  law(
    'returns accented text',
    (generator) => {
      const text = accentedTexts.join('\n')
      const plain = restore(generator.transform(text, 'en'))
      const borrowers = [...borrowedLetters.keys()].filter((letter) =>
        ownMappings(generator).some((mapping) => new Mapping(mapping).has(letter)),
      )
      const isDropping = ownMappings(generator).some(drops)
      const [restored = '', expected = ''] = [plain, text].map((one) => {
        const borrowed = ignoreCase(borrow(one, new Set(borrowers)))
        return isDropping ? withoutAccents(borrowed) : borrowed
      })
      assertSame(restored, expected, 'en', text)
    },
    ({ data }) => data.restore,
  )

  law(
    'returns a word within a sentence whose letters have blanks between them',
    ({ transform }) => {
      const spaced = [...transform('team', 'en')].join(' ')
      for (const [before, after] of [['the', 'of us'], ['¡El', 'que gana!'], ['so “', '!”']]) {
        const text = (word: string): string => `${before} ${word} ${after}`.replace(/(?<=“) | (?=!)/g, '')
        assertSame(ignoreCase(restore(text(spaced))), ignoreCase(text('team')), 'en', spaced)
      }
    },
    ({ data, transform }) => {
      return data.restore && /^(?:(?![\p{ASCII}！-～])\p{Alpha}){4}$/u.test(transform('team', 'en'))
    },
  )

  testOf(involved, 'leaves lists of letters and numbers apart', () => {
    const texts = ['the sets ℕ ℤ ℚ ℝ ℂ', 'Ａ Ｂ Ｃ Ｄ から選ぶ', 'α β γ δ are Greek', 'Ꭰ Ꭱ Ꭲ Ꭳ are Cherokee']
    for (const text of texts) assertSame(restore(text), text, 'en', text)
    for (const { transform } of involved) {
      for (const list of ['ABCD', 'abcde', 'wxyz']) {
        const text = `the ${[...transform(list, 'en')].join(' ')} of it`
        assert.ok(!restore(text).toLowerCase().includes(list.toLowerCase()), text)
      }
    }
    assertSame(restore('in 𝟐 𝟎 𝟐 𝟔, with 𝐱 𝐲 𝐳'), 'in 2 0 2 6, with x y z', 'en', 'numbers')
  })

  testOf(involved, 'keeps the accents of raised and syllabic letters', () => {
    const text = 'canción, niño, déjà vu, ça va être über, ağaç, öğün'
    for (const slug of ['superscript', 'superscript-caps', 'syllabics-alien']) {
      const written = catalogue.get(slug)?.transform(text, 'en') ?? ''
      assert.notEqual(written, text)
      assertSame(restore(written).toLowerCase(), text, 'en', written)
    }
    const others = 'ᵃ\u0325ᵇ\u0325ᶜ\u0325ᵈ\u0325'
    assertSame(restore(others), 'abcd', 'en', others)
  })

  testOf(involved, 'leaves superscripts and subscripts that have a meaning', () => {
    const texts = ['5 m², 3 m³', 'CO₂ and H₂O', '10⁻³ xⁿ 2ᵏ', 'a note¹² ¹ here', '1ᵉʳ, 2ⁿᵈ, nº 1ª', 'tʰ']
    for (const text of texts) assertSame(restore(text), text, 'en', text)
  })

  testOf(involved, 'leaves faces that are made of letters and signs', () => {
    const faces = ['ʕ•ᴥ•ʔ', 'ʕ♥ᴥ♥ʔ', 'V●ᴥ●V', 'o・ω・o', '▼・ᴥ・▼', '(✿◠‿◠)', '(っ◔◡◔)っ ♥', 'ಠ_ಠ']
    for (const text of faces) assertSame(restore(text), text, 'en', text)
    assertSame(restore('ʕ•ᴥ•ʔ 𝓗𝓲 H•e•y'), 'ʕ•ᴥ•ʔ Hi Hey', 'en', 'a face beside styled text')
  })

  testOf(involved, 'removes decorative marks of other services, and no others', () => {
    const foreign = 'Z\u0301\u0358\u0321\u0315\u035f\u0489algo Ж\u0358\u0321\u0358 1\u0358\u0321\u0358'
    assertSame(restore(foreign), 'Zalgo Ж 1', 'en', foreign)
    const written = 'ộ ữ ᾧ ḹ ș́ שָׁלּוֹם نُصٌّ क्षि'
    for (const text of [written, written.normalize('NFD')]) assertSame(restore(text), text, 'en', text)
  })

  testOf(involved, 'removes different marks that most letters of a text have', () => {
    const decorated = {
      'Hello World': 'H\u034de\u030el\u0313l\u0358o\u032e W\u0336o\u032er\u030cl\u0300d\u0347',
      'good night': 'g\u0321o\u0342o\u0358d n\u032fi\u033fg\u0354h\u035bt',
    }
    for (const [plain, text] of Object.entries(decorated)) {
      assertSame(restore(text), plain, 'en', text)
    }
    const written = [
      'Tiếng Việt có những dấu thanh rất đẹp',
      'Ọjọ́ ọ̀la ni a ó lọ sí ilé ẹ̀kọ́',
      'Yá’át’ééh shił bééhózin', 'kṛṣṇa saṃskṛtaṃ dharmaḥ', 'žluťoučký kůň příliš', 'J̌áx̌ č̓ k̕ʷ x̣ʷ',
      'n̈ m̧ p̣ k̠ t̪ s̱', 'n̈ m̧ p̣ k̠ t̪ s̱ l\u0321', 'x̣ɬp̓x̣ʷɬtɬpɬɬskʷc̓', 'שָׁלוֹם עֲלֵיכֶם', 'نُصٌّ حَكِيمٌ', 'ऋषियों को',
    ]
    for (const text of written) {
      const composed = text.normalize('NFC')
      for (const one of [composed, text.normalize('NFD')]) {
        assertSame(restore(one).normalize('NFC'), composed, 'en', one)
      }
    }
  })

  testOf(involved, 'reads letters of phonetics after a capital, which phonetics lack', () => {
    const small = new Map([...'bghilnry'].map((letter, at) => [letter, [...'ʙɢʜɪʟɴʀʏ'][at]]))
    for (const word of ['Bilgi', 'Hi', 'Error', 'Bring', 'Night', 'Girl', 'Lyrics']) {
      const [first = '', ...others] = word
      const written = first + others.map((letter) => small.get(letter) ?? letter).join('')
      const count = [...written].filter((letter) => [...small.values()].includes(letter)).length
      for (const text of [written, `${written} 2026`, `the ${written}!`]) {
        assertSame(restore(text), count > 1 ? text.replace(written, word) : text, 'en', text)
      }
      // Phonetics, as in dictionaries.
      const sounds = written.slice(1)
      assertSame(restore(`say /ˈ${sounds}/`), `say /ˈ${sounds}/`, 'en', sounds)
    }
  })

  testOf(involved, 'removes marks of other scripts from European letters, and from no others', () => {
    const foreign = [...'\u0591\u05ad\u06d6\u06dc\u06e2\u06ed\u135d\u135f\uabed']
    const own = ['שָׁל', 'نص', 'ሰላ', 'ꯃꯤ', 'नि']
    for (const mark of foreign) {
      for (const letter of ['a', 'é', 'ж', 'ω', '𝐚', '7', 'ᴀ']) {
        const plain = restore(letter)
        assertSame(restore(`Maria ${letter}${mark}b`), `Maria ${plain}b`, 'en', mark)
        assertSame(restore(`${letter}${mark}\u0301x`), restore(`${letter}\u0301x`), 'en', mark)
      }
      for (const word of own) assertSame(restore(`${word}${mark} Maria`), `${word}${mark} Maria`, 'en', mark)
    }
  })

  testOf(involved, 'leaves ordinary text of any language as it is', () => {
    for (const text of [...accentedTexts, ...emojiTexts]) {
      assertSame(restore(text), text, 'en', text)
    }
  })

  testOf(involved, 'reads the bytes of identifiers all or not at all', () => {
    const draw = createDraw('identifiers')
    const writings = {
      'a checksum': (hex: string) => hex,
      'a UUID': (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{4,})/, '$1-$2-$3-$4-$5'),
      'a MAC address': (hex: string) => hex.match(/../g)?.join(':') ?? '',
      'an IPv6 address': (hex: string) => hex.match(/.{1,4}/g)?.join(':') ?? '',
      'bits': (hex: string) => hex.replace(/../g, (byte) => `${bitsOf(byte)} `).trim(),
    }
    const bitsOf = (byte: string): string => Number.parseInt(byte, 16).toString(2).padStart(8, '0')
    let read = 0
    for (let round = 0; round < 1_000; round++) {
      // Half of the bytes are letters, or hardly any identifier would be a text.
      const bytes = Array.from({ length: 2 + draw(19) }, () =>
        draw(2) === 0 ? 0x61 + draw(26) : draw(256),
      )
      for (const [kind, write] of Object.entries(writings)) {
        const written = write(Buffer.from(bytes).toString('hex'))
        for (const given of [written, written.toUpperCase()]) {
          const output = restore(given)
          if (output === given) continue
          read++
          assert.deepEqual([...Buffer.from(output)], bytes, `${kind}: ${show(given)}`)
        }
      }
    }
    assert.ok(read > 20, `${read} were read`)
  })
})

/** Returns whether the style drops accents, which cannot come back. */
function drops({ accents }: MappingData): boolean {
  return accents === 'drop' || accents === 'strip'
}

/** Returns a text without accents. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}
