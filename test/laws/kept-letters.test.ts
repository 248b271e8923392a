import { describe } from 'node:test'
import { isInvisible } from '../../lib/engine/text.ts'
import { claim, has, hasEffect, law } from '../support/laws.ts'
import { rounds } from '../support/rounds.ts'
import { assignedCharacters, show } from '../support/texts.ts'

const all = assignedCharacters()
  .filter((point) => /[\p{L}\p{M}]/u.test(point) && !isInvisible(point))

/** Those that another case or a normal form replaces, all marks, and some of the others. */
const tried = all.filter((point, at) => {
  if (/\p{M}/u.test(point)) return true
  const forms = [point.normalize('NFD'), point.toLowerCase(), point.toUpperCase()]
  const isOther = /\p{sc=Hang}/u.test(point) || forms.every((form) => form === point)
  return !isOther || at % rounds(50, 1) === 0
})

/** Texts of some of them each: a mark is on a letter that composes with none. */
const texts = Array.from({ length: Math.ceil(tried.length / 100) }, (_, at) => {
  const points = tried.slice(100 * at, 100 * (at + 1))
  const words = points.map((point) => (/\p{M}/u.test(point) ? `ဗ${point}` : point))
  return { points, text: words.join(' ') }
})

const titles = all.filter((point) => /\p{Lt}/u.test(point))

function casesOf(point: string): readonly string[] {
  const lower = point.toLowerCase()
  const upper = point.toUpperCase()
  const own = [point, lower, upper, lower.toUpperCase(), upper.charAt(0) + upper.slice(1).toLowerCase()]
  return [...own, ...titles.filter((one) => one.toLowerCase() === lower)]
}

describe('letters and marks', () => {
  law(
    'are never replaced by a style that does not replace letters',
    ({ transform }) => {
      for (const { points, text } of texts) {
        const output = transform(text, 'en')
        const [written, decomposed] = [new Set(output), new Set(output.normalize('NFD'))]
        const isWritten = (form: string): boolean => {
          // Composing leaves the ideographs of names.
          if (/\p{sc=Han}/u.test(form) && form.normalize('NFC') !== form) return written.has(form)
          return [...form.normalize('NFD')].every((part) => decomposed.has(part))
        }
        const lost = points.filter((point) => !casesOf(point).some(isWritten))
        claim(lost.length === 0, () => `${lost.length} are gone: ${lost.slice(0, 9).map(show).join(' ')}`)
      }
    },
    (generator) => {
      const isReplacing = hasEffect(generator, 'replaces') || has(generator, 'atop')
      return ['text', 'marks', 'frame'].includes(generator.data.layer) && !isReplacing
    },
  )
})
