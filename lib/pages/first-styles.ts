import { listedOf, popularOf } from '../catalogue/catalogue.ts'
import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import type { Turn } from '../http/turn.ts'

/** The styles of the first rows in a language: popular ones, and those for a nick. */
export interface FirstStyles {
  readonly popular: readonly TextGenerator[]
  readonly nicks: readonly TextGenerator[]
}

/** Finds the styles of the first rows in a language. Some are compiled for that, in turns. */
export async function findFirstStyles(
  catalogue: Catalogue,
  language: Language,
  turn: Turn,
): Promise<FirstStyles> {
  const nicks = nickStylesOf(listedOf(catalogue))
  const popular = popularOf(catalogue).filter((generator) => !nicks.includes(generator))
  return { popular: await wholeFirst(popular, language, turn), nicks }
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
async function wholeFirst(
  all: readonly TextGenerator[],
  language: Language,
  turn: Turn,
): Promise<readonly TextGenerator[]> {
  const letters = lackedLetters.get(language)
  if (letters === undefined) return all
  const whole: TextGenerator[] = []
  for (const generator of all) {
    if (generator.data.layer !== 'letters') continue
    const styled = generator.transform([...letters].join(' '), language, 'plain')
    if (![...letters].some((letter) => styled.includes(letter))) whole.push(generator)
    if (turn.isOver) await turn.next()
  }
  return [...new Set([...whole, ...all])]
}

/** The letters of a language that many styles lack. */
const lackedLetters: ReadonlyMap<Language, string> = new Map([['tr', 'şığ']])
