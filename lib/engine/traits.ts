import { charactersOf } from './characters.ts'
import { isDrawnApart } from './drawn-apart.ts'
import type { Accents } from './drawn-apart.ts'
import type { GeneratorData } from './generator.ts'
import type { Category } from './generator-file.ts'
import type { Mapping } from './mapping.ts'
import type { Effect, Operation, Siblings } from './operation.ts'
import { restore } from './restoration.ts'

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
  readonly support: Support
}

/** Which devices can be expected to show a style without boxes. */
export interface Support {
  /** Of A to z: all, or those that know the newer versions of Unicode, or those with rare fonts. */
  readonly letters: 'wide' | 'newer' | 'risky'
  /** Of letters with accents: `risky` where `accents=plain` exists for. */
  readonly accents: 'wide' | 'risky'
}

const groups = {
  upper: range('A', 'Z'),
  lower: range('a', 'z'),
  digits: range('0', '9'),
  punctuation: [...range('!', '/'), ...range(':', '@'), ...range('[', '`'), ...range('{', '~')],
  // The letters of Spanish, French and Turkish that are not in A to Z.
  accents: [...'áéíóúüñÁÉÍÓÚÜÑàâçèêëîïôùûÿœæÀÂÇÈÊËÎÏÔÙÛŸŒÆğşöıĞİŞÖ'],
} as const

/** Works out the traits of a generator; the coverage is that of the `accents`. */
export function traitsOf(
  slug: string,
  { category, operations, unicode }: GeneratorData,
  siblings: Siblings,
  accents: Accents = 'styled',
): Traits {
  const characters = charactersOf(slug, operations, siblings, 'en')
  const changes = [
    characters,
    ...operations.flatMap((operation) => operation.mappings(siblings)),
  ]
  const plain = (text: string): string => restore(text, siblings.restoration(), 'en')
  return {
    category,
    coverage: coverageOf(charactersOf(slug, operations, siblings, 'en', accents)),
    reversible:
      hasOnly(operations, 'replaces', 'marks') &&
      // A key that is decorated itself (²) cannot come back.
      always(changes, (key, text) => plain(text) === key || plain(key) !== key),
    folds: hasOnly(operations, 'replaces') && always(changes, (key, text) => fold(text) === key),
    ...(unicode === undefined ? {} : { unicode }),
    support: supportOf(changes, unicode),
  }
}

/** NFKC, without the selector that only keeps a letter from being drawn as an emoji. */
function fold(text: string): string {
  return text.replaceAll('\ufe0e', '').normalize('NFKC')
}

function hasOnly(operations: readonly Operation[], ...effects: readonly Effect[]): boolean {
  return operations.every(({ effect }) => effects.includes(effect))
}

function supportOf(changes: readonly Mapping[], unicode: string | undefined): Support {
  // What the file does not tell may be as new as Unicode is.
  const isNewer = unicode === undefined || Number.parseFloat(unicode) > widelyKnown
  const isRisky = hasBoxes(changes, [...groups.upper, ...groups.lower])
  // A Turkish i may have got a dot.
  const inAll = changes.flatMap((mapping) => mapping.inAll())
  return {
    letters: isRisky ? 'risky' : isNewer ? 'newer' : 'wide',
    accents: hasBoxes(inAll, [...groups.accents, 'i']) ? 'risky' : 'wide',
  }
}

function hasBoxes(changes: readonly Mapping[], letters: readonly string[]): boolean {
  return changes.some((mapping) =>
    letters.some((letter) => isDrawnApart(mapping.get(letter) ?? letter)),
  )
}

/** The Unicode version of 2010, which has the first emoji: what is in use knows it. */
const widelyKnown = 6

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
  let isSome = false
  for (const mapping of changes) {
    for (const [key, text] of mapping) {
      if (!holds(key, text)) return false
      isSome = true
    }
  }
  return isSome
}

function range(first: string, last: string): string[] {
  const from = first.charCodeAt(0)
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, offset) =>
    String.fromCharCode(from + offset),
  )
}
