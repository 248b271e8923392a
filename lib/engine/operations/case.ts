import { onText } from '../draft.ts'
import { oneOf } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { toNfc } from '../normal-form.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import type { Draw } from '../seeded-random.ts'
import { graphemeClusters, isLineBreak, isSpace } from '../text.ts'

/** Reads `case`: changes the case of letters, by the rules of the requested language. */
export function readCase(fields: Fields): Operation {
  const { to } = fields.read({
    to: oneOf('upper', 'lower', 'title', 'sentence', 'inverse', 'alternating', 'random'),
  })
  const change: CaseStyle = styles[to]
  return {
    ...withoutMappings,
    type: 'case',
    effect: 'rewrites',
    compile: () =>
      onText((text, { language, draw }) =>
        composeMarks(change(composeMarks(text), language, draw)),
      ),
    // The capital form of ΐ has three code points.
    growth: () => ({ factor: 3, added: 0 }),
    toJSON: () => ({ type: 'case', to }),
  }
}

type CaseStyle = (text: string, language: string, draw: Draw) => string

const styles = {
  upper: (text: string, language: string) => text.toLocaleUpperCase(language),
  lower: (text: string, language: string) => text.toLocaleLowerCase(language),
  title: capitalizeWords,
  sentence: (text: string, language: string) =>
    capitalizeSentences(text.toLocaleLowerCase(language), language),
  inverse: (text: string, language: string) =>
    eachLetter(text, language, (lower, upper, letter) => (letter === lower ? upper : lower)),
  alternating: alternate,
  random: (text: string, language: string, draw: Draw) =>
    eachLetter(text, language, (lower, upper) => (draw(2) === 0 ? lower : upper)),
} as const satisfies Record<string, CaseStyle>

// Turkish casing takes î and its decomposed form for different letters, and ΐ falls apart.
function composeMarks(text: string): string {
  return text.replace(/\P{M}\p{M}+/gu, toNfc)
}

function capitalizeWords(text: string, language: string): string {
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => capitalize(word, language))
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

function alternate(text: string, language: string): string {
  let count = 0
  return eachLetter(text, language, (lower, upper) => (count++ % 2 === 0 ? lower : upper))
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
