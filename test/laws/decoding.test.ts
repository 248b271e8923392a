import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { compileInverse } from '../../lib/engine/decoding/decoding.ts'
import { DataError } from '../../lib/engine/fields.ts'
import {
  assertSame,
  catalogue,
  claim,
  emojiTexts,
  generators,
  has,
  law,
  ordinaryTexts,
  ownMappings,
  randomTexts,
  siblings,
  testOf,
} from '../support/laws.ts'
import { borrow, borrowedLetters } from '../support/letters.ts'
import {
  createRandom,
  naughtyStrings,
  pangramOf,
  pangrams,
  randomText,
  show,
} from '../support/texts.ts'

/** Returns the decoder of a code. */
function decoderOf({ slug, decoder }: TextGenerator): TextGenerator {
  const found = catalogue.get(decoder ?? '')
  assert.ok(found, `${slug} has no decoder`)
  return found
}

/** Returns a text after a code and its decoder. */
function thereAndBack(code: TextGenerator, text: string, language: Language = 'en'): string {
  return decoderOf(code).transform(code.transform(text, language), language)
}

/** Returns whether the output of a generator can be decoded. */
function canBeRead({ operations }: TextGenerator['data']): boolean {
  try {
    compileInverse('', operations, siblings, { signs: new Map(), codes: new Map(), alphabets: [] })
    return true
  } catch (error) {
    if (error instanceof DataError) return false
    throw error
  }
}

const isRead = ({ decoder }: TextGenerator): boolean => decoder !== undefined
const isOfNumbers = (code: TextGenerator): boolean => isRead(code) && has(code, 'encode')
/** Returns whether a code is one of escapes, which are read anywhere. */
const isEscape = ({ transform }: TextGenerator): boolean => /^[%&]/.test(transform('é', 'en'))
const isDecoder = ({ decodes }: TextGenerator): boolean => decodes !== undefined

const random = createRandom(0xdec0de)
const hostileTexts = [
  ...[...ordinaryTexts, ...ordinaryTexts.map((text) => text.normalize('NFD'))],
  ...[...emojiTexts, ...naughtyStrings, ...randomTexts],
  ...['', ' ', '\r\n\t', '\ufeff\u200b\u00ad', '\u{10fffd}\ue000', '𐍈𝄞𒀀', '\u0301\u200d', 'İıiI'],
]
/** What no decoder outputs: noncharacters, and controls other than tab, LF and CR. */
const unread = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/u

describe('every code', () => {
  law(
    'has a decoder if its output can be decoded',
    (generator) => claim(isRead(generator), () => 'it has no decoder; add one (generators/README.md)'),
    ({ data, slug }) =>
      data.category === 'coded' &&
      canBeRead(data) &&
      // Removing accents is not a code.
      ownMappings(catalogue.get(slug) ?? assert.fail(slug)).every(({ accents }) => !/none|strip/.test(accents) || slug === 'rot47'),
  )

  const decoders = generators.filter(({ slug, decodes, decoder }) => decodes ?? decoder === slug)
  testOf(decoders, 'is known to its decoder, or decodes itself', () => {
    for (const { slug, decodes } of generators.filter(isDecoder)) {
      assert.equal(catalogue.get(decodes ?? '')?.decoder, slug)
    }
    const own = generators.filter(({ slug, decoder }) => slug === decoder)
    for (const { transform } of own) {
      for (const text of ordinaryTexts) {
        assert.equal(transform(transform(text, 'en'), 'en').normalize('NFC'), text.normalize('NFC'))
      }
    }
    assert.ok(own.length >= 3)
  })

  law(
    'of bytes or code points returns exactly the text',
    (code) => {
      for (const text of hostileTexts) {
        if (!unread.test(text)) assertSame(thereAndBack(code, text), text, 'en', text)
      }
    },
    isOfNumbers,
  )

  law(
    'of bytes or code points returns the rest of a text around what cannot be decoded',
    (code) => {
      for (const point of ['\0', '\x1b', '\x7f', '\x85', '\ufffe']) {
        const output = thereAndBack(code, `né${point}!`)
        const isWhole = output === code.transform(`né${point}!`, 'en')
        claim(isWhole || /^né.*!$/s.test(output), () => `${show(point)}: ${show(output)}`)
        claim(!output.includes(point) || code.transform(point, 'en') === point, () => show(output))
      }
    },
    isOfNumbers,
  )

  law(
    'is read after a colon and in quotes, and stays among words',
    (code) => {
      const written = code.transform('secret message', 'en')
      const meant = thereAndBack(code, 'secret message')
      const given = (text: string): string => `The answer is: ${text}`
      const quoted = (text: string): string => `they wrote "${text}" today`
      for (const put of [given, quoted]) {
        assertSame(decoderOf(code).transform(put(written), 'en'), put(meant), 'en', put(written))
      }
      const inside = `they wrote ${written} today`
      assertSame(decoderOf(code).transform(inside, 'en'), inside, 'en', inside)
    },
    (code) => (isOfNumbers(code) || (isRead(code) && has(code, 'between'))) && !isEscape(code),
  )

  law(
    'returns words, in the case of its table, and words of other scripts as they are',
    (code) => {
      const keepsCase = thereAndBack(code, 'aB') === 'aB'
      for (const text of ['SOS', 'Hello World', 'ab c  de', ' x', 'one\ntwo', 'a\tb']) {
        const output = thereAndBack(code, text)
        const isRight = keepsCase ? output === text : output.toLowerCase() === text.toLowerCase()
        claim(isRight, () => `${show(text)} came back as ${show(output)}`)
      }
      // Letters without a code stay, perhaps with the separators of the code.
      const other = thereAndBack(code, 'Привет, 世界')
      claim(other.replace(/[^\p{L}]/gu, '') === 'Привет世界', () => show(other))
    },
    (code) => isRead(code) && !has(code, 'numerals'),
  )

  law(
    'returns each character, or one with the same code',
    (code) => {
      for (const language of languages) {
        for (const key of new Set(Object.values(pangrams).join(''))) {
          // In Morse, people write them between words.
          if (/[|\\]/.test(key)) continue
          const written = code.transform(`x${key}x`, language)
          // A character without a code keeps the blanks that are added around it.
          const output = thereAndBack(code, `x${key}x`, language)
          const isSame = output.toLowerCase().replace(/^x ?| ?x$/g, '') === key.toLowerCase()
          const isAlike = code.transform(output, language) === written
          claim(isSame || isAlike, () => `${language}, ${show(key)}: ${show(output)}`)
        }
      }
    },
    (code) => isRead(code) && !has(code, 'numerals'),
  )

  law(
    'returns texts of every language, except where two letters have the same code',
    (code) => {
      for (const language of languages) {
        const isCodeSign = (sign: string): boolean =>
          /[^\p{L}\s]/u.test(sign) && !has(code, 'between') && letterCodes.includes(sign)
        const letterCodes = code.transform('abcdefghijklmnopqrstuvwxyz', language)
        const letters = pangramOf(language).normalize('NFC').replace(/[0-9[\]{}^|`\\~$<>#&æÆ]/g, '')
        // Where ! is written for i, nothing shows that another one is a sign.
        const text = Array.from(letters, (sign) => (isCodeSign(sign) ? '' : sign)).join('')
        // Tap code has one sign for c and k.
        const [actual = '', expected = ''] = [thereAndBack(code, text, language), text].map(
          (one) =>
            Array.from(lettersOf(one, language), (letter) => code.transform(letter, language)).join(' '),
        )
        assertSame(actual, expected, language, text)
      }
    },
    (code) => isRead(code) && !has(code, 'numerals', 'move'),
  )

  law(
    'that moves letters returns words that it writes in the same way',
    (code) => {
      const text = pangramOf('en')
      const written = code.transform(text, 'en')
      assertSame(code.transform(thereAndBack(code, text), 'en'), written, 'en', text)
      claim(thereAndBack(code, 'the quick brown fox') === 'the quick brown fox', () => 'ambiguous')
    },
    (code) => isRead(code) && has(code, 'move'),
  )
})

/** Returns the letters of a text without case and accents, with i, oe, ae and ss for ı, œ, æ and ß. */
function lettersOf(text: string, language: Language): string {
  const capitals = borrow(text.toLocaleUpperCase(language), borrowedLetters)
  const bare = capitals.toUpperCase().normalize('NFD').replace(/\P{L}/gu, '')
  return bare.replace(/Œ/g, 'OE').replace(/Æ/g, 'AE')
}

describe('a decoder', () => {
  const texts = hostileTexts.filter((text) => !unread.test(text))
  const pair = (slug: string): TextGenerator => {
    const found = catalogue.get(slug)
    assert.ok(found)
    return found
  }

  const numbers = ['hexadecimal', 'base64', 'decimal', 'octal', 'binary'].map(pair)
  const both = numbers.flatMap((code) => [code, decoderOf(code)])
  testOf(both, 'reads what Node writes', () => {
    const written: ReadonlyArray<readonly [slug: string, write: (bytes: Buffer) => string]> = [
      ['hexadecimal', (bytes) => bytes.toString('hex').replace(/../g, '0x$& ').trim()],
      ['hexadecimal', (bytes) => bytes.toString('hex').replace(/../g, '\\x$&')],
      ['base64', (bytes) => bytes.toString('base64')],
      ['base64', (bytes) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')],
      ['base64', (bytes) => bytes.toString('base64url')],
      ['decimal', (bytes) => [...bytes].join(',')],
      ['octal', (bytes) => Array.from(bytes, (byte) => byte.toString(8)).join(' ')],
      ['binary', (bytes) => Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')],
    ]
    for (const [slug, write] of written) {
      for (const text of texts) {
        const read = decoderOf(pair(slug)).transform(write(Buffer.from(text)), 'en')
        assertSame(read, text, slug, text)
      }
    }
  })

  testOf(both, 'reads the bytes that TextDecoder accepts, and no others', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const bytes = [0x41, 0x7e, 0x80, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xa0, 0xed, 0x9f, 0xef, 0xf0, 0x90, 0xf4, 0x8f]
    for (let round = 0; round < 3_000; round++) {
      const some = Buffer.from(Array.from({ length: 1 + random(4) }, () => bytes[random(16)] ?? 0))
      const hex = some.toString('hex').replace(/..(?=.)/g, '$& ').toUpperCase()
      const read = decoderOf(pair('hexadecimal')).transform(hex, 'en')
      let text: string | undefined
      try {
        text = decoder.decode(some)
      } catch {
        text = undefined
      }
      if (text !== undefined && !unread.test(text)) assertSame(read, text, 'en', hex)
      else claim(/[0-9A-F]{2}/.test(read), () => `${hex} became ${show(read)}`)
    }
  })

  /** How programs write the characters of a text, its units of UTF-16 or its bytes of UTF-8. */
  type Unit = 'point' | 'unit' | 'byte'
  const notations: ReadonlyArray<readonly [of: Unit, write: (hex: string) => string]> = [
    ['byte', (hex) => `\\x${hex.padStart(2, '0')}`],
    ['byte', (hex) => `%${hex.padStart(2, '0')}`],
    ['byte', (hex) => `${hex.padStart(2, '0')} `],
    ['byte', (hex) => hex.padStart(2, '0')],
    ['byte', (hex) => `0x${hex.padStart(2, '0')} `],
    ['byte', (hex) => `${Number.parseInt(hex, 16)} `],
    ['byte', (hex) => `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`],
    ['unit', (hex) => `\\u${hex.padStart(4, '0')}`],
    ['unit', (hex) => `%u${hex.padStart(4, '0')}`],
    ['unit', (hex) => `U+${hex.padStart(4, '0')} `],
    ['unit', (hex) => `${hex.padStart(4, '0')} `],
    ['unit', (hex) => `&#${Number.parseInt(hex, 16)};`],
    ['unit', (hex) => `&#x${hex};`],
    ['unit', (hex) => `${Number.parseInt(hex, 16)} `],
    ['point', (hex) => `\\u{${hex}}`],
    ['point', (hex) => `\\U${hex.padStart(8, '0')}`],
    ['point', (hex) => `\\N{U+${hex}}`],
    ['point', (hex) => `U+${hex.padStart(4, '0')} `],
    ['point', (hex) => `&#${Number.parseInt(hex, 16)};`],
    ['point', (hex) => `&#x${hex};`],
    ['point', (hex) => `${Number.parseInt(hex, 16)} `],
  ]
  const partsOf = {
    point: (text: string) => Array.from(text, (one) => one.codePointAt(0) ?? 0),
    unit: (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    byte: (text: string) => [...Buffer.from(text)],
  }
  const decoders = generators.filter(({ slug, decodes = '' }) => {
    const code = catalogue.get(decodes)
    return slug === 'plain-text' || (code !== undefined && has(code, 'encode'))
  })
  testOf(decoders, 'reads the escapes of another decoder as a whole, or leaves them alone', () => {
    const read = new Set<string>()
    for (const [of, write] of notations) {
      for (const text of ['😄', 'niño 🎉', '𝓗𝓲!', '日本', 'Ünïcödé', 'ok']) {
        const parts = partsOf[of](text).map((part) => write(part.toString(16)))
        const plain = parts.join('').trim()
        const twice = plain.replaceAll('\\', '\\\\')
        // One part is missing at the end.
        const cut = parts.slice(0, -1).join('').trim()
        for (const { slug, transform } of decoders) {
          // Bare numbers are of one radix.
          const bare = /^(?:0*(ff)|255) ?$/.exec(write('ff'))
          const radix = bare?.[1] === undefined ? 'decimal' : 'hexadecimal'
          if (bare !== null && !slug.startsWith(radix)) continue
          for (const [written, meant] of [[plain, text], [twice, text], [cut, '']] as const) {
            const output = transform(written, 'en')
            if (output === meant) read.add(plain)
            const isPart = partsOf.unit(text).some((_, at) =>
              output.startsWith(text.slice(0, at)) && written.endsWith(output.slice(at).trim()))
            claim([written, meant].includes(output) || (meant === '' && isPart), () => {
              return `${slug}: ${written} became ${show(output)}`
            })
          }
        }
      }
    }
    assert.ok(read.size > 100, `${read.size} were read`)
  })

  law(
    'leaves ordinary texts and emoji as they are',
    ({ transform }) => {
      for (const text of [...ordinaryTexts, ...emojiTexts]) {
        if (!/[\d$]/.test(text)) assertSame(transform(text, 'en'), text, 'en', text)
      }
    },
    (decoder) => isDecoder(decoder) && !isCipher(decoder),
  )

  const alphabets = [
    ...['01 ', '0123456789abcdef ', '0123456789, ', '.-/ \n', '⠁⠃⠉⠙⠠⠨⠼⠐⠢⠄ ', '0123456789-'],
    ...['ⅠⅤⅩⅯⅿIVX ', 'abYZ+/=', 'U+\\x&#;u{}01fdFD8', '⇓⇙•-/ ', 'AlfaBrvoX-y/ '],
  ]
  const illFormed = [
    ...['\ud83d 41', 'F0 9F 98', '\\ud83d', 'ED A0 80', 'C0 80', 'F5 80 80 80', '/w==', '4pi='],
    ...['U+D800 U+110000 U+FFFF', '&#55296;&#1114112;&#0;', '11111111', '377 300', '255 254'],
  ]
  const noise = alphabets.map((letters) => randomText(random, 4_000, [...letters]))

  law(
    'never throws on noise, and returns well-formed texts without controls',
    ({ transform }) => {
      for (const text of [...noise, ...hostileTexts, ...illFormed]) {
        const output = transform(text, 'en')
        claim(output.isWellFormed() || !text.isWellFormed(), () => show(text))
        if (!unread.test(text)) claim(!unread.test(output), () => `${show(text)}: ${show(output)}`)
        claim(output.length <= 12 * text.length, () => `${show(text)} grew`)
      }
    },
    isDecoder,
  )
})

/** Returns whether a decoder changes ordinary letters, as its code does. */
function isCipher({ transform }: TextGenerator): boolean {
  return ['abcdefg', 'абвг'].some((text) => transform(text, 'en') !== text)
}
