/** A fault in a data file: `message` says where in it, what is wrong and what the field takes. */
export class DataError extends Error {}

/** The fields of a JSON object; throws a DataError for another value or a field not in `known`. */
export function checkObject(
  value: unknown,
  where: string,
  known?: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DataError(`${where} takes an object`)
  }
  for (const field of Object.keys(value)) {
    if (known !== undefined && !known.includes(field)) {
      throw new DataError(`${where} has an unknown field "${field}"; it takes ${known.join(', ')}`)
    }
  }
  return value as Readonly<Record<string, unknown>>
}

/** A well-formed text; an empty one only where `least` is 0. */
export function checkText(value: unknown, where: string, least = 1): string {
  if (typeof value !== 'string' || value.length < least || !value.isWellFormed()) {
    throw new DataError(`${where} takes ${least === 0 ? 'a' : 'a non-empty,'} well-formed text`)
  }
  return value
}

/** A list of at least `least` items, each checked by `check`. */
export function checkList<Item>(
  value: unknown,
  where: string,
  least: number,
  check: (item: unknown, where: string) => Item,
): readonly Item[] {
  if (!Array.isArray(value) || value.length < least) {
    throw new DataError(`${where} takes a list of at least ${least}`)
  }
  return value.map((item, index) => check(item, `${where}[${index}]`))
}

/** A whole number from `least` to `most`. */
export function checkInteger(value: unknown, where: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new DataError(`${where} takes a whole number from ${least} to ${most}`)
  }
  return value
}

/** `true` or `false`; a field that is left out is `false`. */
export function checkFlag(value: unknown, where: string): boolean {
  if (value === undefined) return false
  if (typeof value !== 'boolean') throw new DataError(`${where} takes true or false`)
  return value
}

/** One of the words of `words`. */
export function checkWord<Word extends string>(
  value: unknown,
  where: string,
  words: readonly Word[],
): Word {
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw new DataError(`${where} takes one of ${words.join(', ')}`)
  return word
}
