import type { CaseStyle } from './generator.ts'
import type { Draw } from './seeded-random.ts'
import { graphemeClusters, isLineBreak, isSpace } from './text.ts'

/** `text` in the case style, with the casing rules of `language` (a tag such as `tr`). */
export function changeCase(text: string, to: CaseStyle, language: string, draw: Draw): string {
  switch (to) {
    case 'upper':
      return text.toLocaleUpperCase(language)
    case 'lower':
      return text.toLocaleLowerCase(language)
    case 'title':
      return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) =>
        capitalize(word, language),
      )
    case 'sentence':
      return capitalizeSentences(text.toLocaleLowerCase(language), language)
    case 'inverse':
      return eachLetter(text, language, (lower, upper, letter) =>
        letter === lower ? upper : lower,
      )
    case 'random':
      return eachLetter(text, language, (lower, upper) => (draw(2) === 0 ? lower : upper))
    case 'alternating': {
      let count = 0
      return eachLetter(text, language, (lower, upper) => (count++ % 2 === 0 ? lower : upper))
    }
  }
}

function capitalize(word: string, language: string): string {
  const lower = word.toLocaleLowerCase(language)
  const [first = ''] = /^\p{L}\p{M}*/u.exec(word) ?? []
  const rest = lower.slice(first.toLocaleLowerCase(language).length)
  return first.toLocaleUpperCase(language) + rest
}

// A state machine, because a regular expression that looks for the next letter is cubic.
function capitalizeSentences(text: string, language: string): string {
  let output = ''
  let isStart = true
  let isEnded = false
  for (const point of text) {
    const isLetter = /\p{L}/u.test(point)
    output += isStart && isLetter ? point.toLocaleUpperCase(language) : point
    if (isLetter || /\p{N}/u.test(point)) isStart = false
    else if (isLineBreak(point) || (isEnded && isSpace(point))) isStart = true
    // A closing bracket or quotation mark may stand between the full stop and the space.
    isEnded = /[.!?…]/.test(point) || (isEnded && /[\p{Pe}\p{Pf}"']/u.test(point))
  }
  return output
}

function eachLetter(
  text: string,
  language: string,
  choose: (lower: string, upper: string, letter: string) => string,
): string {
  let output = ''
  for (const cluster of graphemeClusters(text)) {
    const lower = cluster.toLocaleLowerCase(language)
    const upper = cluster.toLocaleUpperCase(language)
    output += lower === upper ? cluster : choose(lower, upper, cluster)
  }
  return output
}
