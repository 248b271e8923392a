/** A fault in a data file: the message names the field, and says what it accepts. */
export class DataError extends Error {}

/**
 * Checks a value of a JSON file, `undefined` for a missing field, and returns what it is read as.
 * Throws a DataError that names its path, such as `operations[0].marks`.
 */
export type Check<Value> = (value: unknown, path: string) => Value

/** Name of a field → its check. */
export type Shape = Readonly<Record<string, Check<unknown>>>

/** The values that the fields of a shape are read as. */
export type Values<Fields extends Shape> = {
  readonly [Name in keyof Fields]: ReturnType<Fields[Name]>
}

/**
 * Reads a JSON object with the fields of a shape, in their order, and refuses other fields.
 * Messages put `prefix` before the name of a field.
 */
export function readFields<Own extends Shape>(
  value: unknown,
  path: string,
  shape: Own,
  prefix = `${path}.`,
): Values<Own> {
  const given = object(value, path)
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(shape, name))
  if (unknown !== undefined) {
    throw new DataError(`${path} has an unknown field "${unknown}"; known fields: ${
      Object.keys(shape).join(', ')
    }`)
  }
  const values = Object.entries(shape).map(([name, check]) => {
    return [name, check(given[name], prefix + name)] as const
  })
  // The compiler does not know that each name has the value of its own check.
  return Object.fromEntries(values) as Values<Own>
}

/** Makes a check for an object with the fields of a shape and no others. */
export function fieldsOf<Own extends Shape>(shape: Own): Check<Values<Own>> {
  return (value, path) => readFields(value, path, shape)
}

/** Makes a check for values of a type, which `wanted` describes in the message. */
function accept<Value>(
  isAccepted: (value: unknown) => value is Value,
  wanted: string,
): (value: unknown, path: string) => Value {
  return (value, path) => {
    if (isAccepted(value)) return value
    throw new DataError(`${path} ${value === undefined ? 'is missing; it ' : ''}must be ${wanted}`)
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed()
}

/** Reads a well-formed text, which may be empty. */
export const anyText = accept(isText, 'a well-formed text')

/** Reads a well-formed text that is not empty. */
export const text = accept(
  (value): value is string => value !== '' && isText(value),
  'a non-empty, well-formed text',
)

/** Reads an object with any fields. */
export const object = accept(
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
)

/** Reads an object of texts; neither names nor texts may be empty. */
export function texts(value: unknown, path: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(object(value, path)).map(([name, one]) => {
      return [text(name, `${path}: a name`), text(one, `${path}["${name}"]`)]
    }),
  )
}

/** Reads a non-empty text of a form, which `wanted` describes in the message. */
export function textLike(form: RegExp, wanted: string): Check<string> {
  const check = accept((value): value is string => form.test(String(value)), wanted)
  return (value, path) => check(text(value, path), path)
}

/** Reads a list of at least `least` items. */
export function list<Item>(least: number, item: Check<Item>): Check<readonly Item[]> {
  const check = accept(
    (value): value is readonly unknown[] => Array.isArray(value) && value.length >= least,
    least === 0 ? 'a list' : `a list of at least ${least}`,
  )
  return (value, path) => {
    return check(value, path).map((one, index) => item(one, `${path}[${index}]`))
  }
}

/** Reads a whole number from `least` to `most`. */
export function integer(least: number, most: number): Check<number> {
  return accept(
    (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
    `a whole number from ${least} to ${most}`,
  )
}

/** Reads `true` or `false`; a missing field is `false`. */
export const flag = optional(
  accept((value) => typeof value === 'boolean', 'true or false'),
  false,
)

/** Reads one of the words. */
export function oneOf<Word extends string>(...words: readonly Word[]): Check<Word> {
  return accept(
    (value): value is Word => words.some((word) => word === value),
    `one of ${words.join(', ')}`,
  )
}

/** Reads a field that may be missing, and then has the value `fallback`. */
export function optional<Value, const Fallback>(
  check: Check<Value>,
  fallback: Fallback,
): Check<Value | Fallback> {
  return (value, path) => (value === undefined ? fallback : check(value, path))
}
