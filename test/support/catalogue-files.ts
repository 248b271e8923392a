import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { layerOf } from '../../lib/engine/operations.ts'
import { parseObject, toObject } from './answers.ts'
import { root } from './folders.ts'

const files = new Map(
  readdirSync(join(root, 'generators'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.slice(0, -5), readJson('generators', file)] as const)
    .sort(([, one], [, other]) => {
      const [rank, otherRank] = [one, other].map((file) => {
        const rank = categories.findIndex((category) => category === file['category'])
        return (file['retired'] === true ? rank + categories.length : rank) * 10_000
      })
      const places = Number(one['position']) - Number(other['position'])
      return Number(rank) - Number(otherRank) + places
    }),
)

/** Returns the category in the file of a generator. */
export function categoryOf(slug: string): unknown {
  return files.get(slug)?.['category']
}

/** Returns the layer of a generator, by its file. */
export function layerOfFile(slug: string): unknown {
  const category = categories.find((one) => one === categoryOf(slug)) ?? 'small'
  return layerOf({ category, operations: files.get(slug)?.['operations'] })
}

/** The slugs of the catalogue, in its order. */
export const slugs = [...files.keys()]

/** Those that are not retired. */
export const listedSlugs = slugs.filter((slug) => files.get(slug)?.['retired'] !== true)

const locales = new Map<string, Readonly<Record<string, unknown>>>(
  languages.map((tag) => [tag, toObject(readJson('locales', `${tag}.json`)['generators'])]),
)

/** Returns the entry of a generator in a locale file. */
export function entryOf(slug: string, language: string) {
  const { name, page, note } = toObject(locales.get(language)?.[slug])
  return { name: String(name), page: String(page), note: typeof note === 'string' ? note : '' }
}

/** Queries with `lang`, and the locale that each asks for. */
export const languageRows: Array<[title: string, query: string, language: string]> = [
  ['nothing', '', 'en'],
  ...languages.map((tag): [string, string, string] => [`lang=${tag}`, `&lang=${tag}`, tag]),
  ['an empty one', '&lang=', 'en'],
  ['a name without a value', '&lang', 'en'],
  ['an unknown one', '&lang=xx', 'en'],
  ['capitals', '&lang=ES', 'en'],
  ['a region', '&lang=es-ES', 'en'],
  ['en-US', '&lang=en-US', 'en'],
  ['a space before it', '&lang=+es', 'en'],
  ['a NUL after it', '&lang=es%00', 'en'],
  ['__proto__', '&lang=__proto__', 'en'],
  ['constructor', '&lang=constructor', 'en'],
  ['a list', '&lang=es,fr', 'en'],
  ['two of them: the last', '&lang=es&lang=fr', 'fr'],
  ['a good one and then a bad one', '&lang=es&lang=xx', 'en'],
  ['a good one and then an empty one', '&lang=es&lang=', 'en'],
  ['a bad one and then a good one', '&lang=xx&lang=tr', 'tr'],
  ['an encoded one', '&%6cang=%65s', 'es'],
]

function readJson(...path: string[]): Readonly<Record<string, unknown>> {
  return parseObject(readFileSync(join(root, ...path), 'utf8'))
}
