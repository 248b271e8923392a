// Runs interleaved rounds: in each, every kind of request gets servers that are started for it.
import { checkAnswer } from './answers.mjs'
import { kinds } from './kinds.mjs'
import { median } from './numbers.mjs'

/** How many requests a measurement has. Warming up compiles what V8 compiles late. */
const lengths = { warming: 12_000, slices: 9, lead: 300, measured: 2_500 }

/**
 * Returns the results of each round by kind and server: the microseconds of CPU per request (the
 * median of the slices) and the memory in MiB. `servers` start with `start(kind)`. All servers of a
 * round run at the same time and are loaded in turns, forwards and backwards, so that other work of
 * the machine affects all of them.
 */
export async function runRounds({ servers, loader, clients, chosen, rounds, say }) {
  const results = chosen.map((kind) => [kind, new Map(servers.map(({ name }) => [name, []]))])
  for (let round = 1; round <= rounds; round++) {
    for (const [kind, byServer] of results) {
      say(`round ${round} of ${rounds}: ${kind}`)
      const found = await measureKind(kind, { servers, loader, clients })
      for (const [name, result] of found) byServer.get(name).push(result)
    }
  }
  return new Map(results)
}

async function measureKind(name, { servers, loader, clients }) {
  const running = []
  for (const { start, answers } of servers) {
    const server = await start(name)
    const expected = answers.of(name)
    await checkAnswer(server, name, expected)
    const job = { kind: kinds[name], headers: expected.requestHeaders, clients }
    running.push({ server, job, first: 0, costs: [] })
  }
  for (const one of running) await load(one, { measured: lengths.warming })
  const { slices, lead, measured } = lengths
  for (let slice = 0; slice < slices; slice++) {
    for (const one of running) one.costs.push(await load(one, { lead, measured }))
    running.reverse()
  }
  for (const { server } of running) await server.stop()
  return running.map(({ server, costs, memory }) => {
    return [server.name, { cpuMicroseconds: median(costs), memory }]
  })

  async function load(one, length) {
    const { port, pid } = one.server
    const result = await loader.run({ port, pid, first: one.first, ...one.job, ...length })
    one.first += result.sent
    one.memory = result.memory
    return result.cpuMicroseconds
  }
}
