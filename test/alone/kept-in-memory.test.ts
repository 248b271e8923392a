import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { Session } from 'node:inspector/promises'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { types } from 'node:util'
import { entryOf } from '../support/catalogue-files.ts'
import { formatRequest, converse } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { startInProcess } from '../support/in-process.ts'
import { get, post } from '../support/requests.ts'
import { until } from '../support/until.ts'

/** A body that never arrives as a whole. The service says when it begins to read it. */
const unfinished = ['Content-Length: 99999', 'Expect: 100-continue']

/** Requests of a client, each with something that no other client sends. */
function requestsOf(n: number): Request[] {
  const client = `X-Forwarded-For: 10.9.${n >> 8}.${n & 255}`
  const requests: Request[] = [
    get('action=list_generators', `Accept-Encoding: x${n}, gzip`),
    get('action=list_generators', `If-None-Match: "${n}"`),
    get(`action=list_generators&search=${(n + 100).toString(26)}`),
    get(`action=get_generator&slug=unknown-${n}`),
    get(`action=action-${n}`),
    get(`action=stats&lang=x${n}&parameter-${n}=1`),
    post('action=generate', `slug=bold-serif&text=text-${n}`, ...unfinished),
    post('action=generate', 'a'.repeat(20_000), ...unfinished),
    post('action=generate', `slug=bold-serif&text=${n}`, `Content-Type: text/x${n}`),
    { target: `/unknown-${n}` },
    { target: '/', headers: [`Accept-Language: x${n}`] },
    { target: `/en/unknown-${n}` },
    { target: `/en/bold-sans?text=${n}` },
    { target: '/en/bold-sans', headers: [`Accept-Encoding: x${n}, br`] },
    { target: `/${n}`, method: 'DELETE', headers: [`X-${n}: ${n}`] },
  ]
  return requests.map((request) => ({ ...request, headers: [...(request.headers ?? []), client] }))
}

test('no map or set grows with the clients and their requests', async (t) => {
  const { port } = await startInProcess(t)
  const session = openSession(t)
  const send = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++) await sendAll(port, requestsOf(n))
  }
  await send(0, 50)
  const before = new WeakMap(await findSizes(session))
  await send(50, 100)
  const findGrown = async () =>
    (await findSizes(session)).find(([all, size]) => size - (before.get(all) ?? 0) >= 25)?.[0]
  let grown = await findGrown()
  // The service notices some turns of the event loop later that clients have left.
  for (let rounds = 50; rounds > 0 && grown !== undefined; rounds--) grown = await findGrown()
  assert.equal(grown, undefined, `it grows: …, ${JSON.stringify([...(grown?.keys() ?? [])].slice(-3))}`)
})

test('nothing keeps a request or its headers, such as a page that was made for it', async (t) => {
  const { port } = await startInProcess(t)
  const kept = new Map<string, ReadonlyArray<WeakRef<object>>>()
  const take = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage }
    const parts = [request, request.headers, request.rawHeaders]
    kept.set(`${request.method} ${request.url}`, parts.map((part) => new WeakRef(part)))
  }
  subscribe('http.server.request.start', take)
  t.after(() => unsubscribe('http.server.request.start', take))
  const style = entryOf('bold-serif', 'en').page
  const pages = ['/', '/en/', '/es/', '/en/api', `/en/${style}`, '/openapi.json', '/robots.txt']
  const headers = ['Accept-Encoding: br;q=0.9, gzip', 'Accept-Language: fr']
  await sendAll(port, pages.map((target) => ({ target, headers })))
  await sendAll(port, requestsOf(0))
  assert.ok(kept.size >= pages.length + 10, String(kept.size))
  const session = openSession(t)
  const left = (): string[] =>
    [...kept].flatMap(([name, parts]) => (parts.some((part) => part.deref()) ? [name] : []))
  // Node drops its own references some time after the connection is closed.
  await until(async () => {
    await session.post('HeapProfiler.collectGarbage')
    return left().length === 0
  }).catch(() => assert.deepEqual(left(), []))
})

/** Sends each request on its own connection, and leaves when the answer begins. */
async function sendAll(port: number, requests: readonly Request[]): Promise<void> {
  const conversations = requests.map((request) => {
    const conversation = converse(port)
    conversation.write(formatRequest(request))
    return conversation
  })
  await Promise.all(
    conversations.map(async (conversation) => {
      await conversation.until(/^HTTP/)
      conversation.leave()
    }),
  )
}

/** Opens a session with the inspector of this process. */
function openSession(t: TestContext): Session {
  const session = new Session()
  session.connect()
  t.after(() => session.disconnect())
  return session
}

type Collection = Map<unknown, unknown> | Set<unknown>

/** Collects all memory, and returns the sizes of the maps and sets that are left in this process. */
async function findSizes(session: Session): Promise<Array<[Collection, number]>> {
  const found: Collection[] = []
  // The inspector can only pass them to a function that is global.
  const name = `collect ${randomUUID()}`
  Reflect.set(globalThis, name, (all: readonly Collection[]) => void found.push(...all))
  for (const kind of ['Map', 'Set']) {
    const { result } = await session.post('Runtime.evaluate', { expression: `${kind}.prototype` })
    const prototypeObjectId = result.objectId ?? assert.fail()
    const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId })
    const functionDeclaration = `function () { globalThis['${name}'](this) }`
    const objectId = objects.objectId ?? assert.fail()
    await session.post('Runtime.callFunctionOn', { objectId, functionDeclaration })
    await session.post('Runtime.releaseObject', { objectId })
  }
  Reflect.deleteProperty(globalThis, name)
  // The prototypes of subclasses are among them.
  return found.flatMap((all) => (types.isMap(all) || types.isSet(all) ? [[all, all.size]] : []))
}
