import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import type { Records } from '../../lib/store/store.ts'
import { recordKinds } from '../../lib/usage/keys.ts'
import type { Admission } from '../../lib/usage/rate-limiter.ts'
import {
  drawClients,
  drawPause,
  firstTime,
  limiterWith,
  roomy,
  windowMs,
} from '../support/limiter.ts'
import { places } from '../support/records.ts'

const mostSwept = 100

for (const place of places) {
  describe(`the queue of windows, ${place.name}`, () => {
    test('keeps its queue and its windows together in 4,000 random steps', (t) => {
      for (const maxClients of [1, 2, 7, 60]) {
        const draw = createDraw(`queue ${maxClients}`)
        const transact = place.open(t)
        const queue = new NaiveQueue(maxClients)
        const limiter = limiterWith({ limit: 2, maxClients })
        let now = firstTime
        for (let step = 0; step < 1000; step++) {
          now += drawPause(draw)
          if (draw(4) === 0) {
            transact((records) => limiter.sweep(records, now))
            queue.sweep(now)
          } else {
            const clients = drawClients(draw, 1 + draw(2 * maxClients), 3 * maxClients)
            const admissions = transact((records) => limiter.admit(records, clients, now))
            queue.admit(clients, admissions, now)
          }
          assert.deepEqual(transact(readQueue), queue.clients, `step ${step} of ${maxClients}`)
        }
      }
    })

    test('frees the client that is kept longest when there are too many', (t) => {
      const transact = place.open(t)
      const limiter = limiterWith({ limit: 2, maxClients: 50 })
      const admit = (client: string, now: number): boolean =>
        transact((records) => limiter.admit(records, [client], now))[0]?.isAdmitted ?? false
      assert.ok(admit('full', firstTime) && admit('full', firstTime))
      for (let other = 1; other < 50; other++) {
        admit(`other ${other}`, firstTime + other)
        admit(`other ${other}`, firstTime + other)
        assert.equal(admit('full', firstTime + other), false, `after ${other} others`)
      }
      admit('one too many', firstTime + 60)
      assert.deepEqual(transact(readQueue).slice(0, 2), ['other 1', 'other 2'])
      assert.equal(admit('other 1', firstTime + 60), false)
      assert.ok(admit('full', firstTime + 60))
    })

    test('takes a batch with more newcomers than there may be windows', (t) => {
      const transact = place.open(t)
      const limiter = limiterWith({ limit: 2, maxClients: 10 })
      transact((records) => limiter.admit(records, ['a', 'b'], firstTime))
      const newcomers = Array.from({ length: 25 }, (_, index) => `new ${index}`)
      // The batch uses the windows of a and b, too, and then pushes them out.
      const batch = ['a', ...newcomers, 'b', 'new 0', 'new 24', 'new 0']
      const admissions = transact((records) => limiter.admit(records, batch, firstTime + 1))
      assert.deepEqual(
        admissions.map((admission) => admission.isAdmitted),
        batch.map((_, index) => index < batch.length - 1),
      )
      assert.deepEqual(transact(readQueue), newcomers.slice(-10))
      const next = transact((records) => limiter.admit(records, ['new 24'], firstTime + 2))
      assert.equal(next[0]?.isAdmitted, false)
    })

    test('goes down in steps where fewer windows are kept than before', (t) => {
      const transact = place.open(t)
      const clients = Array.from({ length: 2000 }, (_, index) => `client ${index}`)
      transact((records) => limiterWith({}).admit(records, clients, firstTime))
      const limiter = limiterWith({ maxClients: 20 })
      for (let kept = 2000, newcomer = 0; kept > 20; newcomer++) {
        const before = kept
        transact((records) => limiter.admit(records, [`newcomer ${newcomer}`], firstTime + 1))
        kept = transact(readQueue).length
        assert.equal(kept, Math.max(20, before - mostSwept))
      }
    })

    test('sweeps expired windows away in steps, and keeps those in use', (t) => {
      const transact = place.open(t)
      const limiter = limiterWith({ limit: 5 })
      const clients = Array.from({ length: 1200 }, (_, index) => `client ${index}`)
      const used = clients.filter((_, index) => index % 3 === 0)
      transact((records) => limiter.admit(records, clients, firstTime))
      transact((records) => limiter.admit(records, used, firstTime + 1))

      transact((records) => limiter.sweep(records, firstTime + windowMs - 1))
      assert.deepEqual(transact(readQueue), clients)
      const now = firstTime + windowMs
      for (let left = clients.length; left > used.length; ) {
        assert.ok(transact((records) => limiter.sweep(records, now)), 'there is more')
        const swept = left - transact(readQueue).length
        assert.ok(swept > 0 && swept <= mostSwept)
        left -= swept
      }
      assert.deepEqual(transact(readQueue).toSorted(), used.toSorted())
      transact((records) => limiter.sweep(records, now))
      assert.deepEqual(transact(readQueue).toSorted(), used.toSorted())

      const [admission] = transact((records) => limiter.admit(records, ['client 0'], now))
      assert.equal(admission?.remaining, 3)
      while (transact(readQueue).length > 0) {
        transact((records) => limiter.sweep(records, now + 2 * windowMs))
      }
    })
  })
}

/** The windows as a list of clients, the one kept longest first. */
class NaiveQueue {
  readonly #maxClients: number
  readonly #times = new Map<string, number[]>()
  #places: Array<{ readonly client: string; readonly since: number }> = []

  constructor(maxClients: number) {
    this.#maxClients = maxClients
  }

  get clients(): string[] {
    return this.#places.map((place) => place.client)
  }

  admit(clients: readonly string[], admissions: readonly Admission[], now: number): void {
    clients.forEach((client, index) => {
      if (!this.#times.has(client)) {
        this.#times.set(client, [])
        this.#places.push({ client, since: now })
      }
      if (admissions[index]?.isAdmitted) this.#times.get(client)?.push(now)
    })
    while (this.#places.length > this.#maxClients) {
      this.#times.delete(this.#places.shift()?.client ?? '')
    }
  }

  sweep(now: number): void {
    const isOld = ({ since }: { readonly since: number }): boolean => since <= now - windowMs
    const [old, young] = [this.#places.filter(isOld), this.#places.filter((each) => !isOld(each))]
    const isUsed = (time: number): boolean => time > now - windowMs
    this.#places = young
    for (const { client } of old) {
      if (this.#times.get(client)?.some(isUsed)) this.#places.push({ client, since: now })
      else this.#times.delete(client)
    }
  }
}

/** The clients in the queue, once it is sure that each has one window, and each window a place. */
function readQueue(records: Records): string[] {
  const all = (kind: number): Array<{ key: Buffer; value: Buffer }> =>
    records.range(Buffer.from([kind]), Buffer.from([kind + 1]), roomy)
  const clients = all(recordKinds.queue).map(({ value }) => value.toString('latin1', 6))
  const windows = all(recordKinds.window).map(({ key }) => key.toString('latin1', 1))
  assert.deepEqual(clients.toSorted(), windows.toSorted())
  assert.equal(records.get(Buffer.from([recordKinds.queueState]))?.readDoubleLE(0) ?? 0, clients.length)
  return clients
}
