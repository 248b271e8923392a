import { answerSchemas } from '../../api/answer-schemas.ts'
import type { AnswerSchemaName, Schema } from '../../api/answer-schemas.ts'

/** One field of an answer. */
export interface AnswerField {
  /** Where it is, such as `generators[].slug`. */
  readonly path: string
  /** A type of JSON, or the values that it takes. */
  readonly type: string
  readonly values: readonly string[]
  readonly description: string
  /** Whether it may be missing. */
  readonly isOptional: boolean
}

/** The fields of an answer, in their order, those within others behind them. */
export function answerFields(name: AnswerSchemaName | 'Error'): AnswerField[] {
  return fieldsOf(answerSchemas[name], '')
}

function fieldsOf(schema: Schema, prefix: string): AnswerField[] {
  const { properties = {}, required = [] } = schema as ObjectSchema
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const known = resolve(field)
    const own = { path, ...describe(known), isOptional: !required.includes(name) }
    return [own, ...within(known, path)]
  })
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

function within(schema: Schema, path: string): AnswerField[] {
  if (schema['properties'] !== undefined) return fieldsOf(schema, `${path}.`)
  const { items } = schema as { items?: Schema }
  return items === undefined ? [] : fieldsOf(resolve(items), `${path}[].`)
}

function describe(schema: Schema): Pick<AnswerField, 'type' | 'values' | 'description'> {
  const { type, enum: values = [], const: only, description = '' } = schema as LeafSchema
  return {
    type: type ?? typeof only,
    values: (only === undefined ? values : [only]).map((value) => JSON.stringify(value)),
    description,
  }
}

interface LeafSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
}

/** The schema itself where it is the name of another one; what is said here comes first. */
function resolve(schema: Schema): Schema {
  const { $ref, ...own } = schema as { $ref?: string }
  const name = $ref?.split('/').at(-1)
  const named = Object.entries(answerSchemas).find(([one]) => one === name)
  return named === undefined ? schema : { ...named[1], ...own }
}
