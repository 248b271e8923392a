import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { MappingChoice, Operation } from '../engine/generator.ts'
import { compileMapping } from '../engine/mapping.ts'
import type { Mapping } from '../engine/mapping.ts'
import { codings, prepareAnswer } from '../http/prepared-answer.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'

/** The answers about the catalogue, which stay the same as long as it does. */
export interface Answers {
  list(language: Language): PreparedAnswer
  /** `undefined` for a slug that no generator has. */
  detail(slug: string, language: Language): PreparedAnswer | undefined
  /** Makes what the lists need, a small step at each turn, so that nobody has to wait for it. */
  prepare(): Iterable<void>
}

/** Prepares the answers; `siteUrl` is what page addresses start with, without a final slash. */
export function createAnswers(catalogue: Catalogue, siteUrl: string): Answers {
  const made = new Map<string, PreparedAnswer>()
  const once = (key: string, value: () => unknown): PreparedAnswer => {
    const answer = made.get(key) ?? prepareAnswer(value)
    made.set(key, answer)
    return answer
  }
  const list = (language: Language): PreparedAnswer =>
    once(language, () => ({
      success: true,
      count: catalogue.size,
      generators: [...catalogue.values()].map((item) => summarize(item, language, siteUrl)),
    }))
  return {
    list,
    detail(slug, language) {
      const generator = catalogue.get(slug)
      if (generator === undefined) return undefined
      return once(`${language}/${slug}`, () => describe(generator, language, siteUrl))
    },
    *prepare() {
      for (const generator of catalogue.values()) yield void generator.example
      for (const language of languages) {
        for (const coding of codings) yield void list(language).represent(coding)
      }
    },
  }
}

function summarize(
  { slug, entries, example }: TextGenerator,
  language: Language,
  siteUrl: string,
): Readonly<Record<'slug' | 'name' | 'url' | 'example', string>> {
  const { name, page } = entries[language]
  return { slug, name, url: `${siteUrl}/${language}/${page}`, example }
}

function describe(generator: TextGenerator, language: Language, siteUrl: string): unknown {
  return {
    success: true,
    ...(language === defaultLanguage ? {} : { lang: language }),
    generator: {
      ...summarize(generator, language, siteUrl),
      characters: Object.fromEntries(generator.characters(language)),
      ...generator.traits(),
      operations: publishOperations(generator.data.operations),
    },
  }
}

/** The operations as JSON; a lone map is `characters` itself and is not repeated. */
function publishOperations(operations: readonly Operation[]): unknown[] {
  if (operations.length === 1 && operations[0]?.type === 'map') return [{ type: 'map' }]
  return operations.map((operation) => {
    switch (operation.type) {
      case 'map':
        return { type: 'map', characters: toObject(compileMapping(operation)) }
      case 'cycle':
      case 'choose':
        return { type: operation.type, mappings: operation.mappings.map(publishChoice) }
      default:
        return operation
    }
  })
}

function publishChoice(choice: MappingChoice): unknown {
  return typeof choice === 'string' ? choice : toObject(compileMapping(choice))
}

function toObject(mapping: Mapping): Readonly<Record<string, string>> {
  return Object.fromEntries(mapping)
}
