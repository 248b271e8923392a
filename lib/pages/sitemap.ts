import { languages } from '../catalogue/locale.ts'
import { html, render } from './html.ts'
import { documentationPath } from './places.ts'
import { generatorPath, listPath } from './site.ts'
import type { Site } from './site.ts'

/** Every page: chooser, lists, documentation, generators. https://www.sitemaps.org/protocol.html */
export function sitemap({ origin, services }: Site): string {
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

/** What crawlers may read: all of it. https://www.rfc-editor.org/rfc/rfc9309 */
export function robots({ origin }: Site): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** The icon of the site: a letter on paper. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="4" fill="#9a3412"/>
<path d="M8 7h16v4h-6v14h-4V11H8z" fill="#fbfaf6"/>
</svg>
`
