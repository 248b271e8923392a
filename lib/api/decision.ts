import type { Answer, HeaderLines } from '../http/answer.ts'
import type { Totals } from '../usage/statistics.ts'

/** What a request is answered with. The answer is made once the request is recorded. */
export interface Decision {
  /** What the request adds to the statistics if it is admitted. */
  readonly adds?: Totals | undefined
  /** `lines` are the headers about the limit. The totals include this request. */
  readonly answer: (lines: HeaderLines, totals: Totals) => Answer
}

/** A decision, now or after its turns. */
export type Deciding = Decision | Promise<Decision>
