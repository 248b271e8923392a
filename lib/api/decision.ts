import type { Steps } from '../engine/steps.ts'
import type { Answer } from '../http/answer.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Coding, PreparedAnswer, Representation } from '../http/prepared-answer.ts'
import type { Totals } from '../usage/statistics.ts'

/** What a request is answered with, by kind. */
export type Decision =
  | { readonly kind: 'ready'; readonly answer: Answer }
  | { readonly kind: 'error'; readonly error: ApiError }
  | PreparedDecision
  | { readonly kind: 'represented'; readonly representation: Representation }
  | {
      readonly kind: 'value'
      readonly value: unknown
      /** What the request adds to the statistics if it is admitted. */
      readonly adds?: Totals | undefined
      /** Whether its client may keep the answer for some minutes. */
      readonly isKept?: boolean
    }
  /** A JSON value that contains the totals, this request included. */
  | { readonly kind: 'totals'; readonly toValue: (totals: Totals) => unknown }
  | WorkDecision

/** An answer that is not yet represented in the coding that the client prefers. */
export interface PreparedDecision {
  readonly kind: 'prepared'
  readonly answer: PreparedAnswer
}

/** The decision takes longer than a millisecond, and waits for its turn. */
export interface WorkDecision {
  readonly kind: 'work'
  /** How much memory its texts take until it begins, approximately. */
  readonly heldBytes: number
  /** Whether it takes much memory between its steps. */
  readonly isLarge: boolean
  /** How many requests of its connection may wait. */
  readonly mostWaiting: number
  /** Decides, or does a part of the work and returns the rest. Throws an ApiError. */
  readonly decide: () => Decision
}

/** A decision that has been made. */
export type Decided = Exclude<Decision, WorkDecision>

/** Represents an answer in a coding, or returns the work that does so. */
export function represent({ answer }: PreparedDecision, coding: Coding): Decision {
  const kept = answer.find(coding)
  if (kept !== undefined) return { kind: 'represented', representation: kept }
  const steps = function* (): Steps<Decision> {
    return { kind: 'represented', representation: yield* answer.make(coding) }
  }
  return workInSteps(steps(), { isLarge: true })
}

/** Does all the work of a decision at once. */
export function decideAtOnce(decision: Decision): Decided {
  let next = decision
  while (next.kind === 'work') next = next.decide()
  return next
}

/** Returns work that is done in steps: up to the next `yield` at each turn. */
export function workInSteps(
  steps: Steps<Decision>,
  { heldBytes = 0, isLarge = false, mostWaiting = Infinity } = {},
): WorkDecision {
  const work: WorkDecision = {
    kind: 'work',
    heldBytes,
    isLarge,
    mostWaiting,
    decide() {
      const { done, value } = steps.next()
      return done ? value : work
    },
  }
  return work
}
