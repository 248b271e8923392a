import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { html, render } from './html.ts'
import { linkInOwnWords } from './layout.ts'
import type { Page } from './layout.ts'
import { documentationPath } from './routes.ts'
import type { RootFile } from './routes.ts'
import { generatorPath, listPath, listTranslations } from './site.ts'
import type { Site } from './site.ts'

/** Returns the page where visitors choose a language, in the language `best`, which is first. */
export function chooserPage(best: Language, site: Site): Page {
  const { text } = site.texts(best)
  const all = [best, ...languages.filter((language) => language !== best)]
  return {
    language: best,
    path: '',
    title: text('chooser-title'),
    description: text('chooser-description', { languages: listLanguages(best) }),
    canonical: '',
    translations: listTranslations,
    isIndexed: true,
    main: html`<h1>${text('chooser-heading')}</h1>
<p class="lead">${text('chooser-lead')}</p>
<ul class="choices">
${all.map((language) => {
      return html`<li>${linkInOwnWords(language, listPath(language), site)}</li>\n`
    })}</ul>
`,
  }
}

/** Returns the names of all languages in one of them: `English, Spanish, French, and Turkish`. */
function listLanguages(language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return new Intl.ListFormat(language).format(languages.map((one) => names.of(one) ?? one))
}

/** The files at the root of the site: their media types and texts. */
export const rootSources = {
  // The addresses of all pages. https://www.sitemaps.org/protocol.html
  'sitemap.xml': ['application/xml; charset=utf-8', listAddresses],
  // Allows crawlers to read everything. https://www.rfc-editor.org/rfc/rfc9309
  'robots.txt': [
    'text/plain; charset=utf-8',
    ({ origin }) => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  ],
  'favicon.svg': ['image/svg+xml', () => icon],
} as const satisfies Record<RootFile, readonly [mediaType: string, text: (site: Site) => string]>

function listAddresses({ origin, services }: Site): string {
  const generators = [...services.catalogue.values()]
  const paths = [
    '',
    ...languages.map(listPath),
    documentationPath,
    ...languages.flatMap((language) => generators.map((one) => generatorPath(one, language))),
  ]
  return render(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => html`<url><loc>${origin}/${path}</loc></url>\n`)}</urlset>
`)
}

/** A letter on paper. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="4" fill="#9a3412"/>
<path d="M8 7h16v4h-6v14h-4V11H8z" fill="#fbfaf6"/>
</svg>
`
