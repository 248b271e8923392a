import {
  checkFlag,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  checkWord,
  DataError,
} from './fields.ts'
import { accentRules, expandCharacters } from './mapping.ts'
import type { BoxStyle } from './layout.ts'
import type { MappingData } from './mapping.ts'

/** The categories, in the order in which the catalogue lists them. */
export const categories = [
  'mathematical',
  'enclosed',
  'small',
  'turned',
  'marked',
  'latin',
  'greek-cyrillic',
  'scripts',
  'symbols',
  'separated',
  'wrapped',
  'coded',
] as const
export type Category = (typeof categories)[number]

const caseStyles = [
  'upper',
  'lower',
  'title',
  'sentence',
  'inverse',
  'alternating',
  'random',
] as const
export type CaseStyle = (typeof caseStyles)[number]

const encodings = ['binary', 'octal', 'decimal', 'hexadecimal', 'code-points', 'base64'] as const
export type Encoding = (typeof encodings)[number]

/** A mapping of its own, the slug of the generator whose mapping it is, or `plain`: no change. */
export type MappingChoice = MappingData | string

/** One step of a generator, as its file states it; every field is there after the check. */
export type Operation =
  | ({ readonly type: 'map' } & MappingData)
  | { readonly type: 'map-like'; readonly generator: string }
  | { readonly type: 'cycle'; readonly mappings: readonly MappingChoice[] }
  | { readonly type: 'choose'; readonly mappings: readonly MappingChoice[] }
  | { readonly type: 'marks'; readonly marks: string; readonly spaces: boolean }
  | { readonly type: 'scatter'; readonly pools: readonly MarkPool[] }
  | { readonly type: 'around'; readonly before: string; readonly after: string }
  | {
      readonly type: 'between'
      readonly units: 'clusters' | 'words'
      readonly where: 'visible' | 'mapped' | 'all'
      readonly texts: readonly string[]
    }
  | RunOperation
  | { readonly type: 'fill'; readonly text: string }
  | { readonly type: 'reverse'; readonly units: 'clusters' | 'words' | 'letters' }
  | { readonly type: 'case'; readonly to: CaseStyle }
  | { readonly type: 'encode'; readonly as: Encoding }
  | { readonly type: 'wrap'; readonly before: string; readonly after: string }
  | ({ readonly type: 'box' } & BoxStyle)
  | { readonly type: 'stack' }
  | { readonly type: 'numerals' }
  | { readonly type: 'flags'; readonly codes: string }
  | { readonly type: 'restore' }

/** A sign before a run of mapped capitals or digits, as braille has it. */
export interface RunOperation {
  readonly type: 'run'
  readonly members: 'capitals' | 'digits'
  /** What does not end a run when it stands between two members. */
  readonly joiners: string
  readonly before: string
  /** The sign where the run has two members or more. */
  readonly many: string
  /** Put behind a run that one of the followers would otherwise seem to be part of. */
  readonly stop: { readonly followers: string; readonly text: string }
}

/** Marks of one place, of which a text-seeded number from `least` to `most` is taken. */
export interface MarkPool {
  readonly marks: readonly string[]
  readonly least: number
  readonly most: number
}

/** What a generator file holds, checked. */
export interface GeneratorData {
  readonly category: Category
  /** Place within the category, ascending. */
  readonly position: number
  /** The text whose transformation is the `example` of the answers. */
  readonly sample: string
  /** Whether `plain-text` knows this generator's characters and marks and takes them back. */
  readonly restore: boolean
  /** The newest Unicode version that the output needs, such as `5.2`. */
  readonly unicode: string | undefined
  readonly operations: readonly Operation[]
}

/** Checks the JSON value of a generator file; throws a DataError that names the field. */
export function checkGenerator(value: unknown): GeneratorData {
  const file = checkObject(value, 'the file', [
    'category',
    'position',
    'sample',
    'restore',
    'unicode',
    'operations',
  ])
  return {
    category: checkWord(file['category'], 'category', categories),
    position: checkInteger(file['position'], 'position', 1, 9999),
    sample: file['sample'] === undefined ? 'Hello World' : checkText(file['sample'], 'sample'),
    restore: checkFlag(file['restore'], 'restore'),
    unicode: file['unicode'] === undefined ? undefined : checkVersion(file['unicode'], 'unicode'),
    operations: checkList(file['operations'], 'operations', 1, checkOperation),
  }
}

const mappingFields = ['characters', 'caseFallback', 'accents']

/** For each type of operation: its fields, and how they are read. */
const operationChecks: {
  readonly [Type in Operation['type']]: readonly [
    fields: readonly string[],
    read: (fields: Readonly<Record<string, unknown>>, where: string) => Operation,
  ]
} = {
  map: [mappingFields, (fields, where) => ({ type: 'map', ...checkMapping(fields, where) })],
  'map-like': [
    ['generator'],
    ({ generator }, where) => ({
      type: 'map-like',
      generator: checkText(generator, `${where}.generator`),
    }),
  ],
  cycle: [
    ['mappings'],
    ({ mappings }, where) => ({ type: 'cycle', mappings: checkChoices(mappings, where) }),
  ],
  choose: [
    ['mappings'],
    ({ mappings }, where) => ({ type: 'choose', mappings: checkChoices(mappings, where) }),
  ],
  marks: [
    ['marks', 'spaces'],
    ({ marks, spaces }, where) => ({
      type: 'marks',
      marks: checkMarks(marks, `${where}.marks`),
      spaces: checkFlag(spaces, `${where}.spaces`),
    }),
  ],
  scatter: [
    ['pools'],
    ({ pools }, where) => ({
      type: 'scatter',
      pools: checkList(pools, `${where}.pools`, 1, checkPool),
    }),
  ],
  around: [
    ['before', 'after'],
    (fields, where) => ({ type: 'around', ...checkSides(fields, where) }),
  ],
  between: [
    ['units', 'where', 'texts'],
    ({ units, where: place, texts }, where) => ({
      type: 'between',
      units: checkWord(units, `${where}.units`, ['clusters', 'words']),
      where:
        place === undefined
          ? 'visible'
          : checkWord(place, `${where}.where`, ['visible', 'mapped', 'all']),
      texts: checkList(texts, `${where}.texts`, 1, checkText),
    }),
  ],
  run: [['members', 'joiners', 'before', 'many', 'stop'], checkRun],
  fill: [
    ['text'],
    ({ text }, where) => ({ type: 'fill', text: checkText(text, `${where}.text`) }),
  ],
  reverse: [
    ['units'],
    ({ units }, where) => ({
      type: 'reverse',
      units: checkWord(units, `${where}.units`, ['clusters', 'words', 'letters']),
    }),
  ],
  case: [
    ['to'],
    ({ to }, where) => ({ type: 'case', to: checkWord(to, `${where}.to`, caseStyles) }),
  ],
  encode: [
    ['as'],
    ({ as }, where) => ({ type: 'encode', as: checkWord(as, `${where}.as`, encodings) }),
  ],
  wrap: [['before', 'after'], (fields, where) => ({ type: 'wrap', ...checkSides(fields, where) })],
  box: [['corners', 'horizontal', 'vertical'], checkBox],
  stack: [[], () => ({ type: 'stack' })],
  numerals: [[], () => ({ type: 'numerals' })],
  flags: [
    ['codes'],
    ({ codes }, where) => ({ type: 'flags', codes: checkCodes(codes, `${where}.codes`) }),
  ],
  restore: [[], () => ({ type: 'restore' })],
}

function checkOperation(value: unknown, where: string): Operation {
  const { type } = checkObject(value, where)
  const types = Object.keys(operationChecks) as Operation['type'][]
  const [fields, read] = operationChecks[checkWord(type, `${where}.type`, types)]
  return read(checkObject(value, where, ['type', ...fields]), where)
}

function checkRun(fields: Readonly<Record<string, unknown>>, where: string): RunOperation {
  const { members, joiners, before, many, stop } = fields
  const sign = checkText(before, `${where}.before`)
  const { followers, text } = checkObject(stop, `${where}.stop`, ['followers', 'text'])
  return {
    type: 'run',
    members: checkWord(members, `${where}.members`, ['capitals', 'digits']),
    joiners: joiners === undefined ? '' : checkText(joiners, `${where}.joiners`),
    before: sign,
    many: many === undefined ? sign : checkText(many, `${where}.many`),
    stop: {
      followers: checkText(followers, `${where}.stop.followers`),
      text: checkText(text, `${where}.stop.text`),
    },
  }
}

function checkMapping(fields: Readonly<Record<string, unknown>>, where: string): MappingData {
  const table = checkObject(fields['characters'], `${where}.characters`)
  const rows = Object.entries(table).map(([row, value]) => {
    const place = `${where}.characters["${row}"]`
    const texts = Array.isArray(value)
      ? checkList(value, place, 1, (text, part) => checkText(text, part, 0))
      : checkText(value, place, 0)
    return [row, texts] as const
  })
  try {
    return {
      characters: expandCharacters(Object.fromEntries(rows)),
      caseFallback: checkFlag(fields['caseFallback'], `${where}.caseFallback`),
      accents:
        fields['accents'] === undefined
          ? 'keep'
          : checkWord(fields['accents'], `${where}.accents`, accentRules),
    }
  } catch (error) {
    if (error instanceof DataError || !(error instanceof Error)) throw error
    throw new DataError(`${where}.characters: ${error.message}`)
  }
}

function checkChoices(value: unknown, where: string): readonly MappingChoice[] {
  return checkList(value, `${where}.mappings`, 2, (choice, place) =>
    typeof choice === 'string'
      ? checkText(choice, place)
      : checkMapping(checkObject(choice, place, mappingFields), place),
  )
}

function checkSides(
  { before, after }: Readonly<Record<string, unknown>>,
  where: string,
): { before: string; after: string } {
  return {
    before: checkText(before, `${where}.before`, 0),
    after: checkText(after, `${where}.after`, 0),
  }
}

function checkBox(fields: Readonly<Record<string, unknown>>, where: string): Operation {
  const { corners, horizontal, vertical } = fields
  const four = checkText(corners, `${where}.corners`)
  if ([...four].length !== 4) throw new DataError(`${where}.corners takes four code points`)
  return {
    type: 'box',
    corners: four,
    horizontal: checkText(horizontal, `${where}.horizontal`),
    vertical: checkText(vertical, `${where}.vertical`),
  }
}

function checkCodes(value: unknown, where: string): string {
  const codes = checkText(value, where)
  if (!/^[A-Z]{2}(?: [A-Z]{2})*$/.test(codes)) {
    throw new DataError(`${where} takes codes of two capitals, separated by spaces`)
  }
  return codes
}

function checkVersion(value: unknown, where: string): string {
  const version = checkText(value, where)
  if (!/^\d+\.\d$/.test(version)) throw new DataError(`${where} takes a version such as 5.2`)
  return version
}

function checkMarks(value: unknown, where: string): string {
  const marks = checkText(value, where)
  if (!/^\p{M}+$/u.test(marks)) throw new DataError(`${where} takes combining marks alone`)
  return marks
}

function checkPool(value: unknown, where: string): MarkPool {
  const { marks, least, most } = checkObject(value, where, ['marks', 'least', 'most'])
  const fewest = checkInteger(least, `${where}.least`, 0, 20)
  return {
    marks: [...checkMarks(marks, `${where}.marks`)],
    least: fewest,
    most: checkInteger(most, `${where}.most`, Math.max(fewest, 1), 20),
  }
}
