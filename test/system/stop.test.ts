import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { converse, formatRequest, parseAnswers } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { generate, generous, logged, readTotals } from '../support/load.ts'
import { startService } from '../support/service.ts'

describe('a process that is asked to stop', () => {
  test('answers the counted requests of clients that do not wait for answers', async (t) => {
    const folder = temporaryFolder(t)
    const first = await startService(t, { DATA_DIR: folder, ...generous })
    const clients = Array.from({ length: 50 }, () => converse(first.port))
    const begun = clients.map(async (conversation, index) => {
      // Each client has its own window; one large shared window would slow the service down.
      // Eight may wait for the answer to another one.
      const block = Buffer.from(String(formatRequest(generate(`192.0.2.${index}`))).repeat(9))
      conversation.write(block)
      let sent = 9
      const writing = setInterval(() => {
        if (conversation.count(/HTTP\/1\.1 200/g) < sent) return
        sent += 9
        conversation.write(block)
      }, 20)
      t.after(() => clearInterval(writing))
      await conversation.until(/(?:HTTP\/1\.1 200[^]*?){3}/)
      return () => conversation.closed()
    })
    const closings = await Promise.all(begun)
    assert.equal(await first.stop(), 0)
    let received = 0
    // Only now, because parsing would keep the clients from reading.
    for (const text of await Promise.all(closings.map((closed) => closed()))) {
      const answers = parseAnswers(text)
      for (const answer of answers) assert.equal(answer.status, 200, answer.text)
      // Only the last answer announces the end.
      const closing = answers.filter(({ headers }) => headers['connection'] === 'close')
      assert.deepEqual(closing, answers.slice(-1))
      received += answers.length
    }
    // The checkpoint is complete: it is used after a reboot.
    rmSync(join(folder, 'live.mdb'))
    const second = await startService(t, { DATA_DIR: folder, ...generous })
    assert.deepEqual(await readTotals(second.port), { uses: received, characters: 2 * received })
    assert.ok(received > 100, `${received} answers`)
  })

  for (const [status, signal, ...more] of [
    [0, 'SIGTERM'],
    [0, 'SIGINT'],
    [1, 'SIGTERM', 'SIGTERM'],
  ] as const) {
    const signals = [signal, ...more].join(' and ')
    test(`by ${signals} ends with ${status} despite an unfinished request`, async (t) => {
      const service = await startService(t)
      const conversation = converse(service.port)
      conversation.write(formatRequest({ ...generate('192.0.2.1'), headers: ['Content-Length: 99'] }))
      await readTotals(service.port)
      const ended = once(service.process, 'exit')
      service.process.kill(signal)
      // npm repeats the signal of a terminal: at once, this means nothing. Two of a kind could be one.
      service.process.kill(signal === 'SIGTERM' ? 'SIGINT' : 'SIGTERM')
      await logged(service, 'Stopping')
      assert.equal(service.process.exitCode, null)
      await setTimeout(500)
      for (const another of more) service.process.kill(another)
      assert.deepEqual(await ended, [status, null])
      // After ten seconds, it would have got a 408.
      assert.equal(await conversation.closed(), '')
    })
  }
})
