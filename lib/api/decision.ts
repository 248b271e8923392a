import type { Answer } from '../http/answer.ts'
import type { ApiError } from '../http/api-error.ts'
import type { PreparedAnswer, Representation } from '../http/prepared-answer.ts'
import type { Totals } from '../usage/statistics.ts'

/** What a request is answered with, by kind. */
export type Decision =
  | { readonly kind: 'ready'; readonly answer: Answer }
  | { readonly kind: 'error'; readonly error: ApiError }
  /** In the coding that the client prefers, which may have to be made. */
  | { readonly kind: 'prepared'; readonly answer: PreparedAnswer }
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

/** A decision, now or after its turns. */
export type Deciding = Decision | Promise<Decision>
