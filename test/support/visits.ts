import assert from 'node:assert/strict'
import type { InTurns } from '../../lib/api/decision.ts'
import type { Answer } from '../../lib/http/answer.ts'
import { atOnce } from '../../lib/http/turn.ts'
import type { Visit } from '../../lib/pages/pages.ts'

/** Decides without waiting for other clients. */
export const inOneTurn: InTurns = async (_load, decide) => decide(atOnce)

/** Returns the answer of a visit. */
export async function answerVisit({ decide }: Pick<Visit, 'decide'>): Promise<Answer> {
  const decision = await decide(inOneTurn)
  assert.ok(decision.kind === 'ready', decision.kind)
  return decision.answer
}
