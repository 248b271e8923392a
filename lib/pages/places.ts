import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { StartError } from '../start-error.ts'

/**
 * What lies at a path. `path` is that below the root of the site, without the slash in front: of
 * the root it is `''`.
 */
export type Place = { readonly path: string } & (
  | { readonly kind: 'chooser' | 'sitemap' | 'robots' | 'icon' }
  | { readonly kind: 'list' | 'documentation' | 'nothing'; readonly language: Language }
  /** The address of a generator's page; there may be none that has it. */
  | { readonly kind: 'generator'; readonly language: Language; readonly page: string }
  | { readonly kind: 'asset'; readonly folder: string; readonly file: string }
  /** `to` is relative to the path. */
  | { readonly kind: 'redirect'; readonly to: string }
)

/** Where the documentation is, below the root of the site. */
export const documentationPath = `${defaultLanguage}/api`

/** The folder below which the assets are. */
export const assetsPath = 'assets'

/** Whether {base_url} is the address of the site, too. */
export function sharesAddress(basePath: string, siteUrl: string | undefined): boolean {
  return basePath === sitePathOf(siteUrl)
}

/** Throws a StartError where {base_url} lies on a path of the pages and is not their address. */
export function checkBasePath(basePath: string, siteUrl: string | undefined): void {
  const sitePath = sitePathOf(siteUrl)
  if (!basePath.startsWith(`${sitePath}/`) || findPlace(basePath, sitePath) === undefined) return
  throw new StartError(`BASE_PATH=${basePath}: there are pages; set another path, or PAGES=off`)
}

/** The path of SITE_URL, without a final slash: `''` where the site has a host of its own. */
export function sitePathOf(siteUrl: string | undefined): string {
  return siteUrl === undefined ? '' : new URL(siteUrl).pathname.replace(/\/$/, '')
}

/**
 * Finds what lies at a path, which may begin with that of the site or not: some web servers leave
 * it out of what they pass on. `undefined` where it is nothing of the pages.
 */
export function findPlace(path: string, sitePath: string): Place | undefined {
  if (!path.startsWith('/')) return undefined
  if (path === sitePath) return { kind: 'redirect', path: '', to: lastPart(path) }
  const isWhole = sitePath !== '' && path.startsWith(`${sitePath}/`)
  return findBelow(path.slice(isWhole ? sitePath.length + 1 : 1))
}

// The page that tells of nothing leads back from where it is: its links grow with the depth.
const mostParts = 10

function findBelow(path: string): Place | undefined {
  const file = files.get(path)
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
  if (path === `${documentationPath}/`) return { kind: 'redirect', path, to: `../${second}` }
  if (rest.length > 0) return { kind: 'nothing', path, language }
  if (second === '') return { kind: 'list', path, language }
  if (path === documentationPath) return { kind: 'documentation', path, language }
  return { kind: 'generator', path, language, page: second }
}

const files: ReadonlyMap<string, 'chooser' | 'sitemap' | 'robots' | 'icon'> = new Map([
  ['', 'chooser'],
  ['sitemap.xml', 'sitemap'],
  ['robots.txt', 'robots'],
  ['favicon.svg', 'icon'],
])

/** The last part of a path with a slash behind it: seen from there, the same path as a folder. */
function lastPart(path: string): string {
  return `${path.slice(path.lastIndexOf('/') + 1)}/`
}
