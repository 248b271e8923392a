import { countEdits } from '../api/closest-slug.ts'
import { settings } from './config.ts'
import type { Environment } from './config.ts'

/** What the documents write where everybody has an origin of their own to fill in. */
export const placeholderSiteUrl = 'https://your.site'

/**
 * What an operator should know of the settings although the service starts with them: a sentence
 * for each variable that looks like a mistyped setting, one where proxies are believed that may be
 * anybody, and one where SITE_URL tells nothing; `siteUrl` is what page addresses start with.
 */
export function findWarnings(environment: Environment, siteUrl: string): string[] {
  const warnings = findMistyped(environment)
  const trusted = environment[settings.isTrusted.variable] ?? ''
  if (trusted.split(',').some((range) => /\/0+\s*$/.test(range))) {
    const danger = 'whoever writes X-Forwarded-For chooses the client that is counted'
    warnings.push(`TRUST_PROXY=${trusted} believes every address: ${danger}`)
  }
  const fault = !environment[settings.siteUrl.variable]
    ? 'not set'
    : siteUrl === placeholderSiteUrl && 'the placeholder of the documents'
  if (fault) {
    warnings.push(`SITE_URL is ${fault}: the \`url\` fields of the answers lead to ${siteUrl}`)
  }
  return warnings
}

/** A sentence for each variable that looks like a mistyped setting. */
export function findMistyped(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    const meant = findMeant(name)
    return meant === undefined ? [] : [`${name} has no effect: the setting is ${meant}`]
  })
}

const variables: readonly string[] = Object.values(settings).map(({ variable }) => variable)

/** The setting that a variable which is none looks like, or `undefined`. */
function findMeant(name: string): string | undefined {
  if (variables.includes(name)) return undefined
  const letters = lettersOf(name)
  return variables.find((variable) => isClose(letters, lettersOf(variable)))
}

/** The name without what is written in several ways: case, `_` and `-`. */
function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, '')
}

/** Shorter names than this are close to many a usual variable: HOST to HOME, PORT to PATH. */
const leastLetters = 7

function isClose(name: string, setting: string): boolean {
  if (name === setting) return true
  const [shorter, longer] = [name, setting].toSorted((one, other) => one.length - other.length)
  if (shorter === undefined || longer === undefined || shorter.length < leastLetters) return false
  const most = Math.floor(longer.length / 4)
  return longer.startsWith(shorter) || countEdits(name, setting, most) <= most
}
