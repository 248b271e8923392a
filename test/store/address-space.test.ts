import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { createLog } from '../../lib/log.ts'
import { mostMapBytes, planStore } from '../../lib/store/address-space.ts'
import { openStore } from '../../lib/store/store.ts'
import { createRateLimiter } from '../../lib/usage/rate-limiter.ts'
import { temporaryFolder } from '../support/folders.ts'

const mebibyte = 2 ** 20

describe('planStore', () => {
  test('takes the same for every store where nothing is limited', () => {
    for (const limit of [0, 1, 100, 100_000]) {
      assert.deepEqual(planStore(Infinity, limit), { mapBytes: mostMapBytes, maxClients: Infinity })
    }
  })

  test('takes whole pages of a part of what is free, and never more for less', () => {
    let before = planStore(2 ** 40, 100)
    assert.equal(before.mapBytes, mostMapBytes)
    for (let free = 2 ** 31; free >= 32 * mebibyte; free -= 1_234_567) {
      const room = planStore(free, 100)
      assert.equal(room.mapBytes % mebibyte, 0)
      assert.ok(room.mapBytes <= free / 4, `${room.mapBytes} of ${free}`)
      assert.ok(room.mapBytes <= before.mapBytes && room.maxClients <= before.maxClients, `${free}`)
      assert.ok(room.maxClients >= 1000, `${room.maxClients} clients in ${free}`)
      before = room
    }
  })

  test('refuses to start where next to nothing is free', () => {
    for (const free of [-1, 0, 32 * mebibyte - 1]) {
      assert.throws(() => planStore(free, 100), /ulimit -v/, `${free}`)
    }
  })

  for (const limit of [1, 100, 5_000]) {
    test(`plans for no more clients than fit, with ${limit} requests each`, (t) => {
      const { mapBytes, maxClients } = planStore(32 * mebibyte, limit)
      const folder = temporaryFolder(t)
      const log = createLog('error', assert.fail)
      const store = openStore({ folder, bootId: 'b', checkpointBoot: undefined, mapBytes, log })
      t.after(() => store.close())
      const limiter = createRateLimiter({ limit, windowMs: 1e9, maxClients })
      const draw = createDraw(`${limit}`)
      // Windows grow in steps and in any order, so that no page stays as it was.
      const clients = Math.ceil(1.2 * maxClients)
      const step = Math.ceil(limit / 4)
      for (let turn = 0; turn < (6 * clients) / 16; turn++) {
        const some = Array.from({ length: 16 }, () => `${draw(clients)}`)
        const requests = some.flatMap((client) => Array<string>(step).fill(client))
        store.transact((records) => limiter.admit(records, requests, turn))
      }
      const { size } = statSync(join(folder, 'live.mdb'))
      t.diagnostic(`${Math.round((100 * size) / mapBytes)} % of the map`)
      assert.ok(size > mapBytes / 8, `${size} bytes are no test`)
      assert.ok(size <= mapBytes, `${size} bytes in a map of ${mapBytes}`)
    })
  }
})
