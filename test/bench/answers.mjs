// What the service answers, recorded once: the bare server replays it, the peers must match it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, headerOf } from './ask.mjs'
import { kinds } from './kinds.mjs'

/**
 * Asks a server every kind of request. The answers by kind, with the headers that a request has on
 * top of its kind; `file` is where the servers of `servers/` find them.
 */
export async function recordAnswers(server, folder) {
  const answers = {}
  for (const [name, kind] of Object.entries(kinds).sort(unconditionalFirst)) {
    const etag = kind.revalidates && headerOf(answers[kind.revalidates], 'etag')
    const requestHeaders = etag === undefined ? {} : { 'If-None-Match': etag }
    const answer = await ask(server.port, kind, requestHeaders)
    if (answer.status !== kind.status) throw new Error(`the service answers ${name} otherwise`)
    answers[name] = { ...answer, requestHeaders }
  }
  const file = join(folder, 'answers.json')
  const recorded = Object.entries(answers).map(([name, answer]) => {
    const { status, headers, body } = answer
    return [name, { status, headers, etag: headerOf(answer, 'etag'), body: body.toString('base64') }]
  })
  writeFileSync(file, JSON.stringify(Object.fromEntries(recorded)))
  return { file, of: (name) => answers[name] }
}

/** Throws where a server does not give the answer; the bare one with the same bytes in its head. */
export async function checkAnswer({ name: server, port }, name, expected) {
  const answer = await ask(port, kinds[name], expected.requestHeaders)
  const parts = ({ status, headers, body }) => [
    status,
    // How long a limiter makes its clients wait is its own.
    plain(body.toString()),
    server === 'bare' ? headers.map(([key, value]) => `${key}: ${plain(value)}`).sort() : [],
  ]
  const [ours, theirs] = [expected, answer].map((one) => JSON.stringify(parts(one)))
  if (ours !== theirs) throw new Error(`${server}, ${name}: ${theirs.slice(0, 2_000)}`)
}

function unconditionalFirst([, one], [, other]) {
  return Number('revalidates' in one) - Number('revalidates' in other)
}

/** Without what differs from time to time: dates, counts. */
function plain(text) {
  return /^\w{3}, \d\d /.test(text) ? 'date' : text.replace(/\d+/g, '0')
}
