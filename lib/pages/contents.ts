import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../catalogue/locale.ts'
import type { Turn } from '../http/turn.ts'
import { documentationPage } from './documentation-page.ts'
import { generatorPage } from './generator-page.ts'
import type { Html } from './html.ts'
import { layOut } from './layout.ts'
import type { Page } from './layout.ts'
import { listPage } from './list-page.ts'
import { answerFile, answerPage, redirectPage } from './page-answers.ts'
import type { Answering } from './page-answers.ts'
import { rootSources } from './root-files.ts'
import type { PageRoute } from './routes.ts'
import { symbolsPath } from './site.ts'
import type { Site } from './site.ts'
import { symbolsPage } from './symbols-page.ts'
import { additionsOf, generatorForm, listForm, unfilled } from './text-form.ts'
import type { Filled } from './text-form.ts'

/** What is found at a route. */
interface Content {
  /**
   * Answers a request without a text; `undefined` if nothing is there after all, or, without a
   * turn, if the answer has to be made.
   */
  readonly answer: (headers: IncomingHttpHeaders, turn?: Turn) => Answering | undefined
  readonly form?: PageForm
}

/** A form, which can show its page for a text. */
export interface PageForm {
  /** Returns the longest text, in code points, to which these styles are added. */
  readonly mostOf: (then: Filled['then']) => number
  readonly show: (filled: Filled) => Html
  /** Makes its page for a text. */
  readonly page: (filled: Filled, turn: Turn) => Promise<Page>
}

// A proxy accepts request lines of 8 KB, and the list transforms the text for each style.
const mostOfGenerator = 500
const mostOfList = 100
const mostOfListWithAdded = 50

/**
 * Returns what a route leads to in a language, or `undefined` if there is nothing. Documents are
 * kept, and would keep the headers of the first request, too, if this function knew them.
 */
export function findContent(route: PageRoute, language: Language, site: Site): Content | undefined {
  const { maxTextCodePoints, catalogue } = site.services
  const atRoot = site.sharesAddress ? ['Accept'] : []
  const ofPage = (
    make: (turn: Turn) => Page | Promise<Page>,
    vary: readonly string[] = [],
  ): Content => {
    const document = site.document(`${language} ${route.path}`, async (turn) => {
      const page = await make(turn)
      if (turn.isOver) await turn.next()
      return layOut(page, site)
    })
    return {
      answer: (headers, turn) => answerPage(document, language, headers, vary, turn),
    }
  }
  const withForm = (form: PageForm): Content =>
    ({ ...ofPage((turn) => form.page(unfilled, turn)), form })
  switch (route.kind) {
    case 'redirect':
      return { answer: () => redirectPage(route.to, route.path === '' ? atRoot : []) }
    case 'asset': {
      const { folder, file } = route
      return {
        answer(headers, turn) {
          const asset = site.style.find(folder, file) ?? site.scripts?.find(folder, file)
          if (asset === undefined) return undefined
          return answerFile(asset.document, asset.mediaType, headers, turn, asset.caching)
        },
      }
    }
    case 'root':
      return ofPage(
        (turn) => listPage(language, unfilled, site, turn, route.path),
        [...atRoot, 'Accept-Language'],
      )
    case 'documentation':
      return ofPage(() => documentationPage(site))
    case 'list':
      return withForm({
        mostOf: ({ length }) =>
          Math.min(length === 0 ? mostOfList : mostOfListWithAdded, maxTextCodePoints),
        show: (filled) => listForm(additionsOf(catalogue), filled, site.texts(language)),
        page: (filled, turn) => listPage(language, filled, site, turn),
      })
    case 'generator': {
      const generator = site.generatorAt(language, route.page)
      if (generator === undefined && isAddress(route.page, language, site)) {
        return ofPage(() => symbolsPage(language, site))
      }
      return generator && withForm({
        mostOf: () => Math.min(mostOfGenerator, maxTextCodePoints),
        show: (filled) => generatorForm(generator, language, filled, site),
        async page(filled, turn) {
          await site.compileFor(generator, turn)
          return generatorPage(generator, language, filled, site, turn)
        },
      })
    }
    case 'nothing': {
      // A page with a slash at its end.
      const page = route.path.slice(language.length + 1, -1)
      const isPage = route.path === `${language}/${page}/` && isAddress(page, language, site)
      return isPage ? { answer: () => redirectPage(`../${page}`, []) } : undefined
    }
    default: {
      const [mediaType, text] = rootSources[route.kind]
      const document = site.document(route.path, () => text(site))
      return { answer: (headers, turn) => answerFile(document, mediaType, headers, turn) }
    }
  }
}

/** Returns whether this is the last part of the address of a style's page, or of the symbols. */
function isAddress(page: string, language: Language, site: Site): boolean {
  const isSymbols = `${language}/${page}` === symbolsPath(language, site)
  return isSymbols || site.generatorAt(language, page) !== undefined
}
