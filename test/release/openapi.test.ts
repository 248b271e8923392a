import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { actions } from '../../lib/api/actions.ts'
import { parameters as table } from '../../lib/api/parameters.ts'
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

  test('is right about every request that it allows, and about the answer', async (t) => {
    const document = await readDocument(service)
    const { faultOfAnswer } = createChecker(document, answerOf)
    const trials = await trialsOf(document)
    for (const { action, ...request } of trials) {
      const answer = await call(service, request)
      const { status, text } = answer
      const shown = `${JSON.stringify(request).slice(0, 200)}: ${text.slice(0, 200)}`
      assert.equal(status, 200, shown)
      const { method = 'GET' } = request
      const record = { method, action, status, headers: namesToldOf(answer), body: text }
      assert.equal(faultOfAnswer(record), undefined, shown)
    }
    t.diagnostic(`${trials.length} requests`)
    assert.ok(trials.length > 30)
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

/** A request that is correct according to the document, and its action. */
interface Trial extends Request {
  readonly action: string
}

type Fields = Readonly<Record<string, string>>

/** Generates requests with each parameter present, missing, and with each of its values. */
async function trialsOf(document: Json): Promise<Trial[]> {
  const parameters = at(document, '/paths/~1/get/parameters')
  assert.ok(Array.isArray(parameters))
  const [first, ...others] = parameters.map(toObject)
  const examples: Fields = Object.fromEntries(others.map(({ name }) => {
    return [String(name), table[name as keyof typeof table].example]
  }))
  const inQuery = (method: string, action: string, fields: Fields): Trial => {
    const query = new URLSearchParams({ action, ...fields }).toString()
    return { method, target: `/api?${query}`, action }
  }
  const trials = listOf(at(first, '/schema/enum')).flatMap((action) => {
    return ['GET', 'HEAD'].map((method) => inQuery(method, action, examples))
  })
  for (const { name, schema, required } of others) {
    assert.notEqual(required, true, String(name))
    for (const value of listOf(at(schema, '/enum'))) {
      trials.push(inQuery('GET', 'list_generators', { [String(name)]: value }))
    }
  }
  const content = toObject(at(document, '/paths/~1/post/requestBody/content'))
  for (const [type, media] of Object.entries(content)) {
    const schema = toObject(at(media, '/schema'))
    const references = listOf(schema['oneOf'] ?? [schema], '$ref')
    assert.ok(references.length > 0)
    for (const reference of references) {
      for (const fields of formsOf(at(document, reference.slice(1)))) {
        trials.push(await inBody(fields, type))
      }
    }
  }
  return trials
}

/** Returns the forms of a schema: all fields, each of their values, and the required ones alone. */
function formsOf(schema: unknown): Fields[] {
  const [[, first] = [], ...named] = Object.entries(toObject(at(schema, '/properties')))
  // The schema allows any text as a slug, but only some work.
  const slugs: Fields = { slug: 'bold-serif', then: 'underline' }
  const choices = named.map(([name, own]) => {
    return [name, slugs[name] === undefined ? rightValues(toObject(own)) : [slugs[name]]] as const
  })
  const all: Fields = {
    action: String(listOf(at(first, '/enum'))[0]),
    ...Object.fromEntries(choices.map(([name, [value = '']]) => [name, value])),
  }
  const required = listOf(at(schema, '/required')).map((name) => [name, all[name] ?? ''])
  const varied = choices.flatMap(([name, values]) => {
    return values.map((value) => ({ ...all, [name]: value }))
  })
  return [...varied, Object.fromEntries(required)]
}

/** Returns values that a schema allows, including its bounds. */
function rightValues({ enum: words, type, minLength, maxLength }: Json): string[] {
  if (Array.isArray(words)) return words.map(String)
  if (type === 'boolean') return ['true', 'false']
  if (maxLength === undefined) return []
  return [Number(minLength), Number(maxLength)].map((length) => '😀'.repeat(length))
}

async function inBody(fields: Fields, type: string): Promise<Trial> {
  const form = type === 'multipart/form-data' ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = new Response(form)
  const headers = [`Content-Type: ${response.headers.get('content-type')}`]
  const body = Buffer.from(await response.arrayBuffer())
  // The description asks for the action in the query.
  return { method: 'POST', target: '/api?action=generate', headers, body, action: 'generate' }
}

function listOf(value: unknown, field?: string): string[] {
  if (!Array.isArray(value)) return []
  return value.map((one) => String(field === undefined ? one : toObject(one)[field]))
}
