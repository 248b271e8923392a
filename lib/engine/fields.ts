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

/** Reads the fields of one JSON object and refuses unknown ones. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #path: string
  readonly #prefix: string
  #first: string | undefined

  /** Throws a DataError for anything but an object; messages put `prefix` before a field's name. */
  constructor(value: unknown, path: string, prefix = `${path}.`) {
    this.#values = object(value, path)
    this.#path = path
    this.#prefix = prefix
  }

  /** Reads the field that decides which others there are. */
  readFirst<Value>(name: string, check: Check<Value>): Value {
    this.#first = name
    return check(this.#values[name], this.#prefix + name)
  }

  /** Refuses unknown fields, and reads all others in the order of the shape. */
  read<Others extends Shape>(shape: Others): Values<Others> {
    this.#refuseOthers(shape)
    const values: Record<string, unknown> = {}
    for (const [name, check] of Object.entries(shape)) {
      values[name] = check(this.#values[name], this.#prefix + name)
    }
    // The compiler does not know that each name has the value of its own check.
    return values as Values<Others>
  }

  #refuseOthers(shape: Shape): void {
    for (const name of Object.keys(this.#values)) {
      if (name === this.#first || Object.hasOwn(shape, name)) continue
      const known = [...(this.#first === undefined ? [] : [this.#first]), ...Object.keys(shape)]
      const takes = `it takes ${known.join(', ')}`
      throw new DataError(`${this.#path} has an unknown field "${name}"; ${takes}`)
    }
  }
}

/** Reads an object with any fields. */
export function object(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new DataError(`${path} takes an object`)
  return value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an object with the fields of a shape and no others. */
export function fieldsOf<Others extends Shape>(shape: Others): Check<Values<Others>> {
  return (value, path) => new Fields(value, path).read(shape)
}

/** Reads a well-formed text that is not empty. */
export function text(value: unknown, path: string): string {
  if (value === '' || !isText(value)) {
    throw new DataError(`${path} takes a non-empty, well-formed text`)
  }
  return value
}

/** Reads a well-formed text, which may be empty. */
export function anyText(value: unknown, path: string): string {
  if (!isText(value)) throw new DataError(`${path} takes a well-formed text`)
  return value
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed()
}

/** Reads an object of texts; neither names nor texts may be empty. */
export function texts(value: unknown, path: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(object(value, path)).map(([name, one]) => {
      return [text(name, `${path}: a name`), text(one, `${path}["${name}"]`)]
    }),
  )
}

/** Reads a non-empty text of a form, which `takes` describes in the message. */
export function textLike(form: RegExp, takes: string): Check<string> {
  return (value, path) => {
    const read = text(value, path)
    if (!form.test(read)) throw new DataError(`${path} takes ${takes}`)
    return read
  }
}

/** Reads a list of at least `least` items. */
export function list<Item>(least: number, item: Check<Item>): Check<readonly Item[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < least) {
      const takes = least === 0 ? 'a list' : `a list of at least ${least}`
      throw new DataError(`${path} takes ${takes}`)
    }
    return value.map((one, index) => item(one, `${path}[${index}]`))
  }
}

/** Reads a whole number from `least` to `most`. */
export function integer(least: number, most: number): Check<number> {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
      throw new DataError(`${path} takes a whole number from ${least} to ${most}`)
    }
    return value
  }
}

/** Reads `true` or `false`; a missing field is `false`. */
export function flag(value: unknown, path: string): boolean {
  if (value === undefined) return false
  if (typeof value !== 'boolean') throw new DataError(`${path} takes true or false`)
  return value
}

/** Reads one of the words. */
export function oneOf<Word extends string>(...words: readonly Word[]): Check<Word> {
  return (value, path) => {
    const word = words.find((candidate) => candidate === value)
    if (word === undefined) throw new DataError(`${path} takes one of ${words.join(', ')}`)
    return word
  }
}

/** Reads a field that may be missing, and then has the value `fallback`. */
export function optional<Value, const Fallback>(
  check: Check<Value>,
  fallback: Fallback,
): Check<Value | Fallback> {
  return (value, path) => (value === undefined ? fallback : check(value, path))
}
