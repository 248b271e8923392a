import type { Services } from '../api/interface.ts'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { isRestoring } from '../engine/operations/restore.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import type { Assets } from './assets.ts'
import { createTexts } from './texts.ts'
import type { PageTexts } from './texts.ts'

/** The settings of the site that the pages form. */
export interface SiteSettings {
  /** SITE_URL; if it is not set, search engines are told to ignore the pages. */
  readonly siteUrl: string | undefined
  /** The beginning of absolute addresses, even without SITE_URL; without a final slash. */
  readonly origin: string
  /** {base_url}, in full. */
  readonly baseUrl: string
  /** Whether {base_url} is also the address of the site. */
  readonly sharesAddress: boolean
  readonly rateLimit: RateLimitSettings
}

/** Everything that pages are made of: settings, and the current catalogue. */
export interface Site extends SiteSettings {
  readonly services: Services
  readonly assets: Assets
  readonly texts: (language: Language) => PageTexts
  /** Returns the generator whose page has this address in this language. */
  readonly generatorAt: (language: Language, page: string) => TextGenerator | undefined
  /** The generator that converts styled text to plain text. */
  readonly plain: TextGenerator | undefined
  /** Prepares a document, or returns the one that was prepared with the same key. */
  readonly prepare: (key: string, document: () => string) => PreparedAnswer
}

/** Creates the site of a catalogue. */
export function createSite(settings: SiteSettings, assets: Assets, services: Services): Site {
  const { catalogue, words, cache } = services
  const texts = new Map<Language, PageTexts>()
  const documents = new Map<string, PreparedAnswer>()
  const generators = [...catalogue.values()]
  const pages = new Map(
    generators.flatMap((generator) => {
      return languages.map((language) => [generatorPath(generator, language), generator] as const)
    }),
  )
  return {
    ...settings,
    services,
    assets,
    texts(language) {
      const known = texts.get(language) ?? createTexts(language, words.texts(language))
      texts.set(language, known)
      return known
    },
    generatorAt: (language, page) => pages.get(`${language}/${page}`),
    plain: generators.find(({ data }) => data.operations.some(isRestoring)),
    prepare(key, document) {
      const known = documents.get(key) ?? prepareText(document, cache)
      documents.set(key, known)
      return known
    },
  }
}

/** Returns the path of a generator's page, relative to the root of the site. */
export function generatorPath({ entry }: TextGenerator, language: Language): string {
  return `${language}/${entry(language).page}`
}

/** Returns the path of the page with all styles, relative to the root of the site. */
export function listPath(language: Language): string {
  return `${language}/`
}

/** The pages of all styles, and the chooser for visitors with another language. */
export const listTranslations = {
  paths: new Map(languages.map((language) => [language, listPath(language)])),
  others: '',
} as const
