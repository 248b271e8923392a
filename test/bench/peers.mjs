// Starts the service and those beside it, and makes sure that all give the same answers.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryMiB } from './accounting.mjs'
import { checkWork, exhaust, recordAnswers } from './answers.mjs'
import { ask } from './ask.mjs'
import { startBare } from './bare.mjs'
import { kinds } from './kinds.mjs'
import { preparedAnswers } from './prepared.mjs'
import { startOurs, startScript } from './server.mjs'

/** The servers, idle, each with its name, pids, port and memory; ours is the first. */
export async function startPeers({ folder, loader, names = [], say }) {
  const wants = (name) => names.length === 0 || names.includes(name)
  const data = join(folder, 'data')
  mkdirSync(data)
  say('Starting the servers')
  const ours = await measured(await startOurs(data))
  await exhaust(ours, loader)
  const answers = await recordAnswers(ours)
  const answersFile = join(folder, 'answers.json')
  writeFileSync(answersFile, JSON.stringify(preparedAnswers(answers)))

  const servers = [{ ...ours, prepare: (name) => answers[name].requestHeaders }]
  if (wants('bare')) servers.push(await measured(await startBare(answers)))
  const starts = {
    fastify: () => startScript('fastify', { ANSWERS: answersFile }),
  }
  for (const [name, start] of Object.entries(starts)) {
    if (!wants(name)) continue
    const server = await measured(await start())
    await exhaust(server, loader)
    await checkWork(server, answers)
    servers.push({ ...server, prepare: (kind) => answers[kind].requestHeaders })
  }
  return servers
}

/** Lets it answer one request, and looks at its memory then. */
async function measured(server) {
  await ask(server.port, kinds.stats)
  server.idle = memoryMiB(server.pids)
  return server
}
