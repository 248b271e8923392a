// Records the answers of the service: the bare server replays them, the peers must match them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, headerOf } from './ask.mjs'
import { kinds } from './kinds.mjs'

/**
 * Sends every kind of request to a server. Returns the answers by kind, with the extra headers of
 * the request, and the `file` in which the servers of `servers/` find them.
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

/** Throws if a server answers differently; the bare server must send the same head, too. */
export async function checkAnswer({ name: server, port }, name, expected) {
  const answer = await ask(port, kinds[name], expected.requestHeaders)
  const parts = ({ status, headers, body }) => [
    status,
    // Each limiter has its own waiting times.
    plain(body.toString()),
    server === 'bare' ? headers.map(([key, value]) => `${key}: ${plain(value)}`).sort() : [],
  ]
  const [ours, theirs] = [expected, answer].map((one) => JSON.stringify(parts(one)))
  if (ours !== theirs) throw new Error(`${server}, ${name}: ${theirs.slice(0, 2_000)}`)
}

function unconditionalFirst([, one], [, other]) {
  return Number('revalidates' in one) - Number('revalidates' in other)
}

/** Removes what changes from request to request: dates and counts. */
function plain(text) {
  return /^\w{3}, \d\d /.test(text) ? 'date' : text.replace(/\d+/g, '0')
}
