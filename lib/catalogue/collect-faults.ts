import { DataError } from '../engine/fields.ts'
import { StartError } from '../log.ts'

/** Does work; if that throws for a fault in the data, it adds the message to the faults. */
export function collect<Result>(faults: string[], work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StartError || error instanceof DataError)) throw error
    faults.push(error.message)
    return undefined
  }
}
