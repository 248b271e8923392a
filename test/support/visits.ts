import assert from 'node:assert/strict'
import type { Decision, WorkDecision } from '../../lib/api/decision.ts'
import type { Answer } from '../../lib/http/answer.ts'
import type { Visit } from '../../lib/pages/pages.ts'

/** Does all the work of a decision, without waiting for its turn. */
export function finish(decision: Decision): Exclude<Decision, WorkDecision> {
  let next = decision
  while (next.kind === 'work') next = next.decide()
  return next
}

/** Returns the answer of a visit. */
export function answerVisit({ decide }: Pick<Visit, 'decide'>): Answer {
  const decision = finish(decide())
  assert.ok(decision.kind === 'ready', decision.kind)
  return decision.answer
}
