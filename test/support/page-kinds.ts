import type { Language } from '../../lib/catalogue/locale.ts'
import { entryOf } from './catalogue-files.ts'
import { pangramOf } from './texts.ts'

/** A page that stands for others of its kind. */
export interface PageKind {
  /** Left out where there is no other language. */
  readonly language?: Language
  /** A name that a file can have. */
  readonly name: string
  /** Its path and query, below the root of the site. */
  readonly path: string
  readonly status: number
}

/** Styles whose pages are tried: an ordinary one, letters that need room, several lines, codes. */
const styles = ['bold-serif', 'zalgo-max', 'box-light', 'stacked-vertical', 'plain-text', 'morse']

/** Every kind of page of a language, with and without a text. */
export function kindsOfPages(language: Language): readonly PageKind[] {
  const query = `?${new URLSearchParams({ text: pangramOf(language) })}`
  const page = (slug: string): string => `/${language}/${entryOf(slug, language).page}`
  const rightToLeft = encodeURIComponent('שלום עולם, مرحبا')
  const kinds: Array<[name: string, path: string, status?: number]> = [
    ['list', `/${language}/`],
    ['list-with-text', `/${language}/${query}`],
    ...styles.flatMap((slug): Array<[string, string]> => [
      [slug, page(slug)],
      [`${slug}-with-text`, `${page(slug)}${query}`],
    ]),
    ['long-text', `${page('bold-serif')}?text=${'Abc'.repeat(160)}`],
    ['right-to-left', `${page('bold-serif')}?text=${rightToLeft}`],
    ['not-found', `/${language}/nothing-of-this-name`, 404],
    ['too-long', `/${language}/?text=${'a'.repeat(201)}`, 400],
  ]
  return kinds.map(([name, path, status = 200]) => ({ language, name, path, status }))
}

/** The pages that there are once, in English. */
export const pagesOfNoLanguage: readonly PageKind[] = [
  { name: 'chooser', path: '/', status: 200 },
  { name: 'documentation', path: '/en/api', status: 200 },
]
