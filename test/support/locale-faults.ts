import { join } from 'node:path'
import { listDataFiles, readDataFile } from '../../lib/catalogue/data-files.ts'
import {
  defaultLanguage,
  findTextFaults,
  languages,
  pathOf,
  readLocale,
  reservedPage,
} from '../../lib/catalogue/locale.ts'
import type { Language, Locale, LocaleEntry } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { slugify } from '../../lib/engine/spelling.ts'

/**
 * Returns a sentence for each entry of a locale that is missing, superfluous, repeated or untidy.
 * Throws a StartError for a file that is not JSON; the check finds other faults.
 */
export function findLocaleFaults(folder: string): string[] {
  const slugs = listDataFiles(join(folder, 'generators'))
  const files = listDataFiles(join(folder, 'locales'))
  const read = (language: string): Locale => {
    return readDataFile(join(folder, 'locales'), language, (value) => readLocale(value, []))
  }
  const english = read(defaultLanguage)
  const { pages: texts } = english
  const untagged = files.filter((name) => !languages.some((language) => language === name))
  const missing = languages.filter((language) => !files.includes(language))
  const faults = [
    ...untagged.map((name) => [name, 'has no effect: lib/catalogue/locale.ts has no such tag']),
    ...missing.map((name) => [name, 'is missing: lib/catalogue/locale.ts has its tag']),
  ].map(([name, fault]) => `${join('locales', `${name}.json`)} ${fault}`)
  if (missing.length > 0) return faults
  const found = languages.flatMap((language) => {
    const locale = read(language)
    return [
      ...findMissing('generators', slugs, locale.generators, 'an entry with its name and page'),
      ...findMissing('categories', categories, locale.categories, 'its display name'),
      ...findMissing('pages', [...texts.keys()], locale.pages, 'its translation'),
      ...findTextFaults(locale.pages, texts),
      ...(language === defaultLanguage ? [] : findUntranslated(locale, english)),
      ...findForgottenLetters(locale),
      ...findNameFaults(locale.generators, language),
      ...findCategoryFaults(locale.categories, language),
    ].map((fault) => `${join('locales', `${language}.json`)}: ${fault}`)
  })
  return [...faults, ...found]
}

function findMissing(
  part: keyof Locale,
  keys: readonly string[],
  items: ReadonlyMap<string, unknown>,
  what: string,
): string[] {
  const missing = keys.filter((key) => !items.has(key))
  const others = [...items.keys()].filter((key) => !keys.includes(key))
  return [
    ...missing.map((key) => `${pathOf(part, key)} is missing; add ${what}`),
    ...others.map((key) => `${pathOf(part, key)} belongs to nothing; remove it`),
  ]
}

/** Finds sentences that are as in English, which names and single words may be. */
function findUntranslated(locale: Locale, english: Locale): string[] {
  const counts = (['generators', 'categories', 'pages'] as const).flatMap((part) => {
    return countUntranslated(part, locale, english)
  })
  const sentences = [...locale.pages]
    .filter(([key, text]) => text === english.pages.get(key) && isSentence(text))
    .map(([key]) => `${pathOf('pages', key)} is as in English; translate it`)
  return [...counts, ...sentences]
}

/** Finds out whether most texts of a part are as in English, which some may be. */
function countUntranslated(
  part: 'generators' | 'categories' | 'pages',
  locale: Locale,
  english: Locale,
): string[] {
  const [own, others] = [locale, english].map((one) => {
    if (part !== 'generators') return one[part]
    return new Map([...one.generators].map(([slug, { name }]) => [slug, name]))
  })
  const texts = [...(own ?? [])]
  const same = texts.filter(([key, text]) => text === others?.get(key)).length
  if (texts.length < fewTexts || same * 2 <= texts.length) return []
  return [`${same} of ${texts.length} texts in ${part} are as in English; translate them`]
}

const fewTexts = 5

function isSentence(text: string): boolean {
  return (text.match(smallWords)?.length ?? 0) > 2
}

const smallWords = /(?<![\p{L}{])\p{Ll}+(?![\p{L}}])/gu

/** Finds letters that are in several texts, and therefore belong to the language. */
function findForgottenLetters({ letters = [], generators, categories, pages }: Locale): string[] {
  const entries = [...generators.values()].flatMap(({ name, aliases }) => [name, ...aliases])
  const counts = new Map<string, number>()
  for (const text of [...entries, ...categories.values(), ...pages.values()]) {
    for (const letter of new Set(text.normalize('NFC').match(ownLetters))) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([letter, count]) => count > 2 && !letters.includes(letter))
    .map(([letter]) => `letters must also have "${letter}", which is in several texts`)
}

const ownLetters = /(?![A-Za-z])\p{L}/gu

function findNameFaults(entries: Locale['generators'], language: Language): string[] {
  const common = commonWordsOf(entries.values())
  const names = new Map([...entries].map(([slug, { name }]) => [slug, name]))
  const faults = [...entries].flatMap(([slug, entry]) => {
    const place = pathOf('generators', slug)
    return [
      ...findFormFaults(entry.name, language).map((fault) => `.name ${fault}`),
      ...findPageFaults(entry, common).map((fault) => `.page ${fault}`),
      ...findAliasFaults(entry, language).map((fault) => `.aliases ${fault}`),
    ].map((fault) => place + fault)
  })
  const doubles = findDoubles('generators', names, language)
  return [...faults, ...doubles, ...findCaseFaults(names, language)]
}

function findCategoryFaults(names: Locale['categories'], language: Language): string[] {
  const faults = [...names].flatMap(([category, name]) => {
    const place = pathOf('categories', category)
    return findFormFaults(name, language).map((fault) => `${place} ${fault}`)
  })
  return [...faults, ...findDoubles('categories', names, language)]
}

/** Returns what is wrong with the form of a display name. */
function findFormFaults(name: string, language: Language): string[] {
  const quoted = JSON.stringify(name)
  const first = name.slice(0, 1)
  const tidy = tidied(name)
  return [
    ...(name === tidy ? [] : [`${quoted} should be ${JSON.stringify(tidy)}`]),
    ...(/[\p{C}\p{M}]/u.test(name) ? [`${quoted} has a control character or a lone accent`] : []),
    ...(first === first.toLocaleUpperCase(language) ? [] : [`${quoted} begins in lower case`]),
  ]
}

/** Returns a text as it should be: composed, with single blanks and curly apostrophes. */
function tidied(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').replaceAll("'", '’')
}

/** Finds names of one part that differ at most in case. */
function findDoubles(
  part: keyof Locale,
  names: ReadonlyMap<string, string>,
  language: Language,
): string[] {
  const owners = new Map<string, string>()
  return [...names].flatMap(([key, name]) => {
    const owner = owners.get(name.toLocaleLowerCase(language))
    owners.set(name.toLocaleLowerCase(language), key)
    if (owner === undefined) return []
    const place = `${pathOf(part, key)} ${JSON.stringify(name)}`
    return [`${place} is also that of "${owner}"; change one of them`]
  })
}

/**
 * Finds words in title case: inside a name, a word has a capital only if it has one in every name.
 */
function findCaseFaults(names: ReadonlyMap<string, string>, language: Language): string[] {
  const inner = [...names].flatMap(([slug, name]) => {
    const [, ...words] = name.match(/[\p{L}\p{N}]{2,}/gu) ?? []
    return words.map((word) => ({ slug, word, small: word.toLocaleLowerCase(language) }))
  })
  const small = new Set(inner.filter((one) => one.word === one.small).map(({ word }) => word))
  return inner
    .filter((one) => one.word !== one.small && small.has(one.small))
    .map(({ slug, word }) => `${pathOf('generators', slug)}.name has "${word}", which other names have in lower case`)
}

const longestPage = 40

/** Returns the words that many page addresses have, such as `text`. */
function commonWordsOf(entries: Iterable<LocaleEntry>): string[] {
  const counts = new Map<string, number>()
  for (const word of [...entries].flatMap(({ page }) => page.split('-'))) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].flatMap(([word, count]) => (count >= 10 ? [word] : []))
}

/** Page addresses of 1.0.0 whose styles have better names now: links to them must not break. */
const keptPages: ReadonlySet<string> = new Set([
  ...['hazy-text', 'flaky-text', 'wiry-asian-style-text', 'letras-brumosas', 'lettres-brumeuses'],
  ...['puslu-harfler', 'silabario-escamoso', 'syllabaire-ecaille', 'letras-asiaticas-de-trazo-fino'],
  ...['ecriture-asiatique-filiforme', 'ince-cizgili-asya-tarzi-yazi', 'nick-gotico-real'],
  ...['pseudo-a-balafre', 'puntos-bajos-entre-letras', 'pascal-case-clases', 'pascal-case-classes'],
  ...['pascal-case-siniflar', 'letras-del-mundo-antiguo', 'letras-del-mundo-explosivo'],
  ...['letras-del-mundo-de-arcilla', 'letras-del-mundo-de-dragones', 'letras-del-mundo-elegante'],
  ...['letras-del-mundo-del-vergel', 'letras-del-mundo-en-tonos-pastel', 'ecriture-du-monde-antique'],
  ...['ecriture-du-monde-explosif', 'ecriture-du-monde-d-argile', 'ecriture-du-monde-des-dragons'],
  ...['ecriture-du-monde-elegant', 'ecriture-du-monde-du-verger', 'ecriture-du-monde-pastel'],
  ...['antik-cag-dunyasi-yazisi', 'patlama-dunyasi-yazisi', 'kil-dunyasi-yazisi'],
  ...['ejderha-dunyasi-yazisi', 'zarif-dunya-yazisi', 'meyve-bahcesi-dunyasi-yazisi'],
  'pastel-dunyasi-yazisi',
])

/**
 * Checks a page address: each word must begin like a word of the name, unless it is common or short,
 * or the address is an old one.
 */
function findPageFaults({ name, page }: LocaleEntry, common: readonly string[]): string[] {
  const words = [...slugify(keptPages.has(page) ? page : name).split('-'), ...common]
  const strange = page.split('-').filter((word) => {
    return word.length > 3 && !words.some((known) => word.startsWith(known.slice(0, 3)))
  })
  const quoted = JSON.stringify(page)
  return [
    ...(page === reservedPage ? [`${quoted} is the address of the documentation`] : []),
    ...(page.length > longestPage ? [`${quoted} has more than ${longestPage} characters`] : []),
    ...strange.map((word) => `${quoted} has "${word}", which is not a word of "${name}"`),
  ]
}

/** Checks the search words: in lower case, and none that is already a name, address or alias. */
function findAliasFaults({ name, page, aliases }: LocaleEntry, language: Language): string[] {
  const known = new Set([slugify(name), page])
  return aliases.flatMap((alias) => {
    const quoted = JSON.stringify(alias)
    const tidy = tidied(alias.toLocaleLowerCase(language))
    const address = slugify(alias)
    const isKnown = known.has(address)
    known.add(address)
    return [
      ...(alias === tidy ? [] : [`${quoted} should be ${JSON.stringify(tidy)}`]),
      ...(address === '' ? [`${quoted} has no letter that can be typed`] : []),
      ...(isKnown ? [`${quoted} already finds it; remove this alias`] : []),
    ]
  })
}
