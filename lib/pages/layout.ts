import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { Category } from '../engine/generator-file.ts'
import { html, render } from './html.ts'
import type { Html } from './html.ts'
import { cardOf, documentationPath, manifestOf } from './routes.ts'
import { generatorPath, listPath, symbolsPath } from './site.ts'
import type { TextKey } from './page-texts.ts'
import type { Site } from './site.ts'

/** The colours of the background, as in the style sheet. */
export const paper = { light: '#fbfaf6', dark: '#161513' } as const

/** A page without the parts that all pages share. */
export interface Page {
  readonly language: Language
  /** The requested path, relative to the root of the site. Links are relative to it. */
  readonly path: string
  /** The path of the same page for search engines, if it has another one. */
  readonly canonicalPath?: string
  readonly title: string
  readonly description: string
  /** Whether nothing permanent is at the path. */
  readonly isError?: boolean
  /** The category whose picture other services show with a link. */
  readonly category?: Category
  /** The paths of the same page in each language. */
  readonly translations?: Translations
  /** Whether search engines may index it. */
  readonly isIndexed: boolean
  readonly main: Html
  /** The texts that scripts use, if the page is live. */
  readonly liveTexts?: readonly TextKey[]
  /** Whether it is the beginning of the site. */
  readonly isHome?: boolean
  /** The class of the main part, if it has a layout of its own. */
  readonly mainClass?: string
  /** The part of the usual script that the page needs at once. */
  readonly part?: string
  /** The page's own files: an additional style sheet, and a script instead of the usual one. */
  readonly own?: { readonly style: string; readonly script: string }
}

/** Paths relative to the root of the site. */
export interface Translations {
  readonly paths: ReadonlyMap<Language, string>
  /** For visitors with another language. */
  readonly others: string
}

/** Returns the document of a page. */
export function layOut(page: Page, site: Site): string {
  const { language, path, main, liveTexts = [], mainClass, part, own, isHome } = page
  const texts = site.texts(language)
  const scripts = liveTexts.length > 0 ? site.scripts : undefined
  return render(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport"
content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
${describe(page, site)}${['style.css', ...(own ? [own.style] : [])].map((file) => {
    return html`<link rel="stylesheet" href="${linkTo(path, site.style.path(file))}">\n`
  })}<link rel="icon" type="image/svg+xml" href="${linkTo(path, 'favicon.svg')}">
<link rel="apple-touch-icon" href="${linkTo(path, 'apple-touch-icon.png')}">
<link rel="manifest" href="${linkTo(path, manifestOf(language))}">
${(['light', 'dark'] as const).map((scheme) => {
    const media = `(prefers-color-scheme:${scheme})`
    return html`<meta name="theme-color" media="${media}" content="${paper[scheme]}">\n`
  })}<link rel="service-doc" href="${linkTo(path, documentationPath)}">
${
    scripts && html`<script type="module" src="${
      linkTo(path, scripts.path(own?.script ?? 'live.js'))
    }"></script>
`}${
    // The script loads its styles, too, but a round trip later.
    scripts && !own && html`<link rel="preload" as="fetch" crossorigin media="(scripting: enabled)"
href="${linkTo(path, scripts.path('styles.json'))}">
`}${
    scripts && part && html`<link rel="modulepreload" href="${linkTo(path, scripts.path(part))}">
`}</head>
<body${isHome && itemType('WebSite')}>
<a class="skip" href="#main">${texts.text('skip-link')}</a>
<header class="top">
<a class="home" href="${linkTo(path, listPath(language))}"${isHome && html` itemprop="url"`}><span${
    isHome && html` itemprop="name"`
  }>${texts.text('site-name')}</span></a>
${navigate(page, site)}<details class="menu">
<summary>${texts.text('own-name')}</summary>
${listLanguages(page, site)}</details>
</header>
<main id="main"${mainClass && html` class="${mainClass}"`}>
${main}${
    // Scripts report in this element, and fill these texts.
    scripts && html`<p class="status" id="status" role="status" aria-atomic="true"></p>
<template id="words" data-most="${site.services.maxTextCodePoints}">
${liveTexts.map((key) => html`<p data-key="${key}">${texts.unfilled(key)}</p>\n`)}</template>
`}</main>
<footer class="bottom">
<nav class="languages" aria-label="${texts.text('language-navigation')}">
${listLanguages(page, site)}</nav>
<ul>
<li><a href="${linkTo(path, decodersPath(language))}">${texts.text('decoders-link')}</a></li>
<li><a href="${linkTo(path, documentationPath)}"
hreflang="${defaultLanguage}">${texts.text('api-link')}</a></li>
</ul>
</footer>
</body>
</html>
`)
}

/** Returns the relative link from one path to another, both relative to the root of the site. */
export function linkTo(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1)}${to}` || './'
}

/** Returns a link to a page in another language, in whose words it is. */
export function linkIn(language: Language, href: string, words: string): Html {
  return html`<a lang="${language}" hreflang="${language}" href="${href}">${words}</a>`
}

/** Returns the metadata of a page. For og:locale see https://ogp.me/#optional */
function describe(page: Page, site: Site): Html {
  const { language, title, description, isError, isIndexed, translations, category } = page
  const path = page.canonicalPath ?? page.path
  const isKnown = site.siteUrl !== undefined
  const own = isKnown && !isError && urlOf(path, page, site)
  const { paths = new Map<Language, string>(), others = '' } = translations ?? {}
  const alternates = paths.size > 0 ? [...paths, ['x-default', others] as const] : []
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${!(isIndexed && isKnown) && html`<meta name="robots" content="noindex">\n`}${
    own !== false && html`<link rel="canonical" href="${own}">\n`
  }${
    alternates.map(([tag, to]) => {
      return html`<link rel="alternate" hreflang="${tag}" href="${urlOf(to, page, site)}">\n`
    })
  }<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${
    own !== false &&
    html`<meta property="og:url" content="${own}">
<meta property="og:image" content="${urlOf(cardOf(category ?? language), page, site)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
`
  }${
    [...new Set([language, ...paths.keys()])].map((one, index) => {
      const property = index === 0 ? 'og:locale' : 'og:locale:alternate'
      return html`<meta property="${property}" content="${withTerritory(one)}">\n`
    })
  }<meta property="og:site_name" content="${site.texts(language).text('site-name')}">
`
}

/** Returns attributes that begin data for search engines: https://schema.org/docs/gs.html */
export function itemType(name: string): Html {
  return html` itemscope itemtype="https://schema.org/${name}"`
}

/** Returns an absolute address, or a relative one if SITE_URL is not set. */
function urlOf(path: string, page: Page, { siteUrl }: Site): string {
  return siteUrl === undefined ? linkTo(page.path, path) : `${siteUrl}/${path}`
}

/**
 * Returns `en_US` for `en`: Open Graph requires a territory. It is the likely one.
 * https://www.unicode.org/reports/tr35/#Likely_Subtags
 */
function withTerritory(language: Language): string {
  return `${language}_${new Intl.Locale(language).maximize().region}`
}

function navigate({ language, path }: Page, site: Site): Html {
  const { text } = site.texts(language)
  const item = (target: string, words: string, mark: Html | false = false): Html =>
    html`<li><a href="${linkTo(path, target)}"${mark}>${words}</a></li>\n`
  const { plain } = site
  return html`<nav aria-label="${text('site-navigation')}">
<ul>
${[
    item(symbolsPath(language, site), text('symbols-button')),
    item(decodersPath(language), text('decoders-link')),
    plain && item(
      generatorPath(plain, language),
      text('plain-link'),
      html` data-plain="${plain.slug}"`,
    ),
  ]}</ul>
</nav>
`
}

function decodersPath(language: Language): string {
  return `${listPath(language)}#decoded`
}

/** Returns links to the translations of a page, or else to the lists in other languages. */
function listLanguages({ language, path, translations }: Page, site: Site): Html {
  const item = (one: Language): Html => {
    const name = site.texts(one).text('own-name')
    if (one === language) return html`<b lang="${one}" aria-current="true">${name}</b>`
    return linkIn(one, linkTo(path, translations?.paths.get(one) ?? listPath(one)), name)
  }
  return html`<ul>
${languages.map((one) => html`<li>${item(one)}</li>\n`)}</ul>
`
}
