import type { createJsonAnswers } from '../http/answer.ts'
import { chooseCoding } from '../http/negotiate.ts'
import type { PreparedAnswer, Representation } from '../http/prepared-answer.ts'
import type { Deciding, Decision } from './decision.ts'
import type { ServiceRequest } from './request.ts'

/** The answers of a service in JSON. */
export type JsonAnswers = ReturnType<typeof createJsonAnswers>

/** Answers in the coding that the client prefers, which is made in its turn unless it is kept. */
export function represent(
  request: Pick<ServiceRequest, 'inTurns'> & {
    readonly message: Pick<ServiceRequest['message'], 'headers'>
  },
  prepared: PreparedAnswer,
  { represented }: Pick<JsonAnswers, 'represented'>,
  cache: 'public' | 'private',
): Deciding {
  const { headers } = request.message
  const toDecision = (one: Representation): Decision =>
    ({ answer: (lines) => represented(one, headers, lines, cache) })
  const coding = chooseCoding(headers['accept-encoding'])
  const kept = prepared.find(coding)
  if (kept !== undefined) return toDecision(kept)
  return request.inTurns(async (turn) => toDecision(await prepared.make(coding, turn)))
}
