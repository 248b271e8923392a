import { onText } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { oneOf } from '../fields.ts'
import { hideRuns } from '../keep.ts'
import { createSplitter, isPronoun, words } from '../meant-capitals.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import { clustersOf, compose, toNfc } from '../text.ts'

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
    const change: CaseStyle = (text, draft) => {
      return changeComposed(text, (composed) => styles[to](composed, draft))
    }
    return {
      isByLine: ['upper', 'lower', 'pascal', 'camel', 'inverse'].includes(to),
      compile: () => onText(['title', 'sentence'].includes(to) ? aroundRuns(change) : change),
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

/** Makes a style leave links, addresses, names and tags unchanged. */
function aroundRuns(change: CaseStyle): CaseStyle {
  return (text, draft) => {
    const hidden = hideRuns(text, ['links', 'names', 'tags'])
    return hidden === undefined ? change(text, draft) : hidden.show(change(hidden.text, draft))
  }
}

/**
 * Changes a text as composed, because Turkish casing treats a decomposed î as another letter. Words
 * that stay are copied as they were sent.
 */
function changeComposed(text: string, change: (composed: string) => string): string {
  const composed = withoutSecondDots(compose(text))
  // The capital of ΐ is three characters.
  const cased = withoutSecondDots(change(composed).replace(/\P{M}\p{M}+/gu, toNfc))
  // The one emoji that has another case.
  const hasMetro = composed.includes('Ⓜ\ufe0f') && !composed.includes('ⓜ\ufe0f')
  const changed = hasMetro ? cased.replaceAll('ⓜ\ufe0f', 'Ⓜ\ufe0f') : cased
  if (composed === text) return changed
  const [sent = [], before = [], after = []] = [text, composed, changed].map((one) => {
    return one.match(/\s+|\S+/gu) ?? []
  })
  return after.map((word, at) => (word === before[at] ? (sent[at] ?? word) : word)).join('')
}

/** Outside Turkish, the small letter of İ is i with a second dot, which is drawn on the first. */
function withoutSecondDots(text: string): string {
  return text.replace(/i\u0307(\p{M}*)/gu, (_letter, marks: string) => toNfc(`i${marks}`))
}

/** What is hidden (links, names, tags) can begin a sentence, too; initials are one word. */
const wordsAndObjects = new RegExp(
  `(?<![\\p{L}\\p{N}])\\p{Lu}(?:\\.\\p{Lu})+(?![\\p{L}\\p{N}])|${words.source}|\\ufffc`,
  'gu',
)

/** What is before a letter that begins no word: `colo(u)r`, `test(s)`. */
const withinWord = /\p{L}\p{M}*[([]$|[([]\p{L}{1,9}[)\]]$/u

function capitalizeWords(text: string, { language }: Draft): string {
  const partsOf = createSplitter(text, language)
  return text.replace(words, (word, index: number) =>
    partsOf(word)
      .map(({ part, isMeant }, at) => {
        if (isMeant) return part
        const isWithin = withinWord.test(text.slice(Math.max(0, index - 12), index))
        // O'Neal and L'Oréal are names, and Don'T is not.
        const isRaised = (at === 0 && !isWithin) || /^\p{Lu}\p{Ll}/u.test(part)
        return isRaised ? capitalize(part, language) : part.toLocaleLowerCase(language)
      })
      .join(''),
  )
}

function capitalize(word: string, language: string): string {
  return raiseFirst(word.toLocaleLowerCase(language), language)
}

function raiseFirst(word: string, language: string): string {
  const [letter = ''] = /^\p{L}\p{M}*/u.exec(word) ?? []
  return raiseIn(language)(letter) + word.slice(letter.length)
}

const raiseIn = memoize((language: string) => {
  return memoize((letter: string) => raise(letter, language), 1_000)
}, 20)

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
  if (/\p{sc=Geor}/u.test(base)) return lower
  const upper = letter.toLocaleUpperCase(language)
  // The capital form of ß and ﬁ is two letters.
  return upper.replace(/(?<=\p{Lu})\p{L}+/u, (rest) => rest.toLocaleLowerCase(language))
}

function capitalizeSentences(text: string, { language }: Draft): string {
  const partsOf = createSplitter(text, language)
  let output = ''
  let end = 0
  let wasInitial = false
  for (const { 0: word, index } of text.matchAll(wordsAndObjects)) {
    const gap = text.slice(end, index)
    // After an abbreviation such as p.m. a small letter may be right.
    const isOpen = wasInitial && /^\.[^\S\n]*$/.test(gap) && /^\p{Ll}/u.test(word)
    const isStart = end === 0 || (sentenceEnd.test(gap) && !isOpen)
    const isRaised = isStart || isPronoun(word, language)
    output += gap.toLocaleLowerCase(language)
    for (const [at, { part, isMeant }] of partsOf(word).entries()) {
      if (isMeant) output += part
      else if (isRaised && at === 0) output += capitalize(part, language)
      else output += part.toLocaleLowerCase(language)
    }
    wasInitial = (gap === '.' && /^\p{L}$/u.test(word)) || word.includes('.')
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
