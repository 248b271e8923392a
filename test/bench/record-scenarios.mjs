// What `record.mjs` does: each scenario has a service of its own, in an environment of its own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import {
  acceptedCodings,
  chunks,
  codings,
  corpus,
  format,
  formatBody,
  forwarded,
  generate,
  get,
  languages,
  newClient,
  post,
  refusedEarly,
  requests,
} from './record-requests.mjs'
import { openWire } from './record-wire.mjs'

// What measures time comes first: with the others beside it, it could miss its moment.
export const scenarios = [
  { name: 'stop', environment: {}, run: recordStop },
  { name: 'silence', environment: {}, run: recordSilence },
  { name: 'clients', environment: {}, run: recordClients },
  { name: 'trust', environment: { TRUST_PROXY: 'none' }, run: recordClients },
  { name: 'minute', environment: { RATE_LIMIT: '1', RATE_WINDOW_SECONDS: '60' }, run: recordWords },
  { name: 'window', environment: { RATE_LIMIT: '2', RATE_WINDOW_SECONDS: '99' }, run: recordWords },
  { name: 'root', environment: { BASE_PATH: '/' }, run: recordPaths },
  { name: 'path', environment: { BASE_PATH: '/v1/text/' }, run: recordPaths },
  { name: 'sequences', environment: {}, run: recordSequences },
  { name: 'probes', environment: { RATE_LIMIT: '0' }, run: recordProbes },
  { name: 'limit', environment: { RATE_LIMIT: '3', MAX_TEXT_LENGTH: '3' }, run: recordLimit },
  { name: 'no limit', environment: { RATE_LIMIT: '0' }, run: recordUnlimited },
  { name: 'full disk', environment: {}, onSmallDisk: true, run: recordFullDisk },
  { name: 'connections', environment: {}, run: recordConnections },
  { name: 'conditions', environment: {}, run: recordConditions },
  { name: 'catalogue', environment: {}, run: recordCatalogue },
  { name: 'texts', environment: {}, run: recordTexts },
]

/** The slugs, read from the list. */
async function readSlugs(port) {
  const wire = openWire(port)
  wire.write(format(get('action=list_generators')))
  const answer = await wire.next()
  wire.leave()
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
  return body.generators.map(({ slug }) => slug)
}

const mostOnAConnection = 200

/** Sends requests, by their names, one after the other on kept connections; adds the answers. */
async function ask(port, rows, add) {
  const queue = rows.entries()
  const work = async () => {
    let wire
    let sent = 0
    for (const [, [name, request]] of queue) {
      if (sent++ % mostOnAConnection === 0) {
        wire?.leave()
        wire = openWire(port)
      }
      wire.write(format(request))
      add(name, await wire.next(request.method))
    }
    wire?.leave()
  }
  await Promise.all([work(), work(), work()])
}

async function recordCatalogue({ port }, add) {
  const lists = languages.flatMap((language) =>
    codings.map((coding) => [
      `list, ${language}, ${coding}`,
      get(`action=list_generators&lang=${language}`, `Accept-Encoding: ${coding}`),
    ]),
  )
  const slugs = await readSlugs(port)
  const details = slugs.flatMap((slug) =>
    languages.map((language) => [
      `${slug}, ${language}`,
      get(`action=get_generator&slug=${slug}&lang=${language}`),
    ]),
  )
  await ask(port, [...lists, ...details], add)
}

async function recordTexts({ port }, add) {
  const slugs = await readSlugs(port)
  const rows = slugs.flatMap((slug) =>
    corpus.map(([title, text, more]) => [`${slug}, ${title}`, generate(slug, text, more)]),
  )
  await ask(port, rows, add)
}

/** How a request is put on a connection: its bytes, what follows at once, and its answer. */
const connections = {
  kept: (text) => [text, '', goodbye()],
  closing: (text) => [withLine(text, 'Connection: close'), '', ''],
  'HTTP/1.0': (text) => [asOld(text), '', ''],
  'HTTP/1.0, kept': (text) => [withLine(asOld(text), 'Connection: keep-alive'), '', goodbye()],
  'before others': (text) => [text, format(get('action=stats')) + goodbye(), ''],
  'after another': (text) => [format(get('action=stats')) + text, format(get('')) + goodbye(), ''],
}

function goodbye() {
  return format({ target: '/health', headers: ['Connection: close'] })
}

function withLine(text, line) {
  return text.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`)
}

function asOld(text) {
  return text.replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n')
}

/** The bytes of a request; one that is written out gets a client where its head has lines. */
function bytesOf(request) {
  if (typeof request !== 'string') return format(request)
  return request.includes('\r\nHost: ') ? withLine(request, newClient()) : request
}

async function recordConnections({ port }, add) {
  await Promise.all(
    Object.entries(connections).map(async ([kind, arrange]) => {
      for (const [name, request] of Object.entries(requests)) {
        add(`${kind}, ${name}`, await converse(port, arrange(bytesOf(request)), request.method))
      }
    }),
  )
}

/** All that comes back: to a request, to what follows it at once, to what follows its answer. */
async function converse(port, [text, next, later], method) {
  const wire = openWire(port)
  wire.write(text + next)
  const first = later === '' ? '' : await wire.next(method)
  if (later !== '' && !/\r\nConnection: close\r\n/i.test(first)) wire.write(later)
  return first + (await wire.rest())
}

async function recordConditions({ port }, add) {
  const queries = ['action=list_generators&lang=fr', 'action=get_generator&slug=bold-serif']
  for (const query of queries) {
    for (const accepted of acceptedCodings) {
      const wire = openWire(port)
      const line = `Accept-Encoding: ${accepted}`
      wire.write(format(get(query, line)))
      const answer = await wire.next()
      add(`${query}, "${accepted}"`, answer)
      const etag = /\r\nETag: (.*?)\r\n/.exec(answer)?.[1] ?? ''
      const tags = [etag, `W/${etag}`, `"a", ${etag},"b"`, '"a"', etag.slice(1, -1), '', '*']
      for (const [index, tag] of tags.entries()) {
        wire.write(format(get(query, line, `If-None-Match: ${tag}`)))
        add(`${query}, "${accepted}", tag ${index}`, await wire.next())
      }
      wire.leave()
    }
  }
}

const fields = 'slug=reverse&text=abc&update_stats=0'
const waiting = 'Expect: 100-continue'

/** What follows one another on a connection: texts to write; `undefined` waits for an answer. */
const sequences = {
  'continue': [
    formatBody(post('action=generate', fields, waiting)).head,
    undefined,
    fields + goodbye(),
  ],
  'continue, in capitals': [
    formatBody(post('action=generate', fields, waiting.toUpperCase())).head,
    undefined,
    fields + goodbye(),
  ],
  'continue, chunks too large': [
    format(post('action=generate', '', 'Transfer-Encoding: chunked', waiting)),
    undefined,
    chunks(fields.padEnd(131_073, 'x')) + goodbye(),
  ],
  'continue, not waited for': [format(post('action=generate', fields, waiting)) + goodbye()],
  'a request in pieces': [...format(post('action=generate', fields))].map(String).concat(goodbye()),
  'statistics': [
    format(get('action=stats')),
    undefined,
    format(post('action=generate', 'slug=reverse&text=ab😀')),
    undefined,
    format(post('action=generate', 'slug=reverse&text=a&update_stats=0')),
    undefined,
    format(post('action=generate', 'slug=clap&text=a+b&update_stats=yes')) +
      format(get('action=stats')) +
      goodbye(),
  ],
  'many at once': [
    Array.from({ length: 60 }, (_, index) => format(get(`action=${index % 3 ? 'stats' : 'x'}`)))
      .join('') + goodbye(),
  ],
  'a thousand and two': [
    Array.from({ length: 1_002 }, () => format(get('action=list'))).join('') + goodbye(),
  ],
  'a client who goes on': [client(5).join('') + goodbye()],
  ...Object.fromEntries(
    Object.entries(refusedEarly).map(([name, request]) => [name, [format(request)]]),
  ),
}

/** So many requests of one client. */
function client(count) {
  const line = newClient()
  return Array.from({ length: count }, () => format(get('action=stats', line)))
}

async function recordSequences({ port }, add) {
  for (const [name, steps] of Object.entries(sequences)) {
    const wire = openWire(port)
    let all = ''
    for (const step of steps) {
      if (step === undefined) all += await wire.next()
      else wire.write(step)
    }
    add(name, all + (await wire.rest()))
  }
}

async function recordClients({ port }, add) {
  const lines = forwarded.map((value) => [value, [`X-Forwarded-For: ${value}`]])
  lines.push(['two lines', ['X-Forwarded-For: 192.0.2.20', 'X-Forwarded-For: 192.0.2.21']])
  for (const [value, headers] of lines) {
    const text = format(get('action=stats', ...headers))
    add(`"${value}"`, await converse(port, [text + text, goodbye(), '']))
  }
}

async function recordLimit({ port }, add) {
  const line = newClient()
  const all = { ...requests, ...refusedEarly }
  add('5 of 3', await converse(port, [client(5).join(''), goodbye(), '']))
  add('the 3', await converse(port, [format(get('', line)).repeat(3), goodbye(), '']))
  const others = ['closing', 'kept', 'before others', 'HTTP/1.0']
  for (const kind of others) {
    for (const [name, request] of Object.entries(all)) {
      if (typeof request === 'string') continue
      // A client that waits for 100 Continue waits for it in HTTP/1.1 alone.
      if (name in refusedEarly && kind !== 'kept') continue
      const text = format({ ...request, headers: [...(request.headers ?? []), line] })
      add(`${kind}, ${name}`, await converse(port, connections[kind](text), request.method))
    }
  }
  const texts = ['abc', 'a😀b', 'abcd']
  await ask(port, texts.map((text) => [`text ${text}`, generate('reverse', text)]), add)
}

async function recordWords({ port }, add) {
  add('3 requests', await converse(port, [client(3).join(''), goodbye(), '']))
}

async function recordUnlimited({ port }, add) {
  for (const [name, request] of Object.entries(requests)) {
    if (typeof request === 'string') continue
    add(name, await converse(port, connections.kept(format(request)), request.method))
  }
}

async function recordPaths({ port }, add) {
  const paths = ['/', '//', '/v1/text', '/v1/text/', '/v1/text//', '/v1', '/api', '/health', '/x']
  const targets = paths.flatMap((path) => [path, `${path}?action=stats`])
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const rows = targets.map((target) => [`${method} ${target}`, { method, target }])
    await ask(port, rows, add)
  }
  await ask(port, [['OPTIONS *', { method: 'OPTIONS', target: '*' }]], add)
}

/** Clients that send a part of a request and then nothing. */
async function recordSilence({ port }, add) {
  const head = formatBody(post('action=generate', fields)).head
  const rows = {
    nothing: '',
    'half a head': head.slice(0, -2),
    'half a body': head + fields.slice(0, 5),
    'half a chunk': `${format(post('', '', 'Transfer-Encoding: chunked'))}5\r\nslug=`,
    'an answer': format(get('action=stats')),
    'half a head after an answer': format(get('action=stats')) + head.slice(0, -2),
    'half a body after an answer': format(get('action=stats')) + head + fields.slice(0, 5),
  }
  await Promise.all(
    Object.entries(rows).map(async ([name, text]) => {
      add(name, await converse(port, [text, '', '']))
    }),
  )
}

/** The requests of Http11Probe and of llhttp's own tests, until the server closes. */
async function recordProbes({ port }, add) {
  const read = (name) => JSON.parse(readFileSync(join(root, 'test', 'data', `${name}.json`)))
  const repeat = (text, times) =>
    Array.from({ length: times }, (_, index) => text.replace('#', `${index}`)).join('')
  const expand = (payload) =>
    [payload].flat().map((part) => (typeof part === 'string' ? part : repeat(...part))).join('')
  const probes = read('http11probe')
  const rows = [
    ...probes.cases.map(({ id, payload }) => [id, expand(payload)]),
    ...probes.sequences.map(({ id, steps }) => [id, steps.join('')]),
    ...read('llhttp-requests').cases.map(({ file, name, raw }) => [`${file}, ${name}`, raw]),
  ]
  await Promise.all(
    rows.flatMap(([name, raw], index) => {
      const aimed = raw.replace(/^([\r\n]*GET +)\/(?=\s)/, '$1/api?action=stats')
      const texts = aimed === raw ? [raw] : [raw, aimed]
      return texts.map(async (text, which) => {
        add(`${index} ${name}${which ? ', aimed' : ''}`, await converse(port, [text, '', '']))
      })
    }),
  )
}

/** What is answered between the signal and the end. */
async function recordStop({ port, stop, said }, add) {
  const body = 'slug=reverse&text=abc'
  const { head } = formatBody(post('action=generate', body))
  const started = openWire(port)
  started.write(head + body.slice(0, 5))
  const kept = openWire(port)
  kept.write(format(get('action=stats')))
  const first = await kept.next()
  const several = openWire(port)
  several.write(format(get('action=stats')))
  await several.next()
  stop()
  await said('Stopping')
  started.write(body.slice(5))
  kept.write(format(get('action=stats')))
  several.write(format(get('action=stats')) + format({ target: '/health' }) + format(get('')))
  add('a request under way', await started.rest())
  add('a kept connection', first + (await kept.rest()))
  add('several at once', await several.rest())
  await said('Stopped')
}

async function recordFullDisk({ port }, add) {
  let status = ''
  while (status !== '503') {
    const wire = openWire(port)
    wire.write(Array.from({ length: 50 }, () => format(generate('reverse', 'abc'))).join(''))
    for (let count = 0; count < 50; count++) status = (await wire.next()).slice(9, 12)
    wire.leave()
  }
  const names = ['list', 'detail', 'stats', 'generate', 'no action', 'HEAD stats', '/health']
  for (const kind of ['kept', 'closing', 'HTTP/1.0', 'before others']) {
    for (const name of names) {
      const { method } = requests[name]
      const text = format(requests[name])
      add(`${kind}, ${name}`, await converse(port, connections[kind](text), method))
    }
  }
}
