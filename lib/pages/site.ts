import type { Services } from '../api/actions.ts'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { isRestoring } from '../engine/operations/restore.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import type { Assets } from './assets.ts'
import { rememberFacts } from './facts/facts.ts'
import type { FactsOf } from './facts/facts.ts'
import { createTexts } from './texts.ts'
import type { PageTexts } from './texts.ts'

/** What the settings say of the site that the pages are. */
export interface SiteSettings {
  /** SITE_URL; where it is not set, pages are not for search engines. */
  readonly siteUrl: string | undefined
  /** What absolute addresses begin with, also where SITE_URL is not set; without a final slash. */
  readonly origin: string
  /** {base_url}, in full. */
  readonly baseUrl: string
  /** Whether {base_url} is the address of the site, too. */
  readonly sharesAddress: boolean
  readonly rateLimit: RateLimitSettings
}

/** What pages are made of: the catalogue of the moment, and the settings. */
export interface Site extends SiteSettings {
  readonly services: Services
  readonly assets: Assets
  readonly texts: (language: Language) => PageTexts
  /** The generator with that page address in that language. */
  readonly generatorAt: (language: Language, page: string) => TextGenerator | undefined
  readonly factsOf: FactsOf
  /** The generator that takes styled text back to plain. */
  readonly plain: TextGenerator | undefined
}

/** Prepares what pages are made of; it stays the same as long as the services do. */
export function createSite(settings: SiteSettings, assets: Assets, services: Services): Site {
  const texts = new Map<Language, PageTexts>()
  let generators: ReadonlyMap<string, TextGenerator> | undefined
  return {
    ...settings,
    services,
    assets,
    texts(language) {
      const known = texts.get(language) ?? createTexts(language, services.words.texts(language))
      texts.set(language, known)
      return known
    },
    generatorAt(language, page) {
      generators ??= byPath(services)
      return generators.get(`${language}/${page}`)
    },
    factsOf: rememberFacts(services),
    plain: [...services.catalogue.values()].find(({ data }) => {
      return data.operations.some(isRestoring)
    }),
  }
}

/** The path of a generator's page, below the root of the site. */
export function generatorPath({ entry }: TextGenerator, language: Language): string {
  return `${language}/${entry(language).page}`
}

/** The path of the page of all styles, below the root of the site. */
export function listPath(language: Language): string {
  return `${language}/`
}

/** Where the pages of all styles are, and the chooser for those who read none of the languages. */
export const listTranslations = {
  paths: new Map(languages.map((language) => [language, listPath(language)])),
  others: '',
} as const

function byPath({ catalogue }: Services): ReadonlyMap<string, TextGenerator> {
  const paths = new Map<string, TextGenerator>()
  for (const generator of catalogue.values()) {
    for (const language of languages) paths.set(generatorPath(generator, language), generator)
  }
  return paths
}
