import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { send } from '../support/client.ts'
import { assertFair, keepSending } from '../support/fairness.ts'
import type { Sent } from '../support/fairness.ts'
import { temporaryFolder } from '../support/folders.ts'
import { assertRefusal, burst, generate, passed, readTotals, warnings } from '../support/load.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

/** How often a process comes or goes. */
const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 6)
const limit = 100
const windowSeconds = 3600

describe('one client with 1,000 requests at once', () => {
  test('passes 100 times, and its hour outlasts a restart and a kill', async (t) => {
    const folder = temporaryFolder(t)
    let service = await startService(t, { DATA_DIR: folder })
    const sentAt = performance.now()
    let firstAt = Infinity
    const answers = await burst([service], 1000, () => {
      firstAt = Math.min(firstAt, performance.now())
    })
    assert.equal(answers.filter(passed).length, limit)
    answers.filter((answer) => !passed(answer)).forEach(assertRefusal)
    assert.deepEqual(await readTotals(service), { uses: limit, characters: 2 * limit })

    const endings = [
      async () => assert.equal(await service.stop(), 0),
      () => service.kill(),
      () => service.kill(),
    ]
    for (const end of endings) {
      await end()
      service = await startService(t, { DATA_DIR: folder })
      const askedAt = performance.now()
      const answer = await send(service.port, generate('192.0.2.1'))
      const answeredAt = performance.now()
      assertRefusal(answer)
      // The first of the hundred was admitted between its sending and its answer.
      const { retry_after: wait } = JSON.parse(answer.text)
      assert.ok(wait >= windowSeconds - (answeredAt - sentAt) / 1000, `${wait} s`)
      assert.ok(wait <= windowSeconds - (askedAt - firstAt) / 1000 + 1, `${wait} s`)
      const another = await send(service.port, generate('192.0.2.2'))
      assert.equal(another.status, 200)
    }
    const uses = limit + endings.length
    assert.deepEqual(await readTotals(service), { uses, characters: 2 * uses })
    assert.deepEqual(warnings(service), [])
  })

  test('passes 100 times in three processes that start together', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const services = await Promise.all(
      [1, 2, 3].map(() => startService(t, { DATA_DIR: folder })),
    )
    const answers = await burst(services, 1000)
    assert.equal(answers.filter(passed).length, limit)
    answers.filter((answer) => !passed(answer)).forEach(assertRefusal)
    for (const service of services) {
      assert.deepEqual(await readTotals(service), { uses: limit, characters: 2 * limit })
      assert.deepEqual(warnings(service), [])
    }

    // One is killed and one stops. The third knows what they have counted.
    const [killed, stopped, left] = services
    await killed?.kill()
    await stopped?.stop()
    assert.ok(left !== undefined)
    assertRefusal(await send(left.port, generate('192.0.2.1')))
    assert.equal((await send(left.port, generate('192.0.2.2'))).status, 200)
    assert.deepEqual(await readTotals(left), { uses: 101, characters: 202 })
  })

})

describe('processes that come and go', () => {
  test(`keep one limit and one total, ${faultRounds} times`, async (t) => {
    const folder = temporaryFolder(t)
    const draw = createDraw('come and go')
    const limits = { limit: 20, windowSeconds: 1 }
    const settings = {
      DATA_DIR: folder,
      RATE_LIMIT: String(limits.limit),
      RATE_WINDOW_SECONDS: String(limits.windowSeconds),
    }
    const services: Array<Service | undefined> = [undefined, undefined, undefined, undefined]
    const all = new Map<string, Sent[]>()
    let isWanted = true
    t.after(() => (isWanted = false))
    const choosePort = () => {
      const running = services.flatMap((service) => service?.port ?? [])
      return isWanted ? (running[draw(running.length)] ?? 'none') : 'end'
    }
    const sending = ['192.0.2.1', '192.0.2.2', '2001:db8::1'].map((address) => {
      const sent: Sent[] = []
      all.set(address, sent)
      return keepSending(choosePort, generate(address), sent, 10)
    })
    for (let round = 0; round < faultRounds; round++) {
      const slot = round < 2 ? round : draw(services.length)
      const service = services[slot]
      if (service === undefined) {
        services[slot] = await startService(t, settings)
      } else {
        services[slot] = undefined
        await (draw(2) === 0 ? service.stop() : service.kill())
        assert.deepEqual(warnings(service), [])
      }
      await new Promise((resolve) => setTimeout(resolve, draw(400)))
    }
    // In the end, clients must reach the limit.
    services[0] ??= await startService(t, settings)
    await new Promise((resolve) => setTimeout(resolve, 1500 * limits.windowSeconds))
    isWanted = false
    await Promise.all(sending)
    let [answered, unanswered, refusals] = [0, 0, 0]
    for (const sent of all.values()) {
      const { admitted, refused } = assertFair(sent, limits)
      answered += admitted
      refusals += refused
      unanswered += sent.filter(({ answer }) => answer === undefined).length
    }
    assert.ok(refusals > 0, 'no client came to its limit')
    const last = await startService(t, { DATA_DIR: folder })
    const { uses } = await readTotals(last)
    assert.ok(answered <= uses && uses <= answered + unanswered, `${answered}, ${uses} uses`)
  })
})
