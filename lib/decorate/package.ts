import { createCatalogue } from '../catalogue/catalogue.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { unnamed } from '../catalogue/entries.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { readGeneratorFile } from '../engine/generator-file.ts'
import type { Category, GeneratorFile } from '../engine/generator-file.ts'
import type { Layer } from '../engine/layer.ts'
import { createDecorate } from './decorate.ts'
import type * as shipped from './index.d.ts'

/** A style in the data of the package: what it needs, and nothing else, because pages load it. */
export type StyleRow = readonly [
  slug: string,
  category: Category,
  layer: Layer,
  sample: string,
  example: string,
  restore: boolean,
  operations: unknown,
  /** In the order of the languages. */
  names: readonly string[],
  pages: readonly string[],
  retired: boolean,
]

/** Returns the data of the package: what it needs of a catalogue. */
export function rowsOf(catalogue: Catalogue): StyleRow[] {
  return [...catalogue.values()].map(({ slug, file, data, entry, example }) => {
    const entries = languages.map(entry)
    const names = entries.map(({ name }) => name)
    const pages = entries.map(({ page }) => page)
    const { category, sample, restore, operations, retired } = file
    return [slug, category, data.layer, sample, example, restore, operations, names, pages, retired]
  })
}

/** Makes the exports of the package from its data. */
export function createPackage(rows: readonly StyleRow[]): typeof shipped {
  const bySlug = new Map(rows.map((row) => [row[0], row]))
  const catalogue = createCatalogue(new Map(rows.map(fileOf)), (slug, language) => {
    const [, , , , , , , names, pages] = bySlug.get(slug) ?? []
    const at = languages.indexOf(language)
    return { ...unnamed(slug), name: names?.[at] ?? slug, page: pages?.[at] ?? slug }
  })
  return {
    decorate: createDecorate(catalogue),
    styles: rows.map(([slug, category, layer, , example, , , texts, , retired]) => {
      const [name = slug] = texts
      const names = Object.fromEntries(languages.map((one, at) => [one, texts[at] ?? slug]))
      // It has each language, which the compiler cannot know.
      const all = names as Record<Language, string>
      return { slug, name, names: all, example, category, layer, ...(retired && { retired }) }
    }),
  }
}

const anyFile = readGeneratorFile({ category: 'small', position: 1, operations: [] })

/** Makes the file of a row. What only pages and answers show of it is missing. */
function fileOf(row: StyleRow): [slug: string, file: GeneratorFile] {
  const [slug, category, , sample, example, restore, operations, , , retired] = row
  return [slug, { ...anyFile, category, sample, example, restore, operations, retired }]
}
