import { createNamedSearch, createWordTest } from '../../engine/search/search.ts'
import type { SearchWords } from '../../engine/search/search.ts'
import { copyText, make, makeSignButton, words } from './page.ts'
import type { Say } from './page.ts'

/** What the search shows beside styles. Words are without accents, and separated by blanks. */
export interface Hints {
  /** Signs with their names and that of their group. */
  readonly signs: ReadonlyArray<readonly [sign: string, ...names: string[]]>
  /** Words for signs, such as "symbol", and the page that has them, with the text of a link. */
  readonly kinds: string
  readonly page: string
  readonly link: string
  /** Words for what text cannot have, and a sentence about it. */
  readonly lacking: ReadonlyArray<readonly [words: string, sentence: string]>
}

/** The most signs that are shown. */
const mostSigns = 3

/** What a search knows of words. */
interface Words extends Pick<SearchWords, 'endings' | 'faint'> {
  readonly hints: Hints
}

/**
 * Creates a function that returns a sentence if Unicode lacks what is asked for, or the signs that
 * have this name, which a press copies, and a link to the page of all signs.
 */
export function createHint(
  { hints: { signs, kinds, page, link, lacking }, endings, faint }: Words,
  say: Say,
): (asked: string) => HTMLElement | undefined {
  const isKind = createWordTest(kinds, endings)
  const lacks = lacking.map(([list, sentence]) => {
    return [createWordTest(list, endings), sentence] as const
  })
  const names = signs.map(([, ...own]) => own)
  const findSigns = createNamedSearch(names, `${kinds} ${faint}`, endings)
  const createButton = (sign: string, name: string): HTMLButtonElement => {
    const button = makeSignButton(sign, name)
    button.addEventListener('click', async () => {
      const isDone = await copyText(sign)
      if (!isDone) getSelection()?.selectAllChildren(button)
      say(words(isDone ? 'copy-done' : 'copy-failed', { name }))
    })
    return button
  }
  return (asked) => {
    const lack = lacks.find(([isLacking]) => isLacking(asked))
    if (lack !== undefined) return make('span', {}, lack[1])
    const found = findSigns(asked).slice(0, mostSigns).flatMap((index) => {
      const [sign = '', name = ''] = signs[index] ?? []
      return [createButton(sign, name)]
    })
    if (found.length === 0 && !isKind(asked)) return undefined
    return make('span', { className: 'hint' }, ...found, make('a', { href: page }, link))
  }
}
