import type { Category } from '../engine/generator-file.ts'
import { memoize } from '../engine/memo.ts'
import { defaultLanguage, languages } from './locale.ts'
import type { Language, Texts } from './locale.ts'
import type { LocaleFiles } from './locale-files.ts'

/** The texts in the locales, apart from the entries of generators. */
export interface Words {
  /** The letters of a language that are not in A to Z, small letters before capitals. */
  readonly letters: (language: Language) => readonly string[]
  /** Those of all languages, each once. */
  readonly allLetters: () => readonly string[]
  /** The display name of a category. */
  readonly categoryName: (category: Category, language: Language) => string
  /** Key → text of the pages, with `{placeholders}`. All languages have the same keys. */
  readonly texts: (language: Language) => Texts
}

/**
 * Joins the texts of the locales: an operator's own come before the shipped ones, and English
 * stands in for what a language lacks. A category without a name keeps its own.
 */
export function createWords({ localeOf, own }: LocaleFiles): Words {
  const joinTexts = (part: 'categories' | 'pages'): ((language: Language) => Texts) =>
    memoize((language) => {
      const tags = [defaultLanguage, language]
      const sources = tags.flatMap((tag) => [localeOf(tag), own.get(tag)])
      return new Map(sources.flatMap((source) => [...(source?.[part] ?? [])]))
    })
  const names = joinTexts('categories')
  const letters: Words['letters'] = (language) =>
    own.get(language)?.letters ?? localeOf(language)?.letters ?? []
  return {
    letters,
    allLetters: memoize(() => [...new Set(languages.flatMap(letters))]),
    categoryName: (category, language) => names(language).get(category) ?? category,
    texts: joinTexts('pages'),
  }
}
