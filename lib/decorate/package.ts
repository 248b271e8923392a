import { createCatalogue } from '../catalogue/catalogue.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { unnamed } from '../catalogue/entries.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import type { Layer } from '../engine/layer.ts'
import { createDecorate } from './decorate.ts'
import type * as shipped from './index.d.ts'

/** A style in the data of the package. */
export type StyleRow = readonly [
  slug: string,
  file: GeneratorFile,
  layer: Layer,
  names: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>>,
]

function inEachLanguage<Value>(of: (language: Language) => Value): Record<string, Value> {
  return Object.fromEntries(languages.map((language) => [language, of(language)]))
}

/** Returns the data of the package: what it needs of a catalogue. */
export function rowsOf(catalogue: Catalogue): StyleRow[] {
  return [...catalogue.values()].map(({ slug, file, data, entry, example }) => [
    slug,
    { ...file, example },
    data.layer,
    inEachLanguage((language) => entry(language).name),
    inEachLanguage((language) => entry(language).page),
  ])
}

/** Makes the exports of the package from its data. */
export function createPackage(rows: readonly StyleRow[]): typeof shipped {
  const bySlug = new Map(rows.map((row) => [row[0], row]))
  const files = new Map(rows.map(([slug, file]) => [slug, file]))
  const catalogue = createCatalogue(files, (slug, language) => {
    const [, , , names, pages] = bySlug.get(slug) ?? []
    const name = names?.[language] ?? slug
    return { ...unnamed(slug), name, page: pages?.[language] ?? slug }
  })
  return {
    decorate: createDecorate(catalogue),
    styles: rows.map(([slug, { example = '', category }, layer, names]) => {
      return { slug, name: names[defaultLanguage] ?? slug, names, example, category, layer }
    }),
  }
}
