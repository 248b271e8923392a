import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { isRightToLeft } from '../../lib/engine/right-to-left.ts'
import { graphemeClusters } from '../../lib/engine/graphemes.ts'
import { countCodePoints, precomposedLetters } from '../../lib/engine/text.ts'
import {
  accentedTexts,
  assertSame,
  claim,
  compileWithoutWraps,
  forEachOutput,
  has,
  hasEffect,
  hasOnly,
  isCode,
  isMapOnly,
  isSeeded,
  languagesOf,
  law,
  ordinaryTexts,
  outputsOf,
  texts,
} from '../support/laws.ts'
import { naughtyStrings, pangramOf, pangrams, show } from '../support/texts.ts'

describe('output', () => {
  // Only letters: ≠ stays as it is, even if a style changes = and U+0338.
  const composedLetters = [...ordinaryTexts, ...naughtyStrings]
    .map((text) => text.normalize('NFC').replace(/\p{S}/gu, ''))
    .filter((text) => text !== text.normalize('NFD'))
    .join('\n')
  const letters = [...precomposedLetters().keys()].filter((letter) => letter < '\u0180')
  // Each grows most in some style: short lines, long numbers, characters that decompose.
  const growing = ['a', 'A ', '9', '3888 ', '\n', 'es ', 'W\n', 'ǖ\u0323', 'ΐ', '\ufb2c', '\u0958', '\u{10ffff}']
    .map((unit) => unit.repeat(200))

  law('depends on the locale only through letters that locales treat differently', (generator) => {
    const own = languagesOf(generator)
    for (const text of Object.values(pangrams)) {
      const expected = outputsOf(generator, 'en')[texts.indexOf(text)] ?? ''
      for (const language of languages) {
        if (language !== 'en' && own.includes(language)) continue
        assertSame(generator.transform(text, language), expected, language, text)
      }
    }
  })

  law('is well-formed if the input is', (generator) => {
    forEachOutput(generator, (output, text, language) => {
      claim(output.isWellFormed(), () => `${language}, ${show(text)}: ${show(output)}`)
    })
  })

  law('exists even for lone surrogates and stray marks', (generator) => {
    const strays = ['\ud83d', '\ude00a', 'a\ud800b\n\udfff', '\u0301', '\u200d\ufe0f', '\u0600']
    for (const text of strays) {
      for (const language of languages) {
        assert.equal(typeof generator.transform(text, language), 'string')
      }
    }
  })

  law('has at most 64 code points for each of the input, and 160 more', (generator) => {
    const check = (output: string, text: string, language: Language): void => {
      const [from, to] = [countCodePoints(text), countCodePoints(output)]
      claim(to <= 64 * from + 160, () => `${language}, ${show(text)}: ${from} became ${to}`)
    }
    forEachOutput(generator, check)
    for (const language of languagesOf(generator)) {
      for (const text of growing) check(generator.transform(text, language), text, language)
    }
  })

  law('is the same when made again', (generator) => {
    // The last locale does all that the others do and, in some styles, changes other letters.
    for (const language of languagesOf(generator).slice(-1)) {
      const made = outputsOf(generator, language)
      accentedTexts.forEach((text) => {
        const expected = made[texts.indexOf(text)] ?? ''
        assertSame(generator.transform(text, language), expected, language, text)
      })
    }
  })

  law('is in NFC if the input is, unless marks get a new base', (generator) => {
    const isBase = has(generator, 'reverse') || /\p{M}$/u.test(generator.transform('', 'en'))
    const fuses = isBase ? /^\p{M}/mu : /$^/
    forEachOutput(generator, (output, text, language) => {
      if (text !== text.normalize('NFC')) return
      // A map alone cannot reorder what it has decomposed: é͚ becomes 𝐞, U+0301, U+035A.
      if (isMapOnly(generator) && /[\p{L}\p{N}]\p{M}/u.test(text)) return
      // A decoder returns the text as it was, and so does plain-text for escapes.
      if (has(generator, 'decode') || (has(generator, 'restore') && /\\x|&#|%/.test(text))) return
      // A mark that has no base in its line gets one when the line is reversed or wrapped.
      if (fuses.test(text)) return
      assertSame(output, output.normalize('NFC'), language, text)
    })
  })

  law(
    'is canonically equivalent for equivalent inputs',
    (generator) => {
      for (const language of languagesOf(generator).slice(-1)) {
        const composed = generator.transform(composedLetters, language)
        const apart = generator.transform(composedLetters.normalize('NFD'), language)
        assertSame(apart.normalize('NFC'), composed.normalize('NFC'), language, composedLetters)
      }
    },
    (generator) => !has(generator, 'encode'),
  )

  // Soft hyphen, zero width space, direction marks, word joiner, byte order mark, fillers, controls.
  const unseen = [...'\u00ad\u061c\u115f\u180e\u200b\u200e\u200f\u2060\u2064\u3164\ufeff\uffa0\0\u0007\u001b\u0086']

  const inRuns = ['A|B c', 'A|Bc', 'b|A', 'AB|C', 'X|2', '1|2', '12|3.5', 'T|R', 'aA|é', 'o|o']

  law(
    'neither decorates an invisible character nor separates it from its neighbours',
    (generator) => {
      const blank = generator.transform('a', 'en')
      for (const point of unseen.filter((one) => one !== blank)) {
        for (const text of ['a|b c', 'ab |c', '|ab c', ...(has(generator, 'decode') ? [] : inRuns)]) {
          const output = generator.transform(text.replaceAll('|', point), 'en')
          // Before the first letter, a direction mark turns the signs of frames.
          if (/[\u061c\u200f]/.test(point) && isRightToLeft(output)) continue
          // Letters that look like a blank become one.
          if (/[\u3164\uffa0]/.test(point) && has(generator, 'clean')) continue
          const expected = generator.transform(text.replaceAll('|', ''), 'en')
          assertSame(output.replaceAll(point, ''), expected, 'en', show(text.replaceAll('|', point)))
        }
      }
    },
    (generator) => !has(generator, 'encode') && !isSeeded(generator),
  )

  const digits = [...'0123456789']

  law(
    'has no plain digit in a number if the style changes each digit alone',
    (generator) => {
      const transform = compileWithoutWraps(generator)
      for (const number of ['2026', '007', '3.14', '1,234', '10:30', '9876543210']) {
        // There is no 0 in parentheses.
        const output = transform(number, 'en').replaceAll('(0)', '')
        const left = graphemeClusters(output).filter((cluster) => digits.includes(cluster))
        claim(left.length === 0, () => `${number} became ${show(output)}; map 0-9, too`)
      }
    },
    (generator) => {
      const transform = compileWithoutWraps(generator)
      const outputs = digits.map((digit) => transform(digit, 'en'))
      const isEach = isSeeded(generator)
        ? outputs.some((output) => !digits.includes(output))
        : outputs.every((output) => !digits.includes(output))
      // Some styles leave letters plain in turn.
      const published = generator.data.operations.map((one) => one.published('en', 'styled'))
      const isInTurn = JSON.stringify(published).includes('"plain"')
      return isEach && !isInTurn && !isCode(generator) && hasEffect(generator, 'replaces')
    },
  )

  law(
    'has no separator or bracket next to punctuation',
    (generator) => {
      for (const text of ['¡ab!', '«ab»', '(ab)', '“ab.”', 'ab?', 'ab, …', "a'b", 'a-b']) {
        const pieces = text.match(/\p{P}+|[^\p{P}]+/gu) ?? []
        const expected = pieces.map((piece) => generator.transform(piece, 'en')).join('')
        assertSame(generator.transform(text, 'en'), expected, 'en', text)
      }
    },
    (generator) =>
      hasOnly(generator, 'between', 'around') && !/^ab$|\s/.test(generator.transform('ab', 'en')),
  )

  law(
    'begins each sentence with a capital if it does so in English',
    ({ transform }) => {
      for (const language of languages) {
        for (const letter of pangramOf(language).toLocaleLowerCase(language).match(/\p{Ll}/gu) ?? []) {
          const capital = letter.toLocaleUpperCase(language)
          for (const text of [`${letter}b ${letter}b. «${letter}b`, `¡${capital}B C!\n${letter}b`]) {
            const output = transform(text.normalize('NFD'), language).normalize('NFC')
            const first = output.match(/(?<=^\P{L}?|\. «)\p{L}/gmu) ?? []
            claim(first.every((one) => one === capital), () => `${language}, ${text}: ${output}`)
          }
        }
      }
    },
    ({ transform }) => transform('ab cd. ef', 'en') === 'Ab cd. Ef',
  )

  law(
    'has no second dot on the small i of İ, whatever the locale',
    (generator) => {
      for (const language of languages) {
        for (const text of ['İyi', 'İSTANBUL', 'DİYARBAKIR'.normalize('NFD'), 'iİ', 'Ğİ. İz']) {
          const output = generator.transform(text, language).normalize('NFC')
          claim(!/i\u0307/.test(output), () => `${language}, ${text} became ${show(output)}`)
        }
      }
    },
    (generator) => !hasEffect(generator, 'marks'),
  )

  law(
    'keeps a decomposed letter if it keeps the composed one',
    (generator) => {
      for (const letter of letters) {
        if (generator.transform(letter, 'en') !== letter) continue
        const decomposed = letter.normalize('NFD')
        assertSame(generator.transform(decomposed, 'en'), decomposed, 'en', letter)
      }
    },
    (generator) => !has(generator, 'encode'),
  )
})
