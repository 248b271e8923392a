import { isReading } from '../engine/operations.ts'
import type { SearchData } from '../engine/search/search.ts'
import { slugify } from '../engine/spelling.ts'
import { listedOf, popularOf } from './catalogue.ts'
import type { Catalogue, Contents, TextGenerator } from './catalogue.ts'
import { foreignWords, living } from './foreign-words.ts'
import { defaultLanguage } from './locale.ts'
import type { Language } from './locale.ts'
import { kin, shapes } from './search-signs.ts'
import type { Words } from './words.ts'

/** Returns what the search knows in a language. */
export function searchData(contents: Contents, language: Language): SearchData {
  const { catalogue, words } = contents
  const texts = words.texts(language)
  const listed = listedOf(catalogue)
  return {
    names: listed.map((generator) => () => namesOf(generator, language, words)),
    // Retired styles, which come last, may have what others take from them.
    operations: new Map(
      Array.from(catalogue.values(), ({ slug, file: { operations } }) => {
        return [slug, isReading(operations) ? undefined : operations]
      }),
    ),
    first: firstOf(catalogue),
    skipped: texts.get('search-skipped') ?? '',
    faint: texts.get('search-faint') ?? '',
    tasks: texts.get('search-tasks') ?? '',
    endings: texts.get('search-endings') ?? '',
    foreign: listed.flatMap(({ slug }, style) => {
      const own = foreignWords[slug]?.split(' ') ?? []
      return own.map((word) => [word, style] as const)
    }),
    living,
    kin,
    shapes,
  }
}

/** Returns the names of a style, then its aliases, addresses, English names and category. */
function namesOf({ slug, data, entry }: TextGenerator, language: Language, words: Words): string {
  const { name, page, aliases } = entry(language)
  const english = entry(defaultLanguage)
  const others = language === defaultLanguage ? [] : [english.name, ...english.aliases]
  const category = words.categoryName(data.category, language)
  const lists = [[name], aliases, [slug, page], others].map((list) => list.map(slugify))
  const known = new Set<string>()
  // A text that is also in an earlier list adds nothing.
  const first = lists.map((list) => list.filter((text) => !known.has(text) && known.add(text)))
  // What is heard as letters is also found by the words for those who listen.
  const isHeard = data.reading === 'ordinary' && data.layer === 'text'
  const heard = isHeard ? (words.texts(language).get('search-heard') ?? '') : ''
  return [...first, [slugify(category), heard]].map((list) => list.join(' ').trim()).join()
}

/** Returns the indexes of the popular styles, and then of the first style of each other kind. */
function firstOf(catalogue: Catalogue): number[] {
  const generators = listedOf(catalogue)
  const popular = popularOf(catalogue)
  const kinds = new Set(popular.map(({ data }) => data.kind))
  const firsts = generators.filter(({ data }) => !kinds.has(data.kind) && kinds.add(data.kind))
  return [...popular, ...firsts].map((one) => generators.indexOf(one))
}
