import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toObject } from './answers.ts'
import type { AnswerRecord } from './answer-records.ts'
import { root } from './folders.ts'

export type Json = Readonly<Record<string, unknown>>

const tools = join(root, 'test', 'tools')
const load = createRequire(join(tools, 'package.json'))

/** The reason to skip tests with the packages of test/tools, if any. */
export const withoutTools = existsSync(join(tools, 'node_modules', 'ajv'))
  ? false
  : 'LEFT OUT: npm ci --prefix test/tools was not run'

/** Checks a document against the OpenAPI schema of its version. */
export async function assertOpenApi(document: Json): Promise<void> {
  const { href } = pathToFileURL(load.resolve('@seriousme/openapi-schema-validator'))
  const { Validator } = await import(href)
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors, undefined, 1))
}

/** Compares a service with its description. */
export interface Checker {
  /** Returns how a value violates the schema at a JSON Pointer, or `undefined`. */
  faultOf(value: unknown, pointer: string): string | undefined
  /** Returns a status, header or field of an answer that is not described, or `undefined`. */
  faultOfAnswer(record: AnswerRecord): string | undefined
}

/** Returns a copy in which no object of an answer may have a field that is not described. */
function closeObjects(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closeObjects)
  if (typeof part !== 'object' || part === null) return part
  const closed = Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, closeObjects(inner)]),
  )
  const isOpen = closed['type'] === 'object' && 'properties' in closed
  return isOpen ? { additionalProperties: false, ...closed } : closed
}

/**
 * Compiles a document, and closes the objects that it leaves open for later releases; `answers` is
 * the answer schema of each action.
 */
export function createChecker(open: Json, answers: ReadonlyMap<string, string>): Checker {
  const document = toObject(closeObjects(open))
  const Ajv = load('ajv/dist/2020').default
  const ajv = new Ajv({ strict: false })
  load('ajv-formats').default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, (value: unknown) => boolean>()
  const faultOf = (value: unknown, pointer: string): string | undefined => {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    compiled.set(pointer, check)
    return check(value) ? undefined : `${pointer}: ${ajv.errorsText(Object(check).errors)}`
  }
  const faultFor = (method: string, record: AnswerRecord): string | undefined => {
    const { status, action, headers, body } = record
    const operation = at(document, `/paths/~1/${method}`)
    const response = at(operation, `/responses/${status}`)
    if (response === undefined) return `${method}: ${status} is not described`
    const { $ref } = toObject(response)
    const place =
      typeof $ref === 'string' ? $ref.slice(1) : `/paths/~1/${method}/responses/${status}`
    const { headers: own = {}, content } = toObject(at(document, place))
    const names = Object.keys(toObject(own)).map((name) => name.toLowerCase())
    const extra = headers.find((name) => !names.includes(name))
    if (extra !== undefined) return `${place}: has no header ${extra}`
    if (body === '') return undefined
    if (content === undefined) return `${place}: has no body`
    const answer = status === 200 ? answers.get(action ?? '') : undefined
    const schema = answer === undefined ? undefined : `/components/schemas/${answer}`
    const value: unknown = JSON.parse(body)
    const general = faultOf(value, `${place}/content/application~1json/schema`)
    return general ?? (schema === undefined ? undefined : faultOf(value, schema))
  }
  return {
    faultOf,
    faultOfAnswer(record) {
      const { method } = record
      if (method === 'GET' || method === 'HEAD') return faultFor('get', record)
      if (method === 'POST') return faultFor('post', record)
      const faults = ['get', 'post'].map((one) => faultFor(one, record))
      return faults.includes(undefined) ? undefined : faults.join('; ')
    },
  }
}

/** Returns the value at a JSON Pointer, or `undefined`. https://www.rfc-editor.org/rfc/rfc6901 */
export function at(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce((inner: unknown, name) => {
    return (inner as Json | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')]
  }, value)
}
