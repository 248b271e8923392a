import { existsSync, readFileSync, statSync } from 'node:fs'
import { listedOf } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { categories } from '../engine/generator-file.ts'
import { html, render } from './html.ts'
import { paper } from './layout.ts'
import { cardOf, documentationPath, manifestOf } from './routes.ts'
import type { RootFile } from './routes.ts'
import { generatorPath, listPath, symbolsPath } from './site.ts'
import type { Site } from './site.ts'
import { shippedFile } from './shipped-file.ts'

/** The files at the root of the site: their media types and contents. */
export const rootSources = {
  // The addresses of all pages. https://www.sitemaps.org/protocol.html
  'sitemap.xml': ['application/xml; charset=utf-8', listAddresses],
  // Allows crawlers to read everything. https://www.rfc-editor.org/rfc/rfc9309
  'robots.txt': [
    'text/plain; charset=utf-8',
    ({ origin }) => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  ],
  'favicon.svg': ['image/svg+xml', () => icon],
  'favicon.ico': ['image/x-icon', () => readPicture('favicon.ico')],
  'apple-touch-icon.png': ['image/png', () => readPicture('apple-touch-icon.png')],
  ...each(languages, cardOf, (language) => ['image/png', () => readCard(language)]),
  ...each(categories, cardOf, (category) => ['image/png', () => readPicture(cardOf(category))]),
  ...each(languages, manifestOf, (language) => {
    return ['application/manifest+json', (site) => JSON.stringify(describeApp(language, site))]
  }),
} as const satisfies Record<RootFile, RootSource>

type RootSource = readonly [mediaType: string, content: (site: Site) => string | Buffer]

function each<One, File extends string>(
  ones: readonly One[],
  fileOf: (one: One) => File,
  source: (one: One) => RootSource,
): Record<File, RootSource> {
  const entries = ones.map((one) => [fileOf(one), source(one)] as const)
  return Object.fromEntries(entries) as Record<File, RootSource>
}

/** Reads the card of a language, or the English one if none has been drawn for it. */
function readCard(language: Language): Buffer {
  const card = cardOf(language)
  return readPicture(existsSync(shippedFile('pictures', card)) ? card : cardOf(defaultLanguage))
}

function readPicture(file: RootFile): Buffer {
  return readFileSync(shippedFile('pictures', file))
}

/** Returns what a home screen shows of the pages. https://www.w3.org/TR/appmanifest/ */
function describeApp(language: Language, site: Site) {
  const { text } = site.texts(language)
  return {
    name: text('site-name'),
    short_name: text('site-name'),
    lang: language,
    start_url: listPath(language),
    scope: './',
    display: 'standalone',
    background_color: paper.light,
    theme_color: paper.light,
    icons: [
      { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: 'apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    ],
  }
}

function listAddresses(site: Site): string {
  const { origin, services } = site
  const generators = listedOf(services.catalogue)
  const paths = [
    ...languages.map(listPath),
    ...languages.map((language) => symbolsPath(language, site)),
    documentationPath,
    ...languages.flatMap((language) => generators.map((one) => generatorPath(one, language))),
  ]
  // In a release, all files have its date.
  const day = statSync(shippedFile('symbols.json')).mtime.toISOString().slice(0, 10)
  return render(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => {
    return html`<url><loc>${origin}/${path}</loc><lastmod>${day}</lastmod></url>\n`
  })}</urlset>
`)
}

/** A letter on paper. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="4" fill="#9a3412"/>
<path d="M8 7h16v4h-6v14h-4V11H8z" fill="#fbfaf6"/>
</svg>
`
