import { make } from './page.ts'

/** What the search shows beside styles. Words are without accents, and separated by blanks. */
export interface Hints {
  /** Words for signs, and the page that has them, with the text of a link to it. */
  readonly signs: string
  readonly page: string
  readonly link: string
  /** Names of what Unicode lacks, and a sentence about it. */
  readonly lacking: string
  readonly lacks: string
}

/**
 * Creates a function that returns a sentence if Unicode lacks what is asked for, or a link to the
 * page of signs if it may have it.
 */
export function createHint(
  { signs, page, link, lacking, lacks }: Hints,
  createTest: (words: string) => (text: string) => boolean,
): (asked: string) => HTMLElement | undefined {
  const [isLacking, isSign] = [createTest(lacking), createTest(signs)]
  return (asked) => {
    if (isLacking(asked)) return make('span', {}, lacks)
    return isSign(asked) ? make('a', { href: page }, link) : undefined
  }
}
