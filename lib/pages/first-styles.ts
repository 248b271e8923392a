import { listedOf, popularOf } from '../catalogue/catalogue.ts'
import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'

/** Returns the styles of the first rows in a language: popular ones, and those for a nick. */
export function firstStyles(catalogue: Catalogue, language: Language) {
  const nicks = nickStylesOf(listedOf(catalogue))
  const popular = popularOf(catalogue).filter((generator) => !nicks.includes(generator))
  return { popular: wholeFirst(popular, language), nicks }
}

/** Returns further styles for the name of a player: letters in frames, and one that is not seen. */
function nickStylesOf(all: readonly TextGenerator[]): readonly TextGenerator[] {
  const wrapped = all.filter(({ data }) => data.kind === 'wrapped')
  const framed = [
    ...all.filter(({ data, file: { popular } }) => {
      return popular === undefined ? data.kind === 'nick' : data.kind === 'wrapped'
    }),
    ...wrapped.filter(({ file: { popular } }) => popular === undefined),
  ].slice(0, mostNicks)
  // Games refuse blanks that do not count as letters.
  const blank = all.find(({ data, example }) => data.kind === 'invisible' && /\p{L}/u.test(example))
  return framed.length > 0 && blank !== undefined ? [...framed, blank] : framed
}

/** With a blank name, they fill whole lines of two columns and of three. */
const mostNicks = 5

/** Puts those letters first that other styles lack in a language, and leave plain among others. */
function wholeFirst(all: readonly TextGenerator[], language: Language): readonly TextGenerator[] {
  const letters = lackedLetters.get(language)
  if (letters === undefined) return all
  const isWhole = ({ data, transform }: TextGenerator): boolean => {
    if (data.layer !== 'letters') return false
    const styled = transform([...letters].join(' '), language, 'plain')
    return ![...letters].some((letter) => styled.includes(letter))
  }
  const whole = all.filter(isWhole)
  return [...new Set([...whole, ...all])]
}

/** The letters of a language that many styles lack. */
const lackedLetters: ReadonlyMap<Language, string> = new Map([['tr', 'şığ']])
