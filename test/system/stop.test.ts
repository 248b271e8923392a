import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { converse, formatRequest, parseAnswers } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import {
  generate,
  generous,
  Load,
  logged,
  readTotals,
  unfinished,
  warnings,
} from '../support/load.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

describe('a process that is asked to stop', () => {
  test('answers all counted requests, ends with 0, and loses nothing', async (t) => {
    const folder = temporaryFolder(t)
    const load = new Load(50)
    const first = await startService(t, { DATA_DIR: folder, ...generous })
    const ended = load.run([first], 50)
    await load.answers(500)
    assert.equal(await first.stop(), 0)
    await ended
    assert.deepEqual(warnings(first), [])

    const second = await startService(t, { DATA_DIR: folder, ...generous })
    await load.assertStored(second, load.answered)
    assert.equal(await second.stop(), 0)

    // The checkpoint is complete, too: it is used after a reboot.
    rmSync(join(folder, 'live.mdb'))
    const third = await startService(t, { DATA_DIR: folder, ...generous })
    assert.equal((await readTotals(third)).uses, load.answered)
  })

  test('answers the counted requests of clients that do not wait for answers', async (t) => {
    const folder = temporaryFolder(t)
    const first = await startService(t, { DATA_DIR: folder, ...generous })
    const clients = Array.from({ length: 50 }, () => converse(first.port))
    const begun = clients.map(async (conversation, index) => {
      // Each client has its own window; one large shared window would slow the service down.
      const block = Buffer.from(String(formatRequest(generate(`192.0.2.${index}`))).repeat(10))
      conversation.write(block)
      const writing = setInterval(() => conversation.write(block), 200)
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
    const second = await startService(t, { DATA_DIR: folder, ...generous })
    assert.deepEqual(await readTotals(second), { uses: received, characters: 2 * received })
    assert.ok(received > 100, `${received} answers`)
  })

  test('ends with 0 before an unfinished request times out', async (t) => {
    const service = await startService(t)
    const { answer } = await leaveUnfinished(t, service)
    assert.equal(await service.stop(), 0)
    // After ten seconds, it would get a 408.
    await assert.rejects(answer)
  })

  test('ends at once on the second signal', async (t) => {
    const service = await startService(t)
    const { answer } = await leaveUnfinished(t, service)
    service.process.kill('SIGTERM')
    await logged(service, 'Stopping')
    assert.equal(service.process.exitCode, null)
    service.process.kill('SIGTERM')
    await once(service.process, 'exit')
    assert.equal(service.process.exitCode, 1)
    await assert.rejects(answer)
  })
})

/** Sends a request without its body, so that the service cannot end by itself. */
async function leaveUnfinished(
  t: TestContext,
  service: Service,
): Promise<{ answer: Promise<unknown> }> {
  const connection = new Connection(service.port)
  t.after(() => connection.close())
  const answer = connection.send({ ...generate('192.0.2.1'), ...unfinished })
  answer.catch(() => {})
  await readTotals(service)
  return { answer }
}
