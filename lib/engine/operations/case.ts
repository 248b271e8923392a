import { onText } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { oneOf } from '../fields.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import { clustersOf, isInvisible, isLineBreak, isSpace, toNfc } from '../text.ts'

/** `case`: changes the case of letters, by the rules of the language. */
export const changeCase = defineOperation(
  {
    to: oneOf(
      ...(['upper', 'lower', 'title', 'sentence', 'pascal', 'camel'] as const),
      ...(['inverse', 'alternating', 'random'] as const),
    ),
  },
  ({ to }) => {
    const change: CaseStyle = styles[to]
    return {
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

/** Letters, digits and apostrophes, with invisible characters between them. */
const words =
  /(?!\p{DI})[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}'’\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*/gu

function capitalizeWords(text: string, { language }: Draft): string {
  const stays = staysCapital(text)
  return text.replace(words, (word) => (stays(word) ? word : capitalize(word, language)))
}

/** Returns whether a word keeps its capitals: USA does in a text with small letters. */
function staysCapital(text: string): (word: string) => boolean {
  const hasSmall = /\p{Ll}/u.test(text)
  return (word) => hasSmall && /\p{Lu}\P{L}*\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word)
}

function capitalize(word: string, language: string): string {
  const [first = ''] = /^\p{L}\p{M}*/u.exec(word) ?? []
  const rest = word.toLocaleLowerCase(language).slice(first.toLocaleLowerCase(language).length)
  return raise(first, language) + rest
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

// A state machine, because a regular expression that looks for the next letter is cubic.
function capitalizeSentences(text: string, { language }: Draft): string {
  let output = ''
  let isStart = true
  let isEnded = false
  for (const point of lowerWords(text, language)) {
    const isLetter = /\p{L}/u.test(point) && !isInvisible(point)
    output += isStart && isLetter ? raise(point, language) : point
    if (isLetter || /\p{N}/u.test(point)) isStart = false
    else if (isLineBreak(point) || (isEnded && isSpace(point))) isStart = true
    // A closing bracket or quotation mark may come between the full stop and the space.
    isEnded = /[.!?…]/.test(point) || (isEnded && /[\p{Pe}\p{Pf}"']/u.test(point))
  }
  return output
}

function lowerWords(text: string, language: string): string {
  const stays = staysCapital(text)
  let output = ''
  let end = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!stays(word)) continue
    output += text.slice(end, index).toLocaleLowerCase(language) + word
    end = index + word.length
  }
  return output + text.slice(end).toLocaleLowerCase(language)
}

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
    let turn = 0
    let output = ''
    for (const cluster of clustersOf(text)) {
      const { lower, upper } = casesOf(cluster)
      if (lower === upper) output += cluster
      else output += isUpper(turn++, draft, cluster, lower) ? upper : lower
    }
    return output
  }
}
