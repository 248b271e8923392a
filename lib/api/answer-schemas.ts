import { languages } from '../catalogue/locale.ts'
import { mostFollowing } from '../engine/chain.ts'
import { categories } from '../engine/generator-file.ts'
import { layers } from '../engine/layer.ts'
import type { Traits } from '../engine/traits.ts'
import { failures } from '../http/api-error.ts'
import type { ErrorBody } from '../http/api-error.ts'
import { operations } from './operation-schema.ts'

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

const note = described('What stays ambiguous where it decodes, in the language of `lang`.', string)

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
  Generator: object(
    { ...summary, characters, ...traits, operations, note },
    ['unicode', 'note'],
  ),
  Category: described('The kind of style.', oneOf(categories)),
  Layer: described('What it changes: `then` combines generators in this order.', oneOf(layers)),
  Share: oneOf(['all', 'some', 'none']),
  Error: object(error, ['retry_after']),
} as const satisfies Readonly<Record<string, Schema>>
