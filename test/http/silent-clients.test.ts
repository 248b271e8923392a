import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertExpected, assertSound } from '../support/answers.ts'
import { converse, formatRequest, parseAnswer } from '../support/client.ts'
import { createHost, httpWith, startInProcess } from '../support/in-process.ts'
import { get } from '../support/requests.ts'

describe('a client that falls silent', () => {
  test('in the head of its request is answered with 408', async (t) => {
    const limits = { headersTimeout: 100, connectionsCheckingInterval: 20 }
    const { port } = await startInProcess(t, {}, createHost({ http: httpWith(limits) }))
    const conversation = converse(port)
    conversation.write(formatRequest(get('action=stats')).subarray(0, -2))
    const answer = parseAnswer(Buffer.from(await conversation.closed(), 'latin1'))
    assertSound(answer)
    assertExpected(answer, [408, 'Request Timeout'])
    assert.equal(answer.headers['connection'], 'close')
  })
})
