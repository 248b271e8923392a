import { defaultLanguage, languages, reservedPage } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { categories } from '../engine/generator-file.ts'
import type { Category } from '../engine/generator-file.ts'
import { StartError } from '../log.ts'

/**
 * What a path leads to. `path` is relative to the root of the site, without a slash in front: that
 * of the root is `''`.
 */
export type PageRoute = { readonly path: string } & (
  | { readonly kind: 'root' | RootFile }
  | { readonly kind: 'list' | 'documentation' | 'nothing'; readonly language: Language }
  /** The address of a generator's page, which may not exist. */
  | { readonly kind: 'generator'; readonly language: Language; readonly page: string }
  | { readonly kind: 'asset'; readonly folder: string; readonly file: string }
  /** `to` is relative to the path. */
  | { readonly kind: 'redirect'; readonly to: string }
)

/** The files at the root of the site, for crawlers and browsers. */
const rootFiles = [
  ...(['sitemap.xml', 'robots.txt', 'favicon.svg'] as const),
  ...(['favicon.ico', 'apple-touch-icon.png'] as const),
  ...languages.map((language) => cardOf(language)),
  ...categories.map((category) => cardOf(category)),
  ...languages.map(manifestOf),
]
export type RootFile = (typeof rootFiles)[number]

/** Returns the file with the picture for links to pages in a language, or of styles. */
export function cardOf<Shown extends Language | Category>(shown: Shown): `card-${Shown}.png` {
  return `card-${shown}.png`
}

/** Returns the file for those who add the pages of a language to their home screen. */
export function manifestOf(language: Language): `${Language}.webmanifest` {
  return `${language}.webmanifest`
}

/** The path of the documentation, relative to the root of the site. */
export const documentationPath = `${defaultLanguage}/${reservedPage}`

/** The folder of the assets, relative to the root of the site. */
export const assetsPath = 'assets'

/** Returns whether {base_url} is also the address of the site. */
export function sharesAddress(basePath: string, siteUrl: string | undefined): boolean {
  return basePath === sitePathOf(siteUrl)
}

/** Throws a StartError if {base_url} is on a path of the pages other than the root of the site. */
export function checkBasePath(basePath: string, siteUrl: string | undefined): void {
  const sitePath = sitePathOf(siteUrl)
  if (!basePath.startsWith(`${sitePath}/`) || findRoute(basePath, sitePath) === undefined) return
  throw new StartError(
    `BASE_PATH=${basePath}: pages use this path; set another one, or PAGES=off`,
  )
}

/** Returns the path of SITE_URL without a final slash: `''` if the site has its own host. */
export function sitePathOf(siteUrl: string | undefined): string {
  return siteUrl === undefined ? '' : new URL(siteUrl).pathname.replace(/\/$/, '')
}

// The links of a "not found" page grow with the depth of its path.
const mostParts = 10

/**
 * Returns what a path leads to, or `undefined` if it is not a path of the pages. The path may start
 * with that of the site or not: some web servers remove it.
 */
export function findRoute(whole: string, sitePath: string): PageRoute | undefined {
  if (!whole.startsWith('/')) return undefined
  if (whole === sitePath) return { kind: 'redirect', path: '', to: lastPart(whole) }
  const path = withoutSite(whole, sitePath)
  if (path === '') return { kind: 'root', path }
  const file = rootFiles.find((one) => one === path)
  if (file !== undefined) return { kind: file, path }
  const parts = path.split('/', mostParts + 1)
  if (parts.length > mostParts) return undefined
  const [first = '', second = '', ...rest] = parts
  if (first === assetsPath && rest.length > 0) {
    return { kind: 'asset', path, folder: second, file: rest.join('/') }
  }
  const language = languages.find((one) => one === first)
  if (language === undefined) return undefined
  if (path === language) return { kind: 'redirect', path, to: lastPart(path) }
  if (path === documentationPath) return { kind: 'documentation', path, language }
  // The documentation is in one language.
  if (second === reservedPage && rest.length < 2 && rest.join('') === '') {
    return { kind: 'redirect', path, to: `${'../'.repeat(rest.length + 1)}${documentationPath}` }
  }
  if (rest.length > 0) return { kind: 'nothing', path, language }
  if (second === '') return { kind: 'list', path, language }
  return { kind: 'generator', path, language, page: second }
}

/** Returns the route of a path at which nothing is. */
export function missingRoute(whole: string, sitePath: string, language: Language): PageRoute {
  return { kind: 'nothing', path: withoutSite(whole, sitePath), language }
}

/** Returns whether the links of a "not found" page at this path are short enough. */
export function hasShortLinks(whole: string, sitePath: string): boolean {
  const parts = withoutSite(whole, sitePath).split('/', mostParts + 1)
  return whole.startsWith('/') && parts.length <= mostParts
}

/** Returns the paths of all pages of a catalogue and of the files at the root of the site. */
export function listPaths(pagesOf: (language: Language) => Iterable<string>): string[] {
  const inLanguages = languages.flatMap((language) =>
    ['', ...pagesOf(language)].map((page) => `${language}/${page}`))
  return ['', ...rootFiles, documentationPath, ...inLanguages]
}

function withoutSite(whole: string, sitePath: string): string {
  return whole.slice(sitePath !== '' && whole.startsWith(`${sitePath}/`) ? sitePath.length + 1 : 1)
}

/** Returns the relative link from a path to the same path with a slash at its end. */
function lastPart(path: string): string {
  return `${path.slice(path.lastIndexOf('/') + 1)}/`
}
