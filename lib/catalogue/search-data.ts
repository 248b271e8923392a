import type { Names } from '../engine/name-index.ts'
import type { SearchData } from '../engine/ranking.ts'
import { signsOf } from '../engine/signs.ts'
import { slugify } from '../engine/spelling.ts'
import type { Contents } from './catalogue.ts'
import { defaultLanguage } from './locale.ts'
import type { Language } from './locale.ts'

/**
 * Returns what the search knows in a language: the names of each style, in the order of the list,
 * then its aliases, addresses, English names and category; and the signs of its example.
 */
export function searchData({ catalogue, words }: Contents, language: Language): SearchData {
  const texts = words.texts(language)
  const generators = [...catalogue.values()]
  const names = generators.map(({ slug, data, entry }): Names => {
    const { name, page, aliases } = entry(language)
    const english = entry(defaultLanguage)
    const others = language === defaultLanguage ? [] : [english.name, ...english.aliases]
    const category = words.categoryName(data.category, language)
    return [[name], aliases, [slug, page], others, [category]].map((list) => list.map(slugify))
  })
  return {
    names,
    signs: generators.map(({ example }) => signsOf(example).join('')),
    skipped: texts.get('search-skipped') ?? '',
    faint: texts.get('search-faint') ?? '',
    endings: texts.get('search-endings') ?? '',
  }
}
