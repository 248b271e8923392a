// The servers that are measured beside each other, and the data that ours start with.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { recordAnswers } from './answers.mjs'
import { kinds, refusedClients } from './kinds.mjs'
import { startOurs, startScript } from './server.mjs'

/** How a table names them. */
export const titles = {
  ours: 'this service',
  other: 'the other build',
  bare: 'bare `node:http`',
  fastify: 'Fastify',
  express: 'Express',
}

/**
 * A service with a build of ours: `start()` resolves to one that runs, and that knows `clients`
 * clients by a request each, and others that have used up their limit. `answers` are what it
 * answers.
 */
export async function prepareOurs({ name, build, folder, clients, loader }) {
  const filled = join(folder, name)
  const used = join(folder, `${name}-used`)
  mkdirSync(filled)
  const server = await startOurs(filled, build)
  const fill = async (kind, first, measured) => {
    const { port, pid } = server
    const { sent } = await loader.run({ port, pid, kind, clients, first, measured })
    return sent
  }
  for (let sent = 0; sent < clients; ) {
    // A connection carries a thousand requests at most.
    sent += await fill(kinds.stats, sent, Math.min(100_000, clients - sent))
  }
  const opening = 128
  await fill({ ...kinds.stats, isRefused: true }, 0, 100 * refusedClients - opening)
  const answers = await recordAnswers(server, filled)
  await server.stop()
  return {
    name,
    answers,
    async start(_kind, nodeArguments) {
      rmSync(used, { recursive: true, force: true })
      cpSync(filled, used, { recursive: true })
      return { ...(await startOurs(used, build, nodeArguments)), name }
    },
  }
}

/** One of `servers/`, which is to give the same `answers`; bare ones replay them by kind. */
export function preparePeer({ name, clients, answers }) {
  const environment = { ANSWERS: answers.file, CLIENTS: String(clients) }
  return {
    name,
    answers,
    start: (kind, nodeArguments) =>
      startScript(name, { ...environment, KIND: kind }, nodeArguments),
  }
}
