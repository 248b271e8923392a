// The bare server is told before each measurement what it is to replay.
import { ask } from './ask.mjs'
import { checkBytes } from './answers.mjs'
import { kinds } from './kinds.mjs'
import { startScript } from './server.mjs'

/** Starts it; `prepare(kind)` tells it an answer and resolves to the headers of the request. */
export async function startBare(answers, nodeArguments = []) {
  const server = await startScript('bare', {}, { isTold: true, nodeArguments })
  for (const [name, kind] of Object.entries(kinds)) {
    const headers = await prepare(name)
    checkBytes(await ask(server.port, kind, headers), answers[name], kind.title)
  }
  await prepare('stats')
  return { ...server, prepare }

  async function prepare(name) {
    await tell(server.child, { ...answers[name], isText: !kinds[name].isPrepared })
    return answers[name].requestHeaders
  }
}

function tell(child, message) {
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.send(message)
  })
}
