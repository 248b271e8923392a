import { mayShowBoxes } from './drawn-apart.ts'
import type { Accents } from './drawn-apart.ts'
import type { Category } from './generator-file.ts'
import type { Layer } from './layer.ts'
import { Mapping } from './mapping.ts'
import { decodedBy, loneMapping } from './operation.ts'
import type { Operation, Siblings } from './operation.ts'
import { restoreText } from './restoration.ts'
import { compileTransform } from './style.ts'
import type { GeneratorData } from './style.ts'
import { pointsBetween } from './text.ts'

/** How many characters of a group a generator changes. */
export type Share = 'all' | 'some' | 'none'

/** What a client can know about a generator without trying it. */
export interface Traits extends Omit<FoundTraits, 'coverage' | 'references' | 'decodes'> {
  readonly category: Category
  readonly layer: Layer
  readonly coverage: Coverage
  /** The newest Unicode version that the output needs, if the file states it. */
  readonly unicode?: string
}

/** Which characters of each group a generator changes. */
export type Coverage = Readonly<Record<Group, Share>>
type Group = keyof typeof groups | 'accents'

/** The traits that are found by trying, which takes long: the build does it for what ships. */
export interface FoundTraits {
  /** What it changes; `plain` is with `accents=plain`, and missing where that is the same. */
  readonly coverage: { readonly styled: Coverage; readonly plain?: Coverage }
  /** Whether `plain-text` restores every character that the generator changes. */
  readonly reversible: boolean
  /**
   * Whether compatibility normalisation (NFKC), which search engines use, does the same.
   * https://www.unicode.org/reports/tr15/#Norm_Forms
   */
  readonly folds: boolean
  /**
   * Whether each line of a text becomes one line, as it would alone, so that several short texts
   * can be sent as the lines of one.
   */
  readonly lines: boolean
  readonly support: Support
  /** The slugs of the generators whose tables or operations it uses. */
  readonly references: readonly string[]
  /** The slug of the generator whose texts it decodes. */
  readonly decodes?: string
}

/** Which devices show a style without boxes. */
export interface Support {
  /** For A to z: all devices, those with a newer Unicode version, or those with rare fonts. */
  readonly letters: 'wide' | 'newer' | 'risky'
  /** For letters with accents: `accents=plain` exists for those that are `risky`. */
  readonly accents: 'wide' | 'risky'
  /** For letters of other scripts, which few fonts have with marks of Latin. */
  readonly scripts: 'wide' | 'risky'
}

const groups = {
  upper: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  lower: [...'abcdefghijklmnopqrstuvwxyz'],
  digits: [...'0123456789'],
  punctuation: [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
}

/** Letters of scripts whose fonts have no marks of Latin, beside some that words can be put on. */
const otherLetters = 'कमल ab 한국 ab '.repeat(5)

/** The Unicode version of 2010, with the first emoji, which devices in use know. */
const widelyKnown = 6

/** Finds traits of a generator; `accented` are the letters of the languages beyond A to Z. */
export function findTraits(
  slug: string,
  { operations, unicode }: Pick<GeneratorData, 'operations' | 'unicode'>,
  siblings: Siblings,
  accented: readonly string[],
): FoundTraits {
  const charactersBy = (accents?: Accents): Characters =>
    charactersOf(slug, operations, siblings, 'en', accents)
  const characters = charactersBy()
  const changes = [
    characters instanceof Mapping ? characters : new Mapping({ characters: new Map(characters) }),
    ...operations.flatMap((operation) => operation.mappings(siblings)),
  ]
  const isReplacing = operations.every(({ effect }) => effect === 'replaces')
  const isCharacterwise = operations.every(({ effect }) => /^(?:replaces|marks)$/.test(effect))
  const pairs = isCharacterwise ? changes.flatMap((mapping) => [...mapping]) : []
  const always = (holds: (key: string, text: string) => boolean): boolean =>
    pairs.length > 0 && pairs.every(([key, text]) => holds(key, text))
  const plain = (text: string): string =>
    restoreText(text, siblings.restoreTable(), 'en')
  const coverage = coverageOf(characters, accented)
  const others = coverageOf(charactersBy('plain'), accented)
  const isSame = Object.values(coverage).join() === Object.values(others).join()
  const decodes = decodedBy(operations)
  const inScripts = compileTransform(slug, operations, siblings)(otherLetters, 'en')
  return {
    coverage: isSame ? { styled: coverage } : { styled: coverage, plain: others },
    // A key that is decorated itself (²) cannot be restored.
    reversible: always((key, text) => plain(text) === key || plain(key) !== key),
    folds: isReplacing && always((key, text) => fold(text) === key),
    lines: operations.every((operation) => operation.isByLine && !addsLines(operation)),
    support: {
      ...supportOf(changes, unicode, accented),
      scripts: mayShowBoxes(inScripts) ? 'risky' : 'wide',
    },
    references: operations.flatMap(({ references }) => references),
    ...(decodes !== undefined && { decodes }),
  }
}

/** Returns whether a text of an operation has several lines. */
function addsLines(operation: Operation): boolean {
  return JSON.stringify(operation.published('en', 'styled')).includes(String.raw`\n`)
}

/** Returns the NFKC form without the selector that keeps a letter from being an emoji. */
function fold(text: string): string {
  return text.replaceAll('\ufe0e', '').normalize('NFKC')
}

function supportOf(
  changes: readonly Mapping[],
  unicode: string | undefined,
  accented: readonly string[],
): Omit<Support, 'scripts'> {
  // Without a stated version the output may need the newest one.
  const isNewer = unicode === undefined || Number.parseFloat(unicode) > widelyKnown
  const isRisky = hasBoxes(changes, [...groups.upper, ...groups.lower])
  // A Turkish i may have a dot above.
  const inAll = changes.flatMap((mapping) => mapping.inAll())
  return {
    letters: isRisky ? 'risky' : isNewer ? 'newer' : 'wide',
    accents: hasBoxes(inAll, [...accented, 'i']) ? 'risky' : 'wide',
  }
}

function hasBoxes(changes: readonly Mapping[], letters: readonly string[]): boolean {
  return changes.some((mapping) =>
    letters.some((letter) => mayShowBoxes(mapping.get(letter) ?? letter)),
  )
}

function coverageOf(characters: Characters, accented: readonly string[]): Coverage {
  const all = Object.entries({ ...groups, accents: accented })
  const shares = all.map(([name, group]): [string, Share] => {
    const count = group.filter((character) => characters.has(character)).length
    return [name, count === 0 ? 'none' : count === group.length ? 'all' : 'some']
  })
  // The compiler does not know that these are the names of the groups.
  return Object.fromEntries(shares) as Coverage
}

/** The single code points that a generator changes, each with its text. */
export type Characters = Pick<Mapping, 'get' | 'has' | 'toJSON' | typeof Symbol.iterator>

/**
 * Returns each single code point that the operations change, without wraps, and what it becomes in
 * a language. Unless the operations are a single mapping, this is found by trying, code point by
 * code point: pages ask for few of them.
 */
export function charactersOf(
  slug: string,
  operations: readonly Operation[],
  siblings: Siblings,
  language: string,
  accents: Accents = 'styled',
): Characters {
  const lone = loneMapping(operations)
  if (lone !== undefined) return lone.in(language, accents)
  const core = operations.filter(({ effect }) => effect !== 'wraps')
  const transform = compileTransform(slug, core, siblings)
  const mappings = core.flatMap((operation) => operation.mappings(siblings))
  const change = (key: string): string | undefined => {
    const text = transform(key, language, accents)
    return text === key ? undefined : text
  }
  const isTried = (key: string): boolean =>
    printableLatin.has(key) || mappings.some((mapping) => mapping.has(key))
  const get = (key: string): string | undefined => (isTried(key) ? change(key) : undefined)
  const all = function* (): Generator<readonly [string, string]> {
    const tried = new Set<string>()
    for (const keys of [printableLatin, ...mappings]) {
      for (const [key] of keys) {
        const text = tried.has(key) ? undefined : change(key)
        tried.add(key)
        if (text !== undefined) yield [key, text]
      }
    }
  }
  return {
    get,
    has: (key) => get(key) !== undefined,
    toJSON: () => Object.fromEntries(all()),
    [Symbol.iterator]: all,
  }
}

/** Basic Latin, the Latin-1 Supplement and Latin Extended-A, without their controls. */
const printableLatin: ReadonlyMap<string, string> = new Map(
  [...pointsBetween(0x20, 0x7e), ...pointsBetween(0xa0, 0x17f)].map((point) => [point, point]),
)
