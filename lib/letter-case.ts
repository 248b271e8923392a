import type { CaseStyle } from './generator.ts'
import type { Draw } from './random.ts'
import { graphemeClusters } from './text.ts'

/** `text` in the case style, with the casing rules of `language` (a tag such as `tr`). */
export function changeCase(text: string, to: CaseStyle, language: string, draw: Draw): string {
  switch (to) {
    case 'upper':
      return text.toLocaleUpperCase(language)
    case 'lower':
      return text.toLocaleLowerCase(language)
    case 'title':
      return text.replace(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, (word) => capitalize(word, language))
    case 'sentence':
      return text
        .toLocaleLowerCase(language)
        .replace(sentenceStart, (start) => start.toLocaleUpperCase(language))
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

const sentenceStart = /(?:^|[.!?…]\s+|\n\s*)\P{L}*?\p{L}/gu

function capitalize(word: string, language: string): string {
  const [first = ''] = word
  return first.toLocaleUpperCase(language) + word.slice(first.length).toLocaleLowerCase(language)
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
