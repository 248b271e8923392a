import { charactersOf, mappingsOf } from './characters.ts'
import type { Category, GeneratorData, Operation } from './generator.ts'
import type { Mapping } from './mapping.ts'
import { restore } from './restoration.ts'
import type { Surroundings } from './transform.ts'

/** How much of a group of characters a generator changes. */
export type Share = 'all' | 'some' | 'none'

/** What a client can know of a generator without trying it. */
export interface Traits {
  readonly category: Category
  readonly coverage: Readonly<Record<keyof typeof groups, Share>>
  /** Whether `plain-text` gives back every character that the generator changes. */
  readonly reversible: boolean
  /**
   * Whether compatibility normalisation (NFKC) does: what search engines and screen readers use.
   * https://www.unicode.org/reports/tr15/#Norm_Forms
   */
  readonly folds: boolean
  /** The newest Unicode version that the output needs, where the file tells it. */
  readonly unicode?: string
}

const groups = {
  upper: range('A', 'Z'),
  lower: range('a', 'z'),
  digits: range('0', '9'),
  punctuation: [...range('!', '/'), ...range(':', '@'), ...range('[', '`'), ...range('{', '~')],
  // The letters with accents of Spanish, French and Turkish.
  accents: [...'áéíóúüñÁÉÍÓÚÜÑàâçèêëîïôùûÿÀÂÇÈÊËÎÏÔÙÛŸğşöĞİŞÖ'],
} as const

/** Works out the traits of a generator. */
export function traitsOf(
  slug: string,
  { category, operations, unicode }: GeneratorData,
  surroundings: Surroundings,
): Traits {
  const characters = charactersOf(slug, operations, surroundings, 'en')
  const changes = [characters, ...mappingsOf(operations, surroundings.mappingOf)]
  const plain = (text: string): string => restore(text, surroundings.restoration())
  return {
    category,
    coverage: coverageOf(characters),
    reversible:
      hasOnly(operations, [...replacing, ...marking]) &&
      // A key that is decorated itself (²) cannot come back.
      always(changes, (key, text) => plain(text) === key || plain(key) !== key),
    folds: hasOnly(operations, replacing) && always(changes, (key, text) => fold(text) === key),
    ...(unicode === undefined ? {} : { unicode }),
  }
}

const replacing = ['map', 'map-like', 'cycle', 'choose']
const marking = ['marks', 'scatter']

/** NFKC, without the selector that only keeps a letter from being drawn as an emoji. */
function fold(text: string): string {
  return text.replaceAll('\ufe0e', '').normalize('NFKC')
}

function hasOnly(operations: readonly Operation[], types: readonly string[]): boolean {
  return operations.every(({ type }) => types.includes(type))
}

function coverageOf(characters: Mapping): Traits['coverage'] {
  const shareOf = (group: readonly string[]): Share => {
    const count = group.filter((character) => characters.has(character)).length
    return count === 0 ? 'none' : count === group.length ? 'all' : 'some'
  }
  return {
    upper: shareOf(groups.upper),
    lower: shareOf(groups.lower),
    digits: shareOf(groups.digits),
    punctuation: shareOf(groups.punctuation),
    accents: shareOf(groups.accents),
  }
}

function always(
  changes: readonly Mapping[],
  holds: (key: string, text: string) => boolean,
): boolean {
  for (const mapping of changes) {
    for (const [key, text] of mapping) if (!holds(key, text)) return false
  }
  return changes.some((mapping) => mapping.size > 0)
}

function range(first: string, last: string): string[] {
  const from = first.charCodeAt(0)
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, offset) =>
    String.fromCharCode(from + offset),
  )
}
