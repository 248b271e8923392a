import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Turn } from '../../lib/http/turn.ts'
import { converse, formatRequest } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { generate, get } from '../support/requests.ts'
import { rounds } from '../support/rounds.ts'
import { until } from '../support/until.ts'
import { startWired } from '../support/wired.ts'

/** Starts a service in which `onTurn` is told of each wait for a turn, and of its connection. */
async function startWatched(t: TestContext, onTurn: (socket: Socket) => void) {
  const { port, lines, http, usage } = await startWired(t, { RATE_LIMIT: '10000' })
  /** Each turn is over at once, so that work waits wherever it can. */
  const watch = (turn: Turn, socket: Socket | undefined): Turn => ({
    isOver: true,
    next() {
      if (socket !== undefined) onTurn(socket)
      return turn.next()
    },
    apart: (work) => turn.apart((own) => work(watch(own, undefined))),
  })
  const run = http.turns.run.bind(http.turns)
  http.turns.run = (client, message, decide) =>
    run(client, message, (turn) => decide(watch(turn, message.socket)))
  const countRequests = (): number => usage.count().times
  return { port, lines, countRequests }
}

/** Every kind of request that may wait for a turn, each the first of its kind. */
const requests: Readonly<Record<string, Request>> = {
  'a search': get('action=list_generators&search=bold&lang=fr'),
  'a list with a text': get('action=list_generators&text=Hello'),
  'a list': get('action=list_generators&lang=tr'),
  'a detail': get('action=get_generator&slug=zalgo&lang=es'),
  'a long text': generate({ slug: 'zalgo', text: 'Hello World '.repeat(50) }),
  'a chain': generate({ slug: 'bold-serif', text: 'Hello World', then: 'underline,strikethrough' }),
  'a description': { target: '/openapi.json' },
  'a script': { target: '/assets/none/list.js' },
  'a list page': { target: '/en/' },
  'a page': { target: '/es/' },
  'a page with a text': { target: '/en/bold-text?text=Hello' },
  'a list page with a text': { target: '/fr/?text=Hello' },
  symbols: { target: '/en/symbols' },
  'no page': { target: '/en/nothing', headers: ['Accept: text/html'] },
}

describe('a request whose client leaves while it waits for a turn', () => {
  for (const [name, request] of Object.entries(requests)) {
    test(`holds nothing: ${name}`, async (t) => {
      let [turns, leaves] = [0, Infinity]
      const { port, lines } = await startWatched(t, (socket) => {
        if (++turns === leaves) socket.destroy()
      })
      const ask = async (): Promise<string> => {
        turns = 0
        const { write, closed } = converse(port)
        write(formatRequest({ ...request, headers: [...(request.headers ?? []), 'Connection: close'] }))
        return closed()
      }
      let tried = 0
      // The first turns matter most: there it is decided what is held.
      for (leaves = 1; ; leaves = leaves < 12 ? leaves + 1 : Math.ceil(rounds(1.7, 1.1) * leaves)) {
        const answer = await ask()
        if (turns < leaves) {
          assert.match(answer, /^HTTP\/1\.1 (?:200|404) /)
          break
        }
        assert.equal(answer, '', `it left in turn ${leaves}`)
        tried++
      }
      // All large works that have begun and not ended would leave no place for these.
      leaves = Infinity
      const answers = await Promise.all(Array.from({ length: 10 }, ask))
      for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 (?:200|404) /)
      assert.deepEqual(lines.filter(({ level }) => level === 'error'), [])
      t.diagnostic(`it left in ${tried} turns`)
    })
  }

  test('counts if its work has begun', async (t) => {
    let leaves = true
    const { port, countRequests } = await startWatched(t, (socket) => {
      if (leaves) socket.destroy()
    })
    const counted = Object.values(requests).filter(({ target = '' }) => /action|text=/.test(target))
    for (const request of counted) {
      const before = countRequests()
      leaves = true
      const { write, closed } = converse(port)
      write(formatRequest(request))
      assert.equal(await closed(), '')
      await until(() => countRequests() === before + 1, `${request.target} counts`)
    }
  })
})
