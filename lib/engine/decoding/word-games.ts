import { textOf } from '../draft.ts'
import type { Draft, Step } from '../draft.ts'
import type { WordGame } from '../inverse.ts'
import { normalize, toNfc } from '../text.ts'
import { otherLetter } from './code-lines.ts'
import { isCommon } from './likely-words.ts'

const wordPattern = /\p{L}[\p{L}\p{M}]*(?:['’][\p{L}\p{M}]+)*/gu

/**
 * Returns a step that reads a language game, such as hopolapa for hola: the words of a text most of
 * whose words the game itself would write. Other words stay.
 */
export function createGameReader(game: WordGame, encode: Step): Step {
  const guess = guesses[game.kind](game)
  const hasVowel = new RegExp(`[${game.letters}]`, 'i')
  return (draft) => {
    const text = textOf(draft)
    const words = text.match(wordPattern) ?? []
    if (otherLetter.test(text)) return
    const guessed = words.map(guess)
    const copy: Draft = { ...draft, text: guessed.join('\n'), cells: undefined }
    encode(copy)
    const written = textOf(copy).split('\n')
    const areRight = words.map((word, at) => {
      const isOther = others[game.kind]?.(bare(guessed[at] ?? ''), bare(word)) === true
      return isOther || bare(written[at] ?? '') === bare(word)
    })
    const count = areRight.filter((isRight, at) => isRight && guessed[at] !== words[at]).length
    const counted = words.filter((word) => hasVowel.test(word)).length
    if (count === 0 || count * 3 < counted * 2) return
    let at = 0
    draft.text = text.replace(wordPattern, (word) => {
      const plain = guessed[at]
      return areRight[at++] === true && plain !== undefined ? plain : word
    })
  }
}

/** Returns a word without case and accents: others leave these out in what they add. */
function bare(word: string): string {
  return normalize(word, 'NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
}

/** Returns whether others would write a plain word so. */
const others: Partial<Record<WordGame['kind'], (plain: string, written: string) => boolean>> = {
  echo: (plain, written) =>
    written.length - plain.length === 2 * (plain.match(/[aeiou]+/g) ?? []).length,
  move: (plain, written) =>
    /^[aeiou]/.test(plain) && [`${plain}yay`, `${plain}ay`].includes(written),
}

/** What is most likely to have been written as a word, by the kind of game. */
const guesses: Readonly<Record<WordGame['kind'], (game: WordGame) => (word: string) => string>> = {
  /** Removes text before each run of letters that count. */
  insert: ({ letters, text }) => {
    const added = new RegExp(`(${text})([${letters}\\p{M}]+)`, 'giu')
    return (word) =>
      fromNfd(word, (parts) =>
        parts.replace(added, (_, own: string, run: string) => inCaseOf(own, run)),
      )
  },
  /** Removes text after each letter that counts or its syllable, and the letter that follows. */
  echo: ({ letters, text }) => {
    const [letter, end] = [`([${letters}])(\\p{M}*)`, `([^${letters}\\P{L}]{0,2})`]
    const echoed = new RegExp(letter + end + text + letter, 'giu')
    return (word) =>
      fromNfd(word, (parts) =>
        parts.replace(echoed, (written: string, ...found: readonly string[]) => {
          const [letter = '', marks = '', end = '', echo = ''] = found
          if (bare(letter) !== bare(echo)) return written
          return letter + marks + end
        }),
      )
  },
  /** Moves letters from the end of a word, before what follows them, to its start. */
  move: ({ letters, text, unmoved = '' }) => {
    const vowel = new RegExp(`[${letters}]`, 'i')
    return (word) => {
      const small = word.toLowerCase()
      const stem = small.endsWith(text) ? word.slice(0, -text.length) : ''
      if (stem === '') return word
      const whole = small.endsWith(unmoved) ? [word.slice(0, -unmoved.length)] : []
      const moved = [1, 2, 3, 4].flatMap((count) => {
        const onset = stem.slice(-count)
        const isConsonant = onset === 'y' || !vowel.test(bare(onset))
        const isOnset = count === 1 ? isConsonant : onsets.test(onset.toLowerCase())
        return isOnset && count < stem.length ? [inCaseOf(stem, onset + stem.slice(0, -count))] : []
      })
      const found = vowel.test(bare(stem)) ? [...whole, ...moved.toReversed()] : [stem]
      // Others write isyay for is, and appleay.
      const other = /^[aeiou]/i.test(stem) ? stem.replace(/y$/i, '') : undefined
      const isOther = /yay$/.test(small) || found.length === 0
      const all = isOther && other !== undefined ? [...found, other] : found
      return all.find(isCommon) ?? (isOther ? all.at(-1) : all[0]) ?? word
    }
  },
}

function fromNfd(word: string, change: (parts: string) => string): string {
  const parts = normalize(word, 'NFD')
  const changed = change(parts)
  return changed === parts ? word : toNfc(changed)
}

/** Writes a text with a capital first, or in capitals, as another one is. */
function inCaseOf(own: string, text: string): string {
  const [[first = ''], [initial = '']] = [own, text]
  const isCapital = first !== first.toLowerCase()
  if (!isCapital) return text.toLowerCase()
  if (own === own.toUpperCase()) return text.toUpperCase()
  return initial.toUpperCase() + text.slice(initial.length).toLowerCase()
}

/** Groups of consonants with which English words begin. */
const onsets =
  /^(?:[bcfgps]l|[bcdfgptw]r|[cgprstw]h|[cpst]hr|s[ckmnptw]|s(?:ch|cr|ph|pl|pr|tr|qu)|kn|ps|qu|tw)$/
