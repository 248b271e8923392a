import { countEdits } from '../api/closest-slug.ts'
import { settings } from './config.ts'
import type { Environment } from './config.ts'

/**
 * What an operator should know of the settings although the service starts with them: a sentence
 * for each variable that looks like a mistyped setting, and one where SITE_URL is not set;
 * `siteUrl` is what page addresses start with then.
 */
export function findWarnings(environment: Environment, siteUrl: string): string[] {
  const warnings = Object.keys(environment).flatMap((name) => {
    const meant = findMeant(name)
    return meant === undefined ? [] : [`${name} has no effect: the setting is ${meant}`]
  })
  if (!environment[settings.siteUrl.variable]) {
    warnings.push(`SITE_URL is not set: the \`url\` fields of the answers lead to ${siteUrl}`)
  }
  return warnings
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
