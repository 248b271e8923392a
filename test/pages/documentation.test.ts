import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actions } from '../../lib/api/interface.ts'
import { rateLimitHeaders } from '../../lib/api/limit-notice.ts'
import { parameters } from '../../lib/api/parameters.ts'
import { failures } from '../../lib/http/api-error.ts'
import { answerFields } from '../../lib/pages/documentation/fields.ts'
import { exampleLine, offlineProgram } from '../../lib/pages/documentation/examples.ts'
import { showJson } from '../../lib/pages/documentation/show-json.ts'
import { limitHeaders, parseObject } from '../support/answers.ts'
import { send } from '../support/client.ts'
import { mainText, textsIn } from '../support/html-text.ts'
import { startInProcess } from '../support/in-process.ts'
import { call, generate, get, newClient } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'
import { pangrams } from '../support/texts.ts'

async function read(starting: Promise<{ readonly port: number }>): Promise<string> {
  const { port } = await starting
  const { status, text } = await send(port, { target: '/en/api', headers: [newClient()] })
  assert.equal(status, 200)
  return text
}

describe('the documentation page', () => {
  const service = shareService()

  test('names every action, parameter, error and header of the limit', async () => {
    const document = await read(service)
    const codes = textsIn(document, 'code')
    for (const [name, action] of actions) {
      assert.ok(document.includes(`<h2 id="${name}">`), name)
      const names = [...action.methods, ...action.parameters]
      for (const one of names) assert.ok(codes.includes(one), one)
      for (const { path } of answerFields(action.answer)) assert.ok(codes.includes(path), path)
    }
    for (const name of rateLimitHeaders) assert.ok(codes.includes(name), name)
    const main = mainText(document)
    for (const { takes } of Object.values(parameters)) assert.ok(main.includes(takes), takes)
    const rows = textsIn(document, 'tr')
    for (const [status, title, when] of Object.values(failures)) {
      const row = `${status}${title}${when.replaceAll('`', '')}`
      assert.ok(rows.includes(row), row)
    }
  })

  test('has the request and the true answer of every action', async () => {
    const codes = textsIn(await read(service), 'code')
    const { port } = await service
    for (const name of actions.keys()) {
      const at = codes.indexOf(exampleLine(name, `http://localhost:${port}/api`))
      assert.ok(at >= 0, name)
      const { text } = await call(service, toRequest(codes[at] ?? ''))
      const shown = codes[at + 1] ?? ''
      if (name === 'stats') {
        assert.deepEqual(namesIn(parseObject(shown)), namesIn(parseObject(text)))
      } else {
        assert.equal(shown, showJson(parseObject(text)))
        assertCutOf(shown, JSON.stringify(parseObject(text), null, 2))
      }
    }
  })

  test('has the headers of a first request, and leads to its own parts alone', async () => {
    const document = await read(service)
    const shown = textsIn(document, 'code').find((code) => code.startsWith('RateLimit-Policy: '))
    const own = limitHeaders(await call(service, get('action=stats')))
    for (const line of (shown ?? '').split(/\r?\n/)) {
      const [name = '', value] = line.split(': ')
      if (name !== 'X-RateLimit-Reset') assert.equal(own[name.toLowerCase()], value, name)
    }
    const ids = [...document.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    assert.equal(new Set(ids).size, ids.length)
    const links = document.matchAll(/ href="#([^"]+)"/g)
    for (const [, id = ''] of links) assert.ok(ids.includes(id), id)
    assert.equal((await call(service, { target: '/openapi.json' })).status, 200)
    assert.ok(document.includes(' href="../openapi.json"'))
  })

  test('has a program that does without the service what the service does', async () => {
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

  test('tells the limits of the settings, and takes less than 12 KB', async (t) => {
    const { port } = await service
    const headers = ['Accept-Encoding: br', newClient()]
    const coded = await send(port, { target: '/en/api', headers })
    assert.equal(coded.headers['content-encoding'], 'br')
    assert.ok(coded.body.length < 12_000, String(coded.body.length))
    assert.match(mainText(await read(service)), /at most 10000 code points/)
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

/** Every line is one of the whole, in its order, but for those that tell how many are left out. */
function assertCutOf(shown: string, whole: string): void {
  const lines = whole.split('\n').values()
  for (const line of shown.split('\n')) {
    if (/^ *… \d+ more$/.test(line)) continue
    let next = lines.next()
    while (next.done !== true && next.value !== line) next = lines.next()
    assert.equal(next.value, line)
  }
}
