import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { actions } from '../../lib/api/interface.ts'
import { namesToldOf } from '../support/answer-records.ts'
import type { AnswerRecord } from '../support/answer-records.ts'
import { parseObject, toObject } from '../support/answers.ts'
import type { Request } from '../support/client.ts'
import { startInProcess } from '../support/in-process.ts'
import { assertOpenApi, at, createChecker, withoutTools } from '../support/openapi-tools.ts'
import type { Json } from '../support/openapi-tools.ts'
import { call } from '../support/requests.ts'
import type { Starting } from '../support/requests.ts'
import { startForSuite } from '../support/suite.ts'

const answerOf = new Map([...actions].map(([name, { answer }]) => [name, answer]))

async function readDocument(service: Starting): Promise<Json> {
  return parseObject((await call(service, { target: '/openapi.json' })).text)
}

describe('the description of the interface', { skip: withoutTools }, () => {
  const service = startForSuite()

  test('is an OpenAPI document, with any settings', async (t) => {
    await assertOpenApi(await readDocument(service))
    const settings = { RATE_LIMIT: '0', SITE_URL: 'https://example.com/a', BASE_PATH: '/' }
    await assertOpenApi(await readDocument(startInProcess(t, settings)))
    const { info, ...rest } = await readDocument(service)
    await assert.rejects(assertOpenApi({ ...rest, information: info }))
  })

  test('has examples that fit their schemas', async () => {
    const document = await readDocument(service)
    const { faultOf } = createChecker(document, answerOf)
    let count = 0
    const visit = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { schema, example, examples } = value as Json
      const values = Object.values(toObject(examples ?? {})).map((one) => toObject(one)['value'])
      for (const one of example === undefined ? values : [...values, example]) {
        if (schema === undefined) continue
        assert.equal(faultOf(one, `${pointer}/schema`), undefined)
        count++
      }
      for (const [name, inner] of Object.entries(value)) {
        if (name === 'examples') continue
        visit(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      }
    }
    visit(document, '')
    assert.ok(count >= 15, String(count))
  })

  test('describes the answers to all requests that are generated from it', async (t) => {
    const document = await readDocument(service)
    const { faultOfAnswer } = createChecker(document, answerOf)
    const requests = [...(await requestsOf(document))]
    const statuses = new Map<number, number>()
    for (const { isRight, action, ...request } of requests) {
      const answer = await call(service, request)
      const { status, text } = answer
      const { method = 'GET' } = request
      const record = { method, action, status, headers: namesToldOf(answer), body: text }
      const fault = faultOfAnswer(record)
      const shown = JSON.stringify({ ...request, body: String(request.body).slice(0, 200) })
      assert.equal(fault, undefined, `${shown}: ${text.slice(0, 200)}`)
      assert.equal(status >= 500, false, shown)
      if (isRight) assert.equal(status, 200, shown)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual([...statuses.keys()].toSorted(), [200, 400, 404, 405, 413, 415])
    const told = [...statuses].map(([status, count]) => `${status} ${count} times`)
    t.diagnostic(`${requests.length} requests: ${told.join(', ')}`)
  })

  const file = process.env['ANSWER_RECORDS'] ?? ''
  const skip = existsSync(file) ? false : 'LEFT OUT: ANSWER_RECORDS names no file of records'
  test('matches every answer that other tests have seen', { skip }, async (t) => {
    const records = readFileSync(file, 'utf8').trim().split('\n')
    // The longest window allows the highest `retry_after`.
    const settings = { RATE_WINDOW_SECONDS: '2592000' }
    const checker = createChecker(await readDocument(startInProcess(t, settings)), answerOf)
    const faults = new Map<string, string>()
    for (const line of records) {
      const record: AnswerRecord = JSON.parse(line)
      const fault = checker.faultOfAnswer(record)
      if (fault !== undefined) faults.set(fault, line.slice(0, 400))
    }
    assert.deepEqual([...faults].slice(0, 10), [])
    const known = records.filter((line) => /^\{"method":.*?"action":/.test(line)).length
    t.diagnostic(`${records.length} different answers, ${known} to a known action`)
    assert.ok(known > 0)
  })
})

/** A request, its action, and whether it is correct according to the document. */
interface Trial extends Request {
  readonly action: string
  readonly isRight: boolean
}

type Fields = Readonly<Record<string, string>>

/** Generates requests with each parameter present, missing, at its bounds and wrong. */
async function requestsOf(document: Json): Promise<Trial[]> {
  const trials: Trial[] = []
  const parameters = at(document, '/paths/~1/get/parameters')
  assert.ok(Array.isArray(parameters))
  const [first, ...others] = parameters.map(toObject)
  const named = others.map((one) => [String(one['name']), toObject(one['schema']), one] as const)
  const examples = Object.fromEntries(named.map(([name, , one]) => [name, String(one['example'])]))
  const inQuery = (action: string, isRight: boolean, fields: Fields, method = 'GET'): void => {
    const target = `/api?${new URLSearchParams(fields).toString()}`
    trials.push({ method, target, action, isRight })
  }
  for (const action of [...listOf(at(first, '/schema/enum')), ...wrongWords]) {
    const isKnown = !wrongWords.includes(action)
    for (const method of ['GET', 'HEAD']) inQuery(action, isKnown, { action, ...examples }, method)
    for (const method of ['POST', 'PUT', 'DELETE']) inQuery(action, false, { action }, method)
    for (const fields of variations(named, examples)) inQuery(action, false, { action, ...fields })
  }
  for (const [name, schema, one] of named) {
    for (const value of listOf(schema['enum'])) {
      inQuery('list_generators', true, { action: 'list_generators', [name]: value })
    }
    assert.equal(one['required'] ?? false, false, name)
  }
  const content = toObject(at(document, '/paths/~1/post/requestBody/content'))
  for (const [type, media] of Object.entries(content)) {
    for (const reference of listOf(at(media, '/schema/oneOf'), '$ref')) {
      trials.push(...(await formsOf(at(document, reference.slice(1)), type)))
    }
  }
  const body = '{"action":"generate"}'
  trials.push(inBody('application/json', body, '', false))
  trials.push(inBody('application/x-www-form-urlencoded', 'a'.repeat(140_000), '', false))
  return trials
}

const wrongWords = ['', 'wrong', 'LIST_GENERATORS', '__proto__']

/** Generates the forms of one schema as bodies of a media type. */
async function formsOf(schema: unknown, type: string): Promise<Trial[]> {
  const properties = Object.entries(toObject(at(schema, '/properties')))
  const { const: action } = toObject(properties[0]?.[1])
  const named = properties.slice(1).map(([name, own]) => [name, toObject(own)] as const)
  const right: Record<string, string> = { action: String(action) }
  // The schema allows any text as a slug, but only some work.
  const slugs: Fields = { slug: 'bold-serif', then: 'underline' }
  for (const [name, own] of named) right[name] = rightValues(own)[0] ?? slugs[name] ?? ''
  const trials: Trial[] = []
  const add = async (fields: Fields, isRight: boolean): Promise<void> => {
    const [contentType, body] = await encode(fields, type)
    trials.push(inBody(contentType, body, fields['action'] ?? '', isRight))
  }
  await add(right, true)
  for (const [name, own] of named) {
    const values = name in slugs ? [] : rightValues(own)
    for (const value of values) await add({ ...right, [name]: value }, true)
  }
  for (const fields of variations(named, right)) await add(fields, false)
  const { action: _, ...rest } = right
  for (const fields of [rest, ...wrongWords.map((word) => ({ ...right, action: word }))]) {
    await add(fields, false)
  }
  return trials
}

/** Returns values that a schema allows, including its bounds. */
function rightValues({ enum: words, type, minLength, maxLength }: Json): string[] {
  if (Array.isArray(words)) return words.map(String)
  if (type === 'boolean') return ['true', 'false']
  if (maxLength === undefined) return []
  return [Number(minLength), Number(maxLength)].map((length) => '😀'.repeat(length))
}

const strayWords = ['wrong', '0', '-1', '1e9', 'null', '{}', '\0', '\ud800', '😀']

/** Yields correct fields with each of them in turn missing, empty, too long or wrong. */
function* variations(
  named: ReadonlyArray<readonly [name: string, schema: Json, ...rest: unknown[]]>,
  right: Fields,
): Generator<Fields> {
  for (const [name, { maxLength = 20_000 }] of named) {
    const { [name]: _, ...rest } = right
    yield rest
    const long = 'a'.repeat(Math.min(Number(maxLength) + 1, 12_000))
    for (const value of ['', long, ...strayWords]) {
      yield { ...rest, [name]: value }
    }
  }
}

async function encode(fields: Fields, type: string): Promise<[string, string | Buffer]> {
  if (type !== 'multipart/form-data') return [type, new URLSearchParams(fields).toString()]
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = new Response(form)
  const body = Buffer.from(await response.arrayBuffer())
  return [response.headers.get('content-type') ?? '', body]
}

function inBody(type: string, body: string | Buffer, action: string, isRight: boolean): Trial {
  const headers = [`Content-Type: ${type}`]
  return { method: 'POST', target: '/api', headers, body, action, isRight }
}

function listOf(value: unknown, field?: string): string[] {
  if (!Array.isArray(value)) return []
  return value.map((one) => String(field === undefined ? one : toObject(one)[field]))
}
