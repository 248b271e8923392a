import { readLocale } from '../../lib/catalogue/locale.ts'
import { object } from '../../lib/engine/fields.ts'
import { readGenerator } from './operations.ts'

/**
 * Returns the text of a generator file in its canonical form: the fields in the order in which they
 * are read, with what the style itself decides, and tables by code point.
 */
export function canonicalGenerator(
  text: string,
  stated: () => object | undefined,
): string {
  const value = object(parse(text), 'the file')
  readGenerator(value)
  const { copy, order } = watch({ ...value, ...stated() })
  readGenerator(copy)
  return canonical(order())
}

/** Returns the canonical text of a locale file, with the entries of each part sorted by key. */
export function canonicalLocale(text: string): string {
  const parts = Object.entries(object(parse(text), 'the file')).map(([part, items]) => {
    if (typeof items !== 'object' || items === null) return [part, items]
    const sorted = Object.entries(items)
    return [part, Object.fromEntries(sorted.sort(([one], [other]) => (one < other ? -1 : 1)))]
  })
  const { copy, order } = watch(Object.fromEntries(parts))
  const [fault] = faultsOf(copy)
  if (fault !== undefined) throw new Error(fault)
  return canonical(order())
}

function faultsOf(locale: unknown): string[] {
  const faults: string[] = []
  readLocale(locale, faults)
  return faults
}

/** Parses JSON; throws for a key that an object has twice: JSON.parse would keep the last. */
function parse(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const keys: Array<Set<string>> = []
  for (const [token, key, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') keys.push(new Set())
    else if (token === '}') keys.pop()
    if (key === undefined || colon === undefined) continue
    if (keys.at(-1)?.has(key)) throw new Error(`${key} occurs twice; remove one of them`)
    keys.at(-1)?.add(key)
  }
  return value
}

/**
 * The one way to write a data file: two spaces, a final newline, and every character that a
 * person could not see (marks, controls, formats, separators but the space, the blank pattern of Braille) as an escape.
 */
export function canonical(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(/[\p{M}\p{C}\p{Z}\u2800]/gu, escapeHidden)}\n`
}

function escapeHidden(character: string): string {
  if (character === ' ' || character === '\n') return character
  let escaped = ''
  for (let index = 0; index < character.length; index++) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }
  return escaped
}

/**
 * Copies a JSON value, and notes in which order its fields are read, so that no list is needed.
 * `order` gives the value in that order. The rows of a table are in that of their code points.
 */
function watch(value: unknown, isTable = false): { copy: unknown; order: () => unknown } {
  if (Array.isArray(value)) {
    const items = value.map((item) => watch(item))
    return { copy: items.map(({ copy }) => copy), order: () => items.map(({ order }) => order()) }
  }
  if (typeof value !== 'object' || value === null) return { copy: value, order: () => value }
  const fields = Object.entries(value)
  if (isTable) fields.sort(([one], [other]) => firstOf(one) - firstOf(other))
  const parts = new Map(fields.map(([name, part]) => [name, watch(part, name === 'characters')]))
  const read = new Set<string | symbol>()
  const copies: object = Object.fromEntries([...parts].map(([name, { copy }]) => [name, copy]))
  const copy = new Proxy(copies, {
    get(target, name) {
      read.add(name)
      return Reflect.get(target, name)
    },
  })
  const order = (): unknown => {
    const names = new Set([...read, ...parts.keys()].filter((name) => typeof name === 'string'))
    const known = [...names].filter((name) => parts.has(name))
    return Object.fromEntries(known.map((name) => [name, parts.get(name)?.order()]))
  }
  return { copy, order }
}

function firstOf(row: string): number {
  return row.codePointAt(0) ?? 0
}
