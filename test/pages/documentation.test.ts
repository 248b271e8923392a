import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actions } from '../../lib/api/actions.ts'
import { parameters } from '../../lib/api/parameters.ts'
import { exampleLine, offlineProgram } from '../../lib/pages/documentation-page.ts'
import { limitHeaders, parseObject } from '../support/answers.ts'
import { send } from '../support/client.ts'
import { mainText, textsIn } from '../support/html-text.ts'
import { startInProcess } from '../support/in-process.ts'
import { call, generate, get, newClient, post } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'
import { pangrams } from '../support/texts.ts'

async function read(starting: Promise<{ readonly port: number }>): Promise<string> {
  const { port } = await starting
  const { status, text } = await send(port, { target: '/en/api', headers: [newClient()] })
  assert.equal(status, 200)
  return text
}

/** The fields of a schema. */
interface Fields {
  readonly properties?: object
  readonly required?: readonly string[]
}

describe('the documentation page', () => {
  const service = shareService()

  test('names what the description for tools names', async () => {
    const document = await read(service)
    const codes = textsIn(document, 'code')
    const { components } = JSON.parse((await call(service, { target: '/openapi.json' })).text)
    for (const [name, action] of actions) {
      assert.ok(document.includes(`<h2 id="${name}">`), name)
      for (const one of [...action.methods, ...action.parameters]) assert.ok(codes.includes(one), one)
    }
    const main = mainText(document)
    for (const { takes } of Object.values(parameters)) assert.ok(main.includes(takes), takes)
    const paths = ['statistics.uses', 'generators[].category', 'generator.coverage.upper', 'lang']
    for (const name of [...Object.keys(components.headers), ...paths]) {
      assert.ok(codes.includes(name), name)
    }
    const schemas: Fields[] = Object.values(components.schemas)
    const fields = schemas.flatMap(({ properties = {} }) => Object.keys(properties))
    const named = new Set(codes.flatMap((path) => path.split(/\.|\[\]\.?/)))
    for (const name of fields) assert.ok(named.has(name), name)
    const optional = [...document.matchAll(/([\w]+)<\/code><\/th>.* Optional\.<\/td>/g)]
    const { Error: _error, GenerateForm: _form, ...answers } = components.schemas
    assert.deepEqual(optional.map(([, name]) => name).toSorted(), Object.values<Fields>(answers)
      .flatMap(({ properties = {}, required = [] }) =>
        Object.keys(properties).filter((name) => !required.includes(name))).toSorted())
    assert.ok(codes.some((one) => one.includes('"retry_after": 1800')), 'the error of the limit')
    const rows = textsIn(document, 'tr')
    for (const [name, { description }] of Object.entries<{ description: string }>(
      components.responses,
    )) {
      const row = name.replace('Error', '') + description.replaceAll('`', '')
      assert.ok(rows.includes(row), row)
    }
  })

  test('says whether a parameter is required, as a request without it shows', async () => {
    const document = await read(service)
    for (const [name, { methods, parameters: names }] of actions) {
      const [, section = ''] = document.split(`<h2 id="${name}">`)
      const rows = textsIn(section.split('</table>')[0] ?? '', 'tr')
      for (const one of names) {
        const fields = new URLSearchParams({ action: name, slug: 'bold-sans', text: 'a' })
        fields.delete(one)
        const isPost = methods.includes('POST')
        const request = isPost ? post('', String(fields)) : get(String(fields))
        const { status } = await call(service, request)
        const told = rows.filter((row) => row.startsWith(one) && /Required\.|Optional\./.test(row))
        assert.equal(told.length, 1, `${name}: ${one}`)
        assert.equal(told[0]?.includes('Required.'), status === 400, `${name}: ${told[0]}`)
      }
    }
  })

  test('has the request and the answer of every action', async () => {
    const codes = textsIn(await read(service), 'code')
    const { port } = await service
    for (const name of actions.keys()) {
      const at = codes.indexOf(exampleLine(name, `http://localhost:${port}/api`))
      assert.ok(at >= 0, name)
      const answer = parseObject((await call(service, toRequest(codes[at] ?? ''))).text)
      const shown = parseObject(codes[at + 1] ?? '')
      if (name === 'stats') assert.deepEqual(namesIn(shown), namesIn(answer))
      else if (name === 'list_generators') {
        const { generators } = answer as { generators: unknown[] }
        assert.deepEqual(shown, { success: true, count: 2, generators: generators.slice(0, 2) })
      } else assertCutOf(shown, answer)
    }
  })

  test('has the headers of a first request, and leads to its own parts alone', async () => {
    const document = await read(service)
    const rows = textsIn(document, 'tr')
    const own = Object.entries(limitHeaders(await call(service, get('action=stats'))))
    for (const [name, value] of own.filter(([one]) => one !== 'x-ratelimit-reset')) {
      const shown = rows.filter((row) => row.toLowerCase().startsWith(name))
      assert.ok(shown.some((row) => row.endsWith(String(value))), `${name}: ${value}`)
    }
    const links = document.matchAll(/ href="#([^"]+)"/g)
    for (const [, id = ''] of links) assert.ok(document.includes(` id="${id}"`), id)
    assert.ok(document.includes(' href="../openapi.json"'))
  })

  test('has a program that computes the same output as the service', async () => {
    const document = await read(service)
    const { port } = await service
    const program = offlineProgram(`http://localhost:${port}/api`)
    assert.ok(textsIn(document, 'code').includes(program))
    const answer = await call(service, get('action=get_generator&slug=bold-serif'))
    const fetched = async (address: string): Promise<unknown> => {
      assert.ok(address.endsWith('/api?action=get_generator&slug=bold-serif'))
      return { json: () => JSON.parse(answer.text) }
    }
    const decorate = await new AsyncFunction('fetch', `${program}return decorate`)(fetched)
    for (const text of Object.values(pangrams)) {
      const { output } = parseObject(
        (await call(service, generate({ slug: 'bold-serif', text }))).text,
      )
      assert.equal(decorate(text), output)
    }
  })

  test('shows the limits of the settings', async (t) => {
    const usual = mainText(await read(service))
    assert.match(usual, /at most 10000 code points/)
    assert.match(usual, /send 100 requests in any 3600 seconds/)
    const other = startInProcess(t, { MAX_TEXT_LENGTH: '77', RATE_LIMIT: '0' })
    const main = mainText(await read(other))
    assert.match(main, /at most 77 code points/)
    assert.match(main, /requests is not limited here/)
    assert.doesNotMatch(main, /X-RateLimit|Maximum 0/)
  })
})

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor

/** The request of a line for curl whose words have no quotes in them. */
function toRequest(line: string): { target: string; method?: string; body?: string } {
  const words = line.replaceAll("'", '').split(' ')
  const { pathname, search } = new URL(words.find((word) => word.startsWith('http')) ?? '')
  const body = words.filter((word) => /^[a-z_]+=/.test(word)).join('&')
  return { target: pathname + search, ...(body === '' ? {} : { method: 'POST', body }) }
}

function namesIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, inner]) => [name, namesIn(inner)])
}

/** Claims that objects are the same, but for entries that are counted instead of shown. */
function assertCutOf(shown: unknown, whole: unknown, field = ''): void {
  if (typeof shown !== 'object' || shown === null) return assert.equal(shown, whole)
  const { '…': left, ...entries } = shown as Record<string, unknown>
  const all = whole as Record<string, unknown>
  for (const [name, value] of Object.entries(entries)) assertCutOf(value, all[name], name)
  const hidden = Object.keys(all).length - Object.keys(entries).length
  // The summary of the example says so.
  if (field === 'characters') return
  assert.equal(left, hidden === 0 ? undefined : `${hidden} more`)
}
