import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertExpected, assertSound } from '../support/answers.ts'
import { converse, formatRequest, parseAnswer } from '../support/client.ts'
import { get } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

describe('a client that falls silent', () => {
  // This takes seconds, and happens while the other tests run.
  const answered = shareService().then(({ port }) => {
    const conversation = converse(port)
    conversation.write(formatRequest(get('action=stats')).subarray(0, -2))
    return conversation.closed()
  })

  test('in the head of its request is answered with 408', async () => {
    const answer = parseAnswer(Buffer.from(await answered, 'latin1'))
    assertSound(answer)
    assertExpected(answer, [408, 'Request Timeout'])
    assert.equal(answer.headers['connection'], 'close')
  })
})
