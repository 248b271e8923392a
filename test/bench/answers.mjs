// What the service answers, recorded once: the bare server replays it, the peers must match it.
import { ask, headerOf } from './ask.mjs'
import { exhausting, kinds } from './kinds.mjs'

/** Uses up the limit of the clients that are to be refused. */
export async function exhaust({ name, port, pids }, loader) {
  await loader.run({ name, port, pids, ...exhausting })
}

/** The answer of a server to each kind of request; its refused clients must have been refused. */
export async function recordAnswers(server) {
  const answers = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const etag = kind.revalidates && headerOf(answers[kind.revalidates], 'etag')
    const headers = etag === undefined ? {} : { 'If-None-Match': etag }
    answers[name] = { ...(await ask(server.port, kind, headers)), requestHeaders: headers }
    if (answers[name].status !== kind.status) {
      throw new Error(`${server.name} answered ${answers[name].status} to ${kind.title}`)
    }
  }
  return answers
}

/** Throws where a server that does the same work does not give the same body. */
export async function checkWork(server, answers) {
  for (const [name, kind] of Object.entries(kinds)) {
    const { requestHeaders, body } = answers[name]
    const answer = await ask(server.port, kind, requestHeaders)
    // How many were counted, and how the limiter words its refusal, is each server's own.
    const isSame = kind.status === 429 || plain(answer.body) === plain(body)
    if (answer.status === kind.status && isSame) continue
    const excerpt = answer.body.toString('latin1', 0, 200)
    throw new Error(`${server.name} answered ${kind.title} with ${answer.status}: ${excerpt}`)
  }
}

/** Throws where an answer is not made of the same bytes, times and counts aside. */
export function checkBytes(answer, other, title) {
  const lines = ({ headers }) => headers.map(([name, value]) => `${name}: ${plain(value)}`).sort()
  const isSame =
    answer.status === other.status &&
    lines(answer).join('\n') === lines(other).join('\n') &&
    answer.body.equals(other.body)
  if (!isSame) throw new Error(`the bare server does not send the same bytes for ${title}`)
}

function plain(text) {
  const isDate = /^\w{3}, \d\d /.test(text)
  return isDate ? 'date' : String(text).replace(/\d+/g, '0')
}
