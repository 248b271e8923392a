import type { SearchData } from '../engine/ranking.ts'
import { signsOf } from '../engine/signs.ts'
import { slugify } from '../engine/spelling.ts'
import type { Steps } from '../engine/steps.ts'
import type { Contents } from './catalogue.ts'
import { defaultLanguage } from './locale.ts'
import type { Language } from './locale.ts'

/**
 * Returns what the search knows in a language: the names of each style, in the order of the list,
 * then its aliases, addresses, English names and category; and the signs of its example. Works in
 * steps of some milliseconds.
 */
export function* searchData(contents: Contents, language: Language): Steps<SearchData> {
  const { catalogue, words } = contents
  const texts = words.texts(language)
  const generators = [...catalogue.values()]
  const names: string[] = []
  for (const { slug, data, entry } of generators) {
    const { name, page, aliases } = entry(language)
    const english = entry(defaultLanguage)
    const others = language === defaultLanguage ? [] : [english.name, ...english.aliases]
    const category = words.categoryName(data.category, language)
    const lists = [[name], aliases, [slug, page], others].map((list) => list.map(slugify))
    const known = new Set<string>()
    // A text that is also in an earlier list adds nothing.
    const first = lists.map((list) => list.filter((text) => !known.has(text) && known.add(text)))
    names.push([...first, [slugify(category)]].map((list) => list.join(' ')).join())
    if (names.length % stylesInStep === 0) yield
  }
  return {
    names,
    signs: generators.map(({ example }) => signsOf(example).join('')),
    skipped: texts.get('search-skipped') ?? '',
    faint: texts.get('search-faint') ?? '',
    endings: texts.get('search-endings') ?? '',
  }
}

const stylesInStep = 50
