import { languages } from '../catalogue/locale.ts'
import { mostFollowing } from '../engine/chain.ts'
import { categories } from '../engine/generator-file.ts'
import { layers } from '../engine/layer.ts'
import { operationReaders } from '../engine/operations.ts'
import type { Traits } from '../engine/traits.ts'
import { failures } from '../http/api-error.ts'
import type { ErrorBody } from '../http/api-error.ts'

/** A JSON Schema, or a part of one. https://json-schema.org/draft/2020-12 */
export type Schema = Readonly<Record<string, unknown>>

const yes: Schema = { const: true }
export const string = { type: 'string' } as const
export const count = { type: 'integer', minimum: 0 } as const
const boolean: Schema = { type: 'boolean' }

/** An object with exactly these fields. All of them are required except the optional ones. */
function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Returns a reference to a component of the description. */
export function refer(kind: 'schemas' | 'responses' | 'headers', name: string) {
  return { $ref: `#/components/${kind}/${name}` } as const
}

const named = (name: string): Schema => refer('schemas', name)

const oneOf = (values: readonly string[]): Schema => ({ ...string, enum: values })

const described = (description: string, schema: Schema): Schema => ({ description, ...schema })

const summary = {
  slug: described('The name of the generator in requests.', string),
  name: described('The name for people, in the language of `lang`.', string),
  url: described('The address of its page, in the language of `lang`.', {
    type: 'string',
    format: 'uri',
  }),
  example: described('Its output for a sample.', string),
}

const groups = ['upper', 'lower', 'digits', 'punctuation', 'accents'] as const
const shares = groups.map((group: keyof Traits['coverage']) => [group, named('Share')])
const letters = ['wide', 'newer', 'risky'] satisfies ReadonlyArray<Traits['support']['letters']>
const accents = ['wide', 'risky'] satisfies ReadonlyArray<Traits['support']['accents']>

const traits = {
  category: named('Category'),
  layer: named('Layer'),
  coverage: described(
    'How much of each group of characters it changes.',
    object(Object.fromEntries(shares)),
  ),
  reversible: described('Whether the generator `plain-text` restores the text.', boolean),
  folds: described('Whether compatibility normalisation (NFKC) restores the text.', boolean),
  unicode: described('The newest Unicode version that the output needs, if known.', {
    type: 'string',
    pattern: '^\\d+\\.\\d$',
  }),
  support: object({
    letters: described(
      'Whether letters display: `wide` (Unicode 6.0 or older), `newer`, or `risky` (boxes).',
      oneOf(letters),
    ),
    accents: described(
      'The same for letters with accents: if `risky`, use `accents=plain`.',
      oneOf(accents),
    ),
  }),
} satisfies Record<keyof Traits, Schema>

const characters = described(
  'Each single character that the generator changes, with its replacement.',
  {
    type: 'object',
    propertyNames: { minLength: 1, maxLength: 1 },
    additionalProperties: string,
  },
)

/** The fields of steps, with the types of steps that have them. */
const stepFields = {
  characters: '`map`: the replacement of each character.',
  mappings: '`cycle`, `choose`: the mappings, used in turn or at random for each cluster.' +
    ' `harmonize`: the mapping for each list of vowels.',
  vowels: '`harmonize`: the vowels that decide which mapping is used.',
  generator: '`map-like`, `decode`: the slug of the generator whose table is used.',
  complete: 'Of mappings of other styles: whether ß, ø and others use what replaces them.',
  marks: '`marks`: the combining marks that each cluster gets.',
  spaces: '`marks`: whether blanks get them, too.',
  last: '`marks`: the marks of the last cluster.',
  pools: '`scatter`: random marks from each pool, as many as it says.',
  before: '`around`, `wrap`, `run`: the text before each cluster, the whole text, or a run.',
  after: '`around`, `wrap`: the text after it. `move`: the text after each word.',
  units: '`between`, `reverse`: `clusters`, `words` or `letters`.',
  where: '`between`: which neighbours get a text: `visible`, `mapped` or `all`.',
  texts: '`between`: the texts, used in turn. `numbers`: the words for numbers.',
  members: '`run`: `capitals` or `digits`.',
  joiners: '`run`: the characters that may be within a run.',
  many: '`run`: the sign before two or more members.',
  stop: '`run`: the text after a run, if one of the followers comes next.',
  text: '`fill`: what replaces each cluster. `insert`, `echo`, `join`: the text that is added.',
  lines: '`reverse`: `all` lines, or every `second` one.',
  letters: '`insert`, `echo`, `move`, `remove`: which letters. `atop`: the marks of letters.' +
    ' `draw`: the lines of letters.',
  above: '`draw`: what combining marks above become.',
  below: '`draw`: what combining marks below become.',
  glides: 'As `letters`: letters that do not count before another one at the start of a word.',
  mute: 'As `letters`: texts whose middle letter does not count.',
  unmoved: '`move`: what follows a word of which nothing was moved.',
  to: '`case`: the case.',
  as: '`encode`: the notation.',
  signs: '`decode`: signs, and how they are read.',
  decoders: '`restore`: the slugs of the decoders that it tries.',
  lookalikes: '`restore`: letters that look like others, and what they are read as.',
  codes: '`decode`: codes, and what they mean. `flags`: the codes of countries.',
  columns: '`break`: the longest line.',
  corners: '`box`: the corners.',
  horizontal: '`box`: the horizontal line.',
  vertical: '`box`: the vertical line.',
  indent: '`stack`: what each line begins with, once more than the line before it.',
  steps: '`stack`: the number of lines after which the stairs turn.',
  first: '`numbers`: the number of the first text.',
}

const operations = described(
  'The steps of the generator, in order. Their fields depend on the type: `/en/api` lists them.',
  {
    // Relative to the address of the description.
    externalDocs: { url: 'en/api#get_generator' },
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: {
        type: oneOf([...operationReaders.keys()]),
        ...Object.fromEntries(
          Object.entries(stepFields).map(([name, description]) => [name, { description }]),
        ),
      },
      required: ['type'],
      additionalProperties: true,
    },
  },
)

const titles = Object.values(failures).map(([, title]) => title)

const error = {
  success: { const: false },
  error: described('A short title.', oneOf([...new Set(titles)])),
  message: described('An explanation for people.', string),
  retry_after: described('Seconds until the next request is admitted; only with status 429.', {
    type: 'integer',
    minimum: 1,
  }),
} satisfies Record<keyof ErrorBody, Schema>

const lengths = object({ input: count, output: count })

/** The schemas of the answers to the actions, by name. */
const answers = {
  GeneratorList: object({
    success: yes,
    count: described('The number of generators.', count),
    generators: { type: 'array', items: named('GeneratorSummary') },
  }),
  GeneratorDetail: object(
    {
      success: yes,
      lang: described('Missing for the default language.', oneOf(languages.slice(1))),
      generator: named('Generator'),
    },
    ['lang'],
  ),
  Transformation: object(
    {
      success: yes,
      input: described('The text as it was sent.', string),
      output: described('The transformed text.', string),
      generator: described('The slug of the generator.', string),
      length: described('Unicode code points of the texts.', lengths),
      then: described('The slugs of `then`; missing without them.', {
        type: 'array',
        items: string,
        minItems: 1,
        maxItems: mostFollowing,
      }),
    },
    ['then'],
  ),
  Statistics: object({
    success: yes,
    statistics: object({
      sets: described('The number of generators.', count),
      uses: described('The number of transformations counted.', count),
      characters: described('The Unicode code points of their input texts.', count),
    }),
  }),
} as const

export type AnswerSchemaName = keyof typeof answers

/** The schemas of all answers, by name. */
export const answerSchemas = {
  ...answers,
  GeneratorSummary: object({ ...summary, category: named('Category'), layer: named('Layer') }),
  Generator: object({ ...summary, characters, ...traits, operations }, ['unicode']),
  Category: described('The kind of style.', oneOf(categories)),
  Layer: described('What it changes: `then` combines generators in this order.', oneOf(layers)),
  Share: oneOf(['all', 'some', 'none']),
  Error: object(error, ['retry_after']),
} as const satisfies Readonly<Record<string, Schema>>
