import { settings } from './config.ts'
import type { Environment } from './config.ts'

/**
 * What an operator should know of the settings although the service starts with them: a sentence
 * for each variable that looks like a mistyped setting, and one where SITE_URL is not set.
 */
export function findWarnings(environment: Environment): string[] {
  const warnings = Object.keys(environment).flatMap((name) => {
    const meant = findMeant(name)
    return meant === undefined ? [] : [`${name} has no effect: the setting is ${meant}`]
  })
  if (!environment[settings.siteUrl.variable]) {
    warnings.push('SITE_URL is not set: the `url` fields of the answers lead to http://localhost')
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
  return longer.startsWith(shorter) || countEdits(name, setting) <= Math.floor(longer.length / 4)
}

/**
 * How many letters must be put in, taken out, replaced, or swapped with the next one to make `to`
 * of `from` (the optimal string alignment distance).
 */
function countEdits(from: string, to: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line++) {
    const next = [line]
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(row, column - 1) + (from[line - 1] === to[column - 1] ? 0 : 1)
      const isSwap = from[line - 2] === to[column - 1] && from[line - 1] === to[column - 2]
      const swapped = isSwap ? at(before, column - 2) + 1 : Infinity
      next.push(Math.min(replaced, swapped, at(row, column) + 1, at(next, column - 1) + 1))
    }
    before = row
    row = next
  }
  return at(row, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
