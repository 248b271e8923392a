import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Records } from '../../lib/store/store.ts'
import { RateLimiter } from '../../lib/usage/rate-limiter.ts'
import { Recorder } from '../../lib/usage/recorder.ts'
import type { Recorded } from '../../lib/usage/recorder.ts'
import { readState, withState } from '../../lib/usage/state.ts'
import type { State } from '../../lib/usage/state.ts'
import { noTotals, settingsWith, SharedLimiter } from '../support/limiter.ts'
import { MemoryRecords } from '../support/records.ts'

const windowMs = 1000
const limit = 3

describe('the recorder', () => {
  test('records requests at the end of a turn, in order, at most 512 in a transaction', async () => {
    for (const count of [3, 511, 512, 513, 1024, 1300]) {
      const setting = createSetting()
      const requests = Array.from({ length: count }, (_, index) => setting.send(`${index}`))
      await settled()
      assert.deepEqual(setting.events, [])
      await setting.endTurn()
      const { events } = setting
      const batches = Array.from({ length: Math.ceil(count / 512) }, (_, batch) =>
        requests.slice(512 * batch, 512 * (batch + 1)))
      const expected = batches.flatMap((batch) => ['begin', 'commit', ...batch.map(settleEvent)])
      assert.deepEqual(events, expected)
      assert.deepEqual(setting.store.commits, batches.map(({ length }) => length))
    }
  })

  test('records waiting requests at once on flush, and only once', async () => {
    const setting = createSetting()
    const request = setting.send('a')
    setting.recorder.flush()
    await settled()
    assert.equal(request.results.length, 1)
    await setting.endTurn()
    setting.recorder.flush()
    assert.deepEqual(setting.events, ['begin', 'commit', 'settle a'])
    setting.send('b')
    await setting.endTurn()
    assert.equal(setting.events.at(-1), 'settle b')
  })

  test('admits every request without a limiter, and adds it to the totals', async () => {
    const setting = createSetting({ hasLimit: false })
    const requests = Array.from({ length: 10 }, () => setting.send('a'))
    await setting.endTurn()
    const totals = { uses: 10, characters: 100 }
    assert.deepEqual(
      requests.map((request) => request.results),
      requests.map(() => [{ admission: undefined, totals }]),
    )
  })

  test('adds what is admitted, and nothing else, to the totals of all processes', async () => {
    const setting = createSetting()
    const requests = Array.from({ length: limit + 2 }, () => setting.send('a'))
    await setting.endTurn()
    assert.deepEqual(requests.map(isAdmitted), [true, true, true, false, false])
    assert.deepEqual(setting.totals(), { uses: limit, characters: 10 * limit })
    // Another process has added more.
    const totals = { uses: 50, characters: 500 }
    withState(setting.store.records, noTotals, (_records, state) => void (state.totals = totals))
    const { results } = setting.send('b')
    await setting.endTurn()
    assert.deepEqual(results[0]?.totals, { uses: 51, characters: 510 })
    assert.deepEqual(setting.totals(), results[0]?.totals)
  })

  test('reads the clock inside the transaction, after other processes have committed', async () => {
    const setting = createSetting()
    const other = new SharedLimiter((work) => work(setting.store.records), { limit, windowMs })
    other.admit(['a'], setting.clock.now)
    setting.clock.now += windowMs - 1
    const request = setting.send('a')
    setting.store.beforeWork = () => {
      // Just before, another process admits requests of the same client at a later time.
      setting.store.beforeWork = () => {}
      setting.clock.now += 5
      other.admit(['a', 'a'], setting.clock.now)
    }
    await setting.endTurn()
    const [recorded] = request.results
    assert.deepEqual(recorded?.admission, { isAdmitted: true, remaining: 0, resetMs: windowMs })
    // All three count until a window after that time.
    setting.clock.now += windowMs - 1
    const next = setting.send('a')
    await setting.endTurn()
    assert.equal(isAdmitted(next), false)
  })
})

test('a commit that fails affects only its own batch', async () => {
  const setting = createSetting()
  setting.store.failures = 1
  const requests = Array.from({ length: 600 }, (_, index) => setting.send(`${index}`))
  await setting.endTurn()
  assert.ok(requests.slice(0, 512).every(({ results }) => results[0] === undefined))
  assert.ok(requests.slice(512).every((request) => isAdmitted(request) === true))
  assert.ok(requests.every(({ results }) => results.length === 1))
})

test('a failed transaction counts nothing', async () => {
  const setting = createSetting()
  setting.store.failures = 1
  const requests = Array.from({ length: limit }, () => setting.send('a'))
  await setting.endTurn()
  assert.ok(requests.every(({ results }) => results[0] === undefined))
  assert.equal(setting.limiter?.recall('a', setting.clock.now), undefined)
})

test('nothing is recorded while the checkpoint cannot be written', async () => {
  const setting = createSetting()
  setting.store.isSaved = false
  const refused = [setting.send('a'), setting.send('b')]
  await setting.endTurn()
  assert.deepEqual(refused.map(({ results }) => results), [[undefined], [undefined]])
  assert.deepEqual(setting.events, refused.map(settleEvent))
  setting.store.isSaved = true
  const requests = Array.from({ length: limit }, () => setting.send('a'))
  await setting.endTurn()
  assert.ok(requests.every((request) => isAdmitted(request) === true))
})

/** A store in memory that lists what happens to it, and fails when asked to. */
class FakeStore {
  records = new MemoryRecords()
  /** How many of the next commits fail. */
  failures = 0
  isSaved = true
  beforeWork = (): void => {}
  /** How many requests each commit admitted. */
  readonly commits: number[] = []
  readonly #events: string[]

  constructor(events: string[]) {
    this.#events = events
  }

  assertSaved(): void {
    if (!this.isSaved) throw new Error('no space')
  }

  transact<Result>(work: (records: Records, state: State) => Result): Result {
    this.#events.push('begin')
    this.beforeWork()
    const draft = this.records.clone()
    const [result] = withState(draft, noTotals, work)
    if (this.failures > 0) {
      this.failures--
      this.#events.push('fail')
      throw new Error('Input/output error')
    }
    const uses = (records: Records): number => readState(records)?.totals.uses ?? 0
    this.commits.push(uses(draft) - uses(this.records))
    this.records = draft
    this.#events.push('commit')
    return result
  }
}

/** A request, and the results that it was settled with. */
interface Sent {
  readonly client: string
  readonly results: Array<Recorded | undefined>
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Creates a recorder whose clock and turns the test controls. */
function createSetting({ hasLimit = true } = {}) {
  /** `begin`, `commit`, `fail`, and `settle` with the client, in the order in which they happen. */
  const events: string[] = []
  const store = new FakeStore(events)
  const limiter = hasLimit ? new RateLimiter(settingsWith({ limit, windowMs })) : undefined
  const clock = { now: 5_000_000 }
  let deferred: Array<() => void> = []
  const defer = (callback: () => void): void => void deferred.push(callback)
  const now = (): number => clock.now
  const evictions = { windows: 0 }
  const recorder = new Recorder({ store, statistics: store, limiter, evictions, now, defer })
  return {
    ...{ store, limiter, recorder, events, clock },
    totals: () => readState(store.records)?.totals,
    /** Hands a request that adds one use of ten characters to the recorder. */
    send(client: string): Sent {
      const sent: Sent = { client, results: [] }
      recorder.record(client, { uses: 1, characters: 10 }, (result) => {
        sent.results.push(result)
        events.push(settleEvent(sent))
      })
      return sent
    },
    /** Ends the turn, and resolves when its requests are settled. */
    async endTurn() {
      const callbacks = deferred
      deferred = []
      assert.ok(callbacks.length <= 1)
      callbacks.forEach((callback) => callback())
      await settled()
    },
  }
}

function settleEvent({ client }: { readonly client: string }): string {
  return `settle ${client}`
}

function isAdmitted({ results }: Sent): boolean | undefined {
  return results[0]?.admission?.isAdmitted
}
