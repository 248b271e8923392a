import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Request } from './client.ts'
import { Connection } from './kept-connection.ts'

/** A request, and when it was sent and answered, in milliseconds of this process. */
export interface Sent {
  readonly sentMs: number
  readonly answeredMs: number
  /** `undefined` if the service ended before: the request may have been admitted. */
  readonly answer: Answer | undefined
}

/**
 * Sends one request after another to the port that `choosePort` returns, until it returns `end`, and
 * adds them to `all`. Each connection gets a new port and at most `most` requests.
 */
export async function keepSending(
  choosePort: () => number | 'none' | 'end',
  request: Request,
  all: Sent[],
  most: number,
): Promise<void> {
  for (let port = choosePort(); port !== 'end'; port = choosePort()) {
    await pause(5)
    if (port === 'none') continue
    const connection = new Connection(port)
    for (let sent = 0; sent < most && choosePort() !== 'end'; sent++) {
      const sentMs = performance.now()
      const answer = await connection.send(request).catch(() => undefined)
      all.push({ sentMs, answeredMs: performance.now(), answer })
      if (answer === undefined || answer.headers['connection'] === 'close') break
      await pause(10)
    }
    connection.close()
  }
}

// The limiter counts whole milliseconds.
const roundingMs = 2

/**
 * Checks that a client was never admitted more than `limit` times in a window, and never refused
 * below the limit, as far as this is visible from outside.
 */
export function assertFair(
  all: readonly Sent[],
  { limit, windowSeconds }: { readonly limit: number; readonly windowSeconds: number },
): { readonly admitted: number; readonly refused: number } {
  const windowMs = 1000 * windowSeconds
  const admitted: Sent[] = []
  const perhapsAdmitted: Sent[] = []
  let refused = 0
  for (const sent of all) {
    const { answer, sentMs, answeredMs } = sent
    if (answer === undefined || answer.status === 200) perhapsAdmitted.push(sent)
    if (answer === undefined) continue
    if (answer.status === 200) {
      const apartMs = answeredMs - (admitted[admitted.length - limit]?.sentMs ?? -Infinity)
      assert.ok(apartMs > windowMs - roundingMs, `${limit + 1} admitted in ${apartMs} ms`)
      admitted.push(sent)
      continue
    }
    refused++
    assert.equal(answer.status, 429, answer.text)
    const { retry_after: wait } = JSON.parse(answer.text)
    assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= windowSeconds, `${wait} s`)
    const first = perhapsAdmitted[perhapsAdmitted.length - limit]
    const waitedMs = sentMs - (first?.answeredMs ?? -Infinity)
    assert.ok(waitedMs < windowMs + roundingMs, `refused after ${waitedMs} ms`)
  }
  return { admitted: admitted.length, refused }
}
