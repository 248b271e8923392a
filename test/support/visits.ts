import assert from 'node:assert/strict'
import { decideAtOnce } from '../../lib/api/decision.ts'
import type { Answer } from '../../lib/http/answer.ts'
import type { Visit } from '../../lib/pages/pages.ts'

/** Returns the answer of a visit. */
export function answerVisit({ decide }: Pick<Visit, 'decide'>): Answer {
  const decision = decideAtOnce(decide())
  assert.ok(decision.kind === 'ready', decision.kind)
  return decision.answer
}
