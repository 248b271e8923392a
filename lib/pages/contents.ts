import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../catalogue/locale.ts'
import type { Answer } from '../http/answer.ts'
import { documentationPage } from './documentation-page.ts'
import { generatorForm, listForm, unfilled } from './form.ts'
import type { Filled } from './form.ts'
import { generatorPage } from './generator-page.ts'
import type { Html } from './html.ts'
import { layOut } from './layout.ts'
import type { Page } from './layout.ts'
import { listPage } from './list-page.ts'
import { answerFile, answerPage, answerRedirect } from './page-answers.ts'
import { chooserPage, icon, robots, sitemap } from './root-pages.ts'
import type { PageRoute } from './routes.ts'
import type { Site } from './site.ts'

/** What is found at a route. */
export interface Content {
  /** Returns whether the answer is in the cache. */
  isKept(): boolean
  /** Answers a request without a text. */
  answer(headers: IncomingHttpHeaders): Answer
  readonly form?: PageForm
}

/** A form, which can show its page for a text. */
export interface PageForm {
  /** The longest text in code points. */
  readonly most: number
  readonly show: (filled: Filled) => Html
  readonly page: (filled: Filled) => Page
}

// A proxy accepts request lines of 8 KB, and the list repeats the text for each style.
const mostOfGenerator = 500
const mostOfList = 200

/** Returns what a route leads to in a language, or `undefined` if there is nothing. */
export function findContent(route: PageRoute, language: Language, site: Site): Content | undefined {
  const { assets, sharesAddress, services } = site
  const { maxTextCodePoints } = services
  const atRoot = sharesAddress ? ['Accept'] : []
  const page = (make: () => Page, vary: readonly string[] = []): Content => {
    const document = site.prepare(`${language} ${route.path}`, () => layOut(make(), site))
    return {
      isKept: () => document.isKept,
      answer: (headers) => answerPage(document, language, headers, vary),
    }
  }
  const withForm = (form: PageForm): Content => ({ ...page(() => form.page(unfilled)), form })
  const file = (mediaType: string, text: () => string): Content => {
    const document = site.prepare(route.path, text)
    return {
      isKept: () => document.isKept,
      answer: (headers) => answerFile(document, mediaType, headers),
    }
  }
  switch (route.kind) {
    case 'redirect': {
      const vary = route.path === '' ? atRoot : []
      return { isKept: () => true, answer: () => answerRedirect(route.to, vary) }
    }
    case 'sitemap':
      return file('application/xml; charset=utf-8', () => sitemap(site))
    case 'robots':
      return file('text/plain; charset=utf-8', () => robots(site))
    case 'icon':
      return file('image/svg+xml', () => icon)
    case 'asset': {
      const asset = assets.find(route.folder, route.file)
      if (asset === undefined) return undefined
      const { document, mediaType, version } = asset
      return {
        isKept: () => document.isKept,
        answer: (headers) => answerFile(document, mediaType, headers, version),
      }
    }
    case 'chooser':
      return page(() => chooserPage(language, site), [...atRoot, 'Accept-Language'])
    case 'documentation':
      return page(() => documentationPage(site))
    case 'list':
      return withForm({
        most: Math.min(mostOfList, maxTextCodePoints),
        show: (filled) => listForm(filled, site.texts(language)),
        page: (filled) => listPage(language, filled, site),
      })
    case 'generator': {
      const generator = site.generatorAt(language, route.page)
      if (generator === undefined) return undefined
      return withForm({
        most: Math.min(mostOfGenerator, maxTextCodePoints),
        show: (filled) => generatorForm(generator, filled, undefined, site.texts(language)),
        page: (filled) => generatorPage(generator, language, filled, site),
      })
    }
    case 'nothing':
      return undefined
  }
}
