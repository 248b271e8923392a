import { onText } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { oneOf } from '../fields.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import { clustersOf, toNfc } from '../text.ts'

/** `case`: changes the case of letters, by the rules of the language. */
export const changeCase = defineOperation(
  { layer: 'text', kind: 'case' },
  {
    to: oneOf(
      ...(['upper', 'lower', 'title', 'sentence', 'pascal', 'camel'] as const),
      ...(['inverse', 'alternating', 'random'] as const),
    ),
  },
  ({ to }) => {
    const change: CaseStyle = styles[to]
    return {
      isByLine: ['upper', 'lower', 'pascal', 'camel', 'inverse'].includes(to),
      compile: () =>
        onText((text, draft) => {
          const composed = composeMarks(text)
          const changed = composeMarks(change(composed, draft))
          return changed === composed ? text : changed
        }),
    }
  },
)

type CaseStyle = (text: string, draft: Draft) => string

const styles = {
  upper: (text: string, { language }: Draft) => text.toLocaleUpperCase(language),
  lower: (text: string, { language }: Draft) => text.toLocaleLowerCase(language),
  title: capitalizeWords,
  sentence: capitalizeSentences,
  pascal: capitalizeLines(false),
  camel: capitalizeLines(true),
  inverse: eachLetter((_turn, _draft, letter, lower) => letter === lower),
  alternating: eachLetter((turn) => turn % 2 === 1),
  random: eachLetter((_turn, { draw }) => draw(2) === 1),
} as const satisfies Record<string, CaseStyle>

// Turkish casing treats a decomposed î as another letter, and the capital of ΐ is three characters.
// Outside Turkish, the small letter of İ is i with a second dot, which is drawn on the first.
function composeMarks(text: string): string {
  return text
    .replace(/\P{M}\p{M}+/gu, toNfc)
    .replace(/i\u0307(\p{M}*)/gu, (_letter, marks: string) => toNfc(`i${marks}`))
}

/**
 * Letters, digits and apostrophes, with invisible characters between them, and the dots within
 * words (`col·lecció`). https://www.unicode.org/reports/tr29/#MidLetter
 */
const words = new RegExp(
  [
    '(?!\\p{DI})[\\p{L}\\p{N}]',
    "(?:[\\p{L}\\p{M}\\p{N}\\p{Cf}'’\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]",
    '|[‘＇·\\u0387\\u055a-\\u055f\\u05f3\\u05f4\\u2027](?=\\p{L}))*',
  ].join(''),
  'gu',
)

function capitalizeWords(text: string, { language }: Draft): string {
  const stays = staysCapital(text, language)
  return text.replace(words, (word) => {
    if (stays(word)) return word
    // O'Neal and L'Oréal are names, and Don'T is not.
    const parts = word.split(/(?<=['’])(?=\p{Lu}\p{Ll})/u)
    return parts.map((part) => capitalize(part, language)).join('')
  })
}

/**
 * Returns whether a word keeps its capitals: USA, and the C of vitamin C, do beside small letters.
 */
function staysCapital(text: string, language: string): (word: string) => boolean {
  const hasSmall = /\p{Ll}/u.test(text)
  return (word) => {
    if (!hasSmall || /\p{Ll}/u.test(word) || isPronoun(word, language)) return false
    return /\p{Lu}[\P{L}\p{DI}]*\p{Lu}|^[B-DF-HJ-NP-TV-XZ]$/u.test(word)
  }
}

/** Returns whether a word is the English I, alone or in I'm and I'll; a small i stays as it is. */
function isPronoun(word: string, language: string): boolean {
  return language === 'en' && /^I(?:['’]|$)/.test(word)
}

function capitalize(word: string, language: string): string {
  return raiseFirst(word.toLocaleLowerCase(language), language)
}

function raiseFirst(word: string, language: string): string {
  return word.replace(/^\p{L}\p{M}*/u, (letter) => raise(letter, language))
}

/** Letters whose title case is not their capital: ǅ of ǆ, ᾼ of ᾳ. */
const titleLetters: ReadonlyMap<string, string> = new Map(
  [...'ǅǈǋǲᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ'].map((letter) => [letter.toLowerCase(), letter]),
)

/**
 * Returns a letter, with its marks, as it begins a word.
 * https://www.unicode.org/reports/tr44/#Titlecase_Mapping
 */
function raise(letter: string, language: string): string {
  const lower = letter.toLocaleLowerCase(language)
  const [base = ''] = lower
  const title = titleLetters.get(base)
  if (title !== undefined) return title + lower.slice(base.length)
  // Georgian only capitalizes whole words.
  if (/\p{Script=Georgian}/u.test(base)) return lower
  const upper = letter.toLocaleUpperCase(language)
  // The capital form of ß and ﬁ is two letters.
  return upper.replace(/(?<=\p{Lu})\p{L}+/u, (rest) => rest.toLocaleLowerCase(language))
}

function capitalizeSentences(text: string, { language }: Draft): string {
  const stays = staysCapital(text, language)
  let output = ''
  let end = 0
  let wasInitial = false
  for (const { 0: word, index } of text.matchAll(words)) {
    const gap = text.slice(end, index)
    // After an abbreviation such as p.m. a small letter may be right.
    const isOpen = wasInitial && /^\.[^\S\n]*$/.test(gap) && /^\p{Ll}/u.test(word)
    const isStart = end === 0 || (sentenceEnd.test(gap) && !isOpen)
    const changed = stays(word) ? word : word.toLocaleLowerCase(language)
    const isRaised = isStart || isPronoun(word, language)
    output += gap.toLocaleLowerCase(language) + (isRaised ? raiseFirst(changed, language) : changed)
    wasInitial = gap === '.' && /^\p{L}$/u.test(word)
    end = index + word.length
  }
  return output + text.slice(end).toLocaleLowerCase(language)
}

/** A closing bracket or quotation mark may come between the full stop and the blank. */
const sentenceEnd = /[.!?…][\p{Pe}\p{Pf}"']*\p{White_Space}|[\n\v\f\r\x85\u2028\u2029]/u

/** Makes a style that capitalizes the words of each line, or all but the first. */
function capitalizeLines(isFirstLower: boolean): CaseStyle {
  return (text, { language }) =>
    text.replace(/.+/g, (line) => {
      let isLower = isFirstLower
      return line.replace(words, (word) => {
        const changed = isLower ? word.toLocaleLowerCase(language) : capitalize(word, language)
        isLower = false
        return changed
      })
    })
}

/** Makes a style that chooses the case of each letter; `turn` counts the letters. */
function eachLetter(
  isUpper: (turn: number, draft: Draft, letter: string, lower: string) => boolean,
): CaseStyle {
  return (text, draft) => {
    const { language } = draft
    const casesOf = memoize((cluster: string) => ({
      lower: cluster.toLocaleLowerCase(language),
      upper: cluster.toLocaleUpperCase(language),
    }))
    const finals = new Set(Array.from(text.matchAll(finalSigma), ({ index }) => index))
    let turn = 0
    let start = 0
    let output = ''
    for (const cluster of clustersOf(text)) {
      const { lower, upper } = casesOf(cluster)
      if (lower === upper) output += cluster
      else if (isUpper(turn++, draft, cluster, lower)) output += upper
      else output += finals.has(start) ? `ς${lower.slice(1)}` : lower
      start += cluster.length
    }
    return output
  }
}

/** The small letter of Σ differs at the end of a word. (Unicode, 3.13, Final_Sigma) */
const finalSigma = /Σ(?<=\p{Cased}\p{CI}*Σ)(?!\p{CI}*\p{Cased})/gu
