import type { Category } from '../engine/generator.ts'
import type { LocaleFiles } from './locale-files.ts'
import { defaultLanguage, languages } from './locale.ts'
import type { Language } from './locale.ts'

/** What the locales say beside the entries of the generators. */
export interface Words {
  /** The letters of a language that are not among A to Z, small ones before capitals. */
  readonly letters: (language: Language) => readonly string[]
  /** The display name of a category. */
  readonly categoryName: (category: Category, language: Language) => string
  /**
   * Key → text of the pages, where `{place}` is what a page puts into it. Each language has the
   * same keys, and each key the same places.
   */
  readonly texts: (language: Language) => Texts
}

type Texts = ReadonlyMap<string, string>

/**
 * What an overlay says comes first, then what ships; then English, and for a category its name in
 * the generator files.
 */
export function createWords({ shipped, own }: LocaleFiles): Words {
  const join = (part: 'categories' | 'pages', language: Language): Texts => {
    const sources = [defaultLanguage, language].flatMap((tag) => [shipped.get(tag), own.get(tag)])
    return new Map(sources.flatMap((source) => [...(source?.[part] ?? [])]))
  }
  const joined = (part: 'categories' | 'pages'): ReadonlyMap<Language, Texts> => {
    return new Map(languages.map((language) => [language, join(part, language)]))
  }
  const names = joined('categories')
  const texts = joined('pages')
  return {
    letters: (language) => {
      return own.get(language)?.letters ?? shipped.get(language)?.letters ?? []
    },
    categoryName: (category, language) => names.get(language)?.get(category) ?? category,
    texts: (language) => texts.get(language) ?? new Map(),
  }
}
