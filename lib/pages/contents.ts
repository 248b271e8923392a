import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import { documentationPage } from './documentation-page.ts'
import { generatorForm, listForm, unfilled } from './form.ts'
import type { Filled } from './form.ts'
import { generatorPage } from './generator-page.ts'
import type { Html } from './html.ts'
import { layOut } from './layout.ts'
import type { Page } from './layout.ts'
import { listPage } from './list-page.ts'
import { fileTypes } from './page-answers.ts'
import type { FileType } from './page-answers.ts'
import { chooserPage, icon, robots, sitemap } from './root-pages.ts'
import type { PageRoute } from './routes.ts'
import type { Site } from './site.ts'

/** What is found at a route, by kind. */
export type Content =
  | PageContent
  | { readonly kind: 'file'; readonly document: PreparedAnswer; readonly mediaType: FileType }
  | {
    readonly kind: 'asset'
    readonly document: PreparedAnswer
    readonly mediaType: string
    /** Whether it was asked for in the folder of the current version. */
    readonly isCurrent: boolean
  }
  | { readonly kind: 'redirect'; readonly to: string; readonly vary: readonly string[] }

export interface PageContent {
  readonly kind: 'page'
  readonly language: Language
  /** The page whose form is not filled in. */
  readonly document: PreparedAnswer
  readonly show: (filled: Filled) => Page
  /** The request headers that the page depends on. */
  readonly vary: readonly string[]
  readonly form?: PageForm
}

export interface PageForm {
  /** The longest text in code points. */
  readonly most: number
  readonly show: (filled: Filled) => Html
}

// A proxy accepts request lines of 8 KB, and the list repeats the text for each style.
const mostOfGenerator = 500
const mostOfList = 200

/** Returns what a route leads to in a language, or `undefined` if there is nothing. */
export function findContent(
  route: PageRoute,
  language: Language,
  site: Site,
): Content | undefined {
  const { assets, sharesAddress } = site
  const atRoot = sharesAddress ? ['Accept'] : []
  const page = (
    show: (filled: Filled) => Page,
    form?: PageForm,
    vary: readonly string[] = [],
  ): Content => {
    const write = (): string => layOut(show(unfilled), site)
    const document = site.prepare(`${language} ${route.path}`, write)
    return { kind: 'page', language, document, show, vary, ...(form && { form }) }
  }
  const file = (mediaType: FileType, text: () => string): Content =>
    ({ kind: 'file', document: site.prepare(route.path, text), mediaType })
  switch (route.kind) {
    case 'redirect':
      return { kind: 'redirect', to: route.to, vary: route.path === '' ? atRoot : [] }
    case 'sitemap':
      return file(fileTypes.xml, () => sitemap(site))
    case 'robots':
      return file(fileTypes.text, () => robots(site))
    case 'icon':
      return file(fileTypes.svg, () => icon)
    case 'asset': {
      const asset = assets.find(route.folder, route.file)
      const isCurrent = assets.isCurrent(route.folder)
      return asset && { kind: 'asset', ...asset, isCurrent }
    }
    case 'chooser':
      return page(() => chooserPage(language, site), undefined, [...atRoot, 'Accept-Language'])
    case 'documentation':
      return page(() => documentationPage(site))
    case 'list':
      return page((filled) => listPage(language, filled, site), listFormOf(language, site))
    case 'generator': {
      const generator = site.generatorAt(language, route.page)
      if (generator === undefined) return undefined
      const form = generatorFormOf(generator, language, site)
      return page((filled) => generatorPage(generator, language, filled, site), form)
    }
    case 'nothing':
      return undefined
  }
}

function listFormOf(language: Language, { services, texts }: Site): PageForm {
  return {
    most: Math.min(mostOfList, services.maxTextCodePoints),
    show: (filled) => listForm(filled, texts(language)),
  }
}

function generatorFormOf(
  generator: TextGenerator,
  language: Language,
  { services, texts }: Site,
): PageForm {
  return {
    most: Math.min(mostOfGenerator, services.maxTextCodePoints),
    show: (filled) => generatorForm(generator, filled, undefined, texts(language)),
  }
}
