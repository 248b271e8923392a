import type { Services } from '../api/services.ts'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { isRestoring } from '../engine/operations.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { PreparedAnswer, TextMaker } from '../http/prepared-answer.ts'
import { shareWork } from '../http/turn.ts'
import type { Turn } from '../http/turn.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import { createAssets, createStyleSheets } from './assets.ts'
import type { Assets } from './assets.ts'
import type { BuiltFiles } from './built-files.ts'
import { findFirstStyles } from './first-styles.ts'
import type { FirstStyles } from './first-styles.ts'
import { createTexts } from './page-texts.ts'

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

/**
 * Creates the site of a catalogue. Without built files, pages have no style sheet and are not live.
 */
export function createSite(
  settings: SiteSettings,
  built: BuiltFiles,
  services: Services,
) {
  const { catalogue, words, cache } = services
  const style = createStyleSheets(built, cache)
  let scripts: Assets | undefined
  const makeScripts = shareWork((turn) => createAssets(services, built, cache, turn))
  const first = memoize((language: Language) =>
    shareWork((turn) => findFirstStyles(catalogue, language, turn)))
  const documents = new Map<string, PreparedAnswer>()
  const generators = [...catalogue.values()]
  const compiled = new Set<TextGenerator>()
  const pages = new Map(
    generators.flatMap((generator) => {
      return languages.map((language) => [generatorPath(generator, language), generator] as const)
    }),
  )
  return {
    ...settings,
    services,
    /** The style sheets, which are there at once. */
    style,
    /** The scripts, or `undefined` if pages are not live or not prepared. */
    get scripts(): Assets | undefined {
      return scripts
    },
    /** Whether pages can be made. */
    get isPrepared(): boolean {
      return built.size === 0 || scripts !== undefined
    },
    /** Makes the scripts. */
    async prepare(turn: Turn): Promise<void> {
      scripts ??= await makeScripts(turn)
    },
    /**
     * Compiles what the page of a style tries: the additions, and the decoders, which `plain` needs
     * for a style that it cannot restore.
     */
    async compileFor({ traits }: TextGenerator, turn: Turn): Promise<void> {
      const needsDecoders = !traits().reversible
      for (const one of generators) {
        const isTried = one.file.addition || (needsDecoders && one.decodes !== undefined)
        if (!isTried || compiled.has(one)) continue
        compiled.add(one)
        one.transform(one.example, defaultLanguage)
        if (turn.isOver) await turn.next()
      }
    },
    /** Finds the styles of the first rows in a language, once. */
    findFirst: (language: Language, turn: Turn): Promise<FirstStyles> => first(language)(turn),
    texts: memoize((language: Language) => createTexts(language, words.texts(language))),
    /** Returns the generator whose page has this address in this language. */
    generatorAt: (language: Language, page: string) => pages.get(`${language}/${page}`),
    /** The generator that converts styled text to plain text. */
    plain: generators.find(({ file: { operations } }) => isRestoring(operations)),
    /** Returns the document with a key, which is made when it is first asked for. */
    document(key: string, document: TextMaker): PreparedAnswer {
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

/** Returns the path of the page of all signs, relative to the root of the site. */
export function symbolsPath(language: Language, { texts }: Pick<Site, 'texts'>): string {
  return listPath(language) + texts(language).text('symbols-page')
}

/** The pages of all styles, and the root of the site for visitors with another language. */
export const listTranslations = {
  paths: new Map(languages.map((language) => [language, listPath(language)])),
  others: '',
} as const
