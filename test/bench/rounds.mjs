// Interleaved rounds: each kind of request on each server in turn, several times over.
import { kinds } from './kinds.mjs'

/** By kind and server: what each round measured, in the order of the rounds. */
export async function runRounds({ servers, loader, kinds: names, rounds, measureMs, say }) {
  const sent = new Map(servers.map(({ name }) => [name, 0]))
  const cells = new Map(names.map((name) => [name, new Map(servers.map((s) => [s.name, []]))]))
  say('Warming up')
  // A long text, or a new connection for each request, takes several times as long.
  const few = ({ body, isRefused }) => body.length > 1_000 || (isRefused && body !== '')
  await runRound((kind) => ({ requests: (few(kind) ? 2 : 8) * measureMs }))
  for (let round = 0; round < rounds; round++) {
    say(`Round ${round + 1} of ${rounds}`)
    // Another server is the first each time.
    servers = [...servers.slice(1), ...servers.slice(0, 1)]
    const results = await runRound(() => ({ measureMs, warmMs: Math.min(150, measureMs / 3) }))
    for (const { kind, server, result } of results) cells.get(kind).get(server).push(result)
  }
  return cells

  async function runRound(length) {
    const results = []
    for (const name of names) {
      const kind = kinds[name]
      for (const server of servers) {
        const { port, pids } = server
        const first = sent.get(server.name)
        const job = { name: `${server.name}, ${name}`, port, pids, kind, first, ...length(kind) }
        const result = await loader.run({ ...job, headers: await server.prepare(name) })
        if (!kind.isRefused) sent.set(server.name, first + result.sent)
        results.push({ kind: name, server: server.name, result })
      }
    }
    return results
  }
}
