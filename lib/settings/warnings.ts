import { countEdits } from '../api/closest-slug.ts'
import { settings } from './config.ts'
import type { Environment } from './config.ts'

/** The placeholder in the documents that readers replace by their own origin. */
export const placeholderSiteUrl = 'https://your.site'

/**
 * Returns warnings about settings with which the service can start: variables that look like a
 * mistyped setting, a TRUST_PROXY that includes every address, and a SITE_URL that is not set.
 * `siteUrl` is the beginning of page addresses.
 */
export function findWarnings(environment: Environment, siteUrl: string): string[] {
  const warnings = findMistyped(environment)
  const trusted = environment[settings.isTrusted.variable] ?? ''
  if (trusted.split(',').some((range) => /\/0+\s*$/.test(range))) {
    const danger = 'any client can choose its address with X-Forwarded-For'
    warnings.push(`TRUST_PROXY=${trusted} trusts every address: ${danger}`)
  }
  const fault = !environment[settings.siteUrl.variable]
    ? 'not set'
    : siteUrl === placeholderSiteUrl && 'the placeholder of the documents'
  if (fault) {
    warnings.push(`SITE_URL is ${fault}: the \`url\` fields of the answers begin with ${siteUrl}`)
  }
  return warnings
}

/** Returns a warning for each variable that looks like a mistyped setting. */
export function findMistyped(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    const meant = findMeant(name)
    return meant === undefined ? [] : [`${name} has no effect: the setting is ${meant}`]
  })
}

const variables: readonly string[] = Object.values(settings).map(({ variable }) => variable)

/** Returns the setting that an unknown variable looks like, if there is one. */
function findMeant(name: string): string | undefined {
  if (variables.includes(name)) return undefined
  const letters = lettersOf(name)
  return variables.find((variable) => isClose(letters, lettersOf(variable)))
}

/** Removes differences of case, `_` and `-` from a name. */
function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, '')
}

/** Shorter names resemble common variables: HOST and HOME, PORT and PATH. */
const leastLetters = 7

function isClose(name: string, setting: string): boolean {
  if (name === setting) return true
  const [shorter, longer] = [name, setting].toSorted((one, other) => one.length - other.length)
  if (shorter === undefined || longer === undefined || shorter.length < leastLetters) return false
  const most = Math.floor(longer.length / 4)
  return longer.startsWith(shorter) || countEdits(name, setting, most) <= most
}
