// The servers that are compared, and the data that ours start with.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { recordAnswers } from './answers.mjs'
import { kinds, refusedClients } from './kinds.mjs'
import { startOurs, startScript } from './server.mjs'

/** Their names in a table. */
export const titles = {
  ours: 'this service',
  other: 'the other build',
  bare: 'bare `node:http`',
  fastify: 'Fastify',
  express: 'Express',
}

/**
 * Prepares a build of ours. `start()` resolves to a running service that knows `clients` clients by
 * one request each, and others that have used up their limit. `answers` are its answers.
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
    // A connection carries at most a thousand requests.
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

/** Prepares one of `servers/`, which must give the same `answers`; the bare one replays them. */
export function preparePeer({ name, clients, answers }) {
  const environment = { ANSWERS: answers.file, CLIENTS: String(clients) }
  return {
    name,
    answers,
    start: (kind, nodeArguments) =>
      startScript(name, { ...environment, KIND: kind }, nodeArguments),
  }
}
