import type { Services } from '../api/interface.ts'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { isRestoring } from '../engine/operations/code.ts'
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
export type Site = ReturnType<typeof createSite>

/** Creates the site of a catalogue. */
export function createSite(settings: SiteSettings, assets: Assets, services: Services) {
  const { catalogue, words, cache } = services
  const texts = new Map(
    languages.map((language) => [language, createTexts(language, words.texts(language))] as const),
  )
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
    texts: (language: Language): PageTexts =>
      texts.get(language) ?? createTexts(language, words.texts(language)),
    /** Returns the generator whose page has this address in this language. */
    generatorAt: (language: Language, page: string) => pages.get(`${language}/${page}`),
    /** The generator that converts styled text to plain text. */
    plain: generators.find(({ data }) => data.operations.some(isRestoring)),
    /** Prepares a document, or returns the one that was prepared with the same key. */
    prepare(key: string, document: () => string | Buffer): PreparedAnswer {
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
