/** A fault in a data file: `message` says where in it, what is wrong and what the field takes. */
export class DataError extends Error {}

/**
 * Takes what stands in a JSON file at `place` (such as `operations[0].marks`) and returns what it
 * is read as; `undefined` is a field that is not there. Throws a DataError that names the place.
 */
export type Check<Value> = (value: unknown, place: string) => Value

/** Name of a field → its check. */
export type Shape = Readonly<Record<string, Check<unknown>>>

/** What the fields of a shape are read as. */
export type Values<Fields extends Shape> = {
  readonly [Name in keyof Fields]: ReturnType<Fields[Name]>
}

/** The fields of one JSON object, which refuses those that nobody asks for. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #place: string
  readonly #prefix: string
  #first: string | undefined

  /**
   * `prefix` stands before a field's name in messages. Throws a DataError for a value that is no
   * object.
   */
  constructor(value: unknown, place: string, prefix = `${place}.`) {
    this.#values = object(value, place)
    this.#place = place
    this.#prefix = prefix
  }

  /** Reads one field that decides which others there are. */
  readFirst<Value>(name: string, check: Check<Value>): Value {
    this.#first = name
    return check(this.#values[name], this.#prefix + name)
  }

  /** Reads all other fields in the order of the shape, once it is sure that there are no more. */
  read<Others extends Shape>(shape: Others): Values<Others> {
    this.#refuseOthers(shape)
    const values: Record<string, unknown> = {}
    for (const [name, check] of Object.entries(shape)) {
      values[name] = check(this.#values[name], this.#prefix + name)
    }
    // The compiler does not see that each name has got the value of its own check.
    return values as Values<Others>
  }

  #refuseOthers(shape: Shape): void {
    for (const name of Object.keys(this.#values)) {
      if (name === this.#first || Object.hasOwn(shape, name)) continue
      const known = [...(this.#first === undefined ? [] : [this.#first]), ...Object.keys(shape)]
      const takes = `it takes ${known.join(', ')}`
      throw new DataError(`${this.#place} has an unknown field "${name}"; ${takes}`)
    }
  }
}

/** An object, whatever its fields. */
export function object(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new DataError(`${place} takes an object`)
  return value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object of the fields of a shape and no others. */
export function fieldsOf<Others extends Shape>(shape: Others): Check<Values<Others>> {
  return (value, place) => new Fields(value, place).read(shape)
}

/** A well-formed text that is not empty. */
export function text(value: unknown, place: string): string {
  if (value === '' || !isText(value)) {
    throw new DataError(`${place} takes a non-empty, well-formed text`)
  }
  return value
}

/** A well-formed text, or an empty one. */
export function anyText(value: unknown, place: string): string {
  if (!isText(value)) throw new DataError(`${place} takes a well-formed text`)
  return value
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed()
}

/** An object of non-empty texts, by names that are not empty either. */
export function texts(value: unknown, place: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(object(value, place)).map(([name, one]) => {
      return [text(name, `${place}: a name`), text(one, `${place}["${name}"]`)]
    }),
  )
}

/** A non-empty text of the form; `takes` says which, for the message. */
export function textLike(form: RegExp, takes: string): Check<string> {
  return (value, place) => {
    const read = text(value, place)
    if (!form.test(read)) throw new DataError(`${place} takes ${takes}`)
    return read
  }
}

/** A list of at least `least` items. */
export function list<Item>(least: number, item: Check<Item>): Check<readonly Item[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length < least) {
      const takes = least === 0 ? 'a list' : `a list of at least ${least}`
      throw new DataError(`${place} takes ${takes}`)
    }
    return value.map((one, index) => item(one, `${place}[${index}]`))
  }
}

/** A whole number from `least` to `most`. */
export function integer(least: number, most: number): Check<number> {
  return (value, place) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
      throw new DataError(`${place} takes a whole number from ${least} to ${most}`)
    }
    return value
  }
}

/** `true` or `false`; a field that is left out is `false`. */
export function flag(value: unknown, place: string): boolean {
  if (value === undefined) return false
  if (typeof value !== 'boolean') throw new DataError(`${place} takes true or false`)
  return value
}

/** One of the words. */
export function oneOf<Word extends string>(...words: readonly Word[]): Check<Word> {
  return (value, place) => {
    const word = words.find((candidate) => candidate === value)
    if (word === undefined) throw new DataError(`${place} takes one of ${words.join(', ')}`)
    return word
  }
}

/** A field that may be left out: `fallback` stands for it. */
export function optional<Value, const Fallback>(
  check: Check<Value>,
  fallback: Fallback,
): Check<Value | Fallback> {
  return (value, place) => (value === undefined ? fallback : check(value, place))
}
