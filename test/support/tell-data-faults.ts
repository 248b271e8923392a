// Tells what the service takes of the generators and locales and the laws of data do not: a name that
// a locale lacks, a place that a text has lost, fields in another order. `npm run dev` runs it.
import { StartError } from '../../lib/start-error.ts'
import { findFormFaults } from './data-files.ts'
import { root } from './folders.ts'
import { findLocaleFaults } from './locale-faults.ts'

const mostLines = 10

try {
  const faults = [...findFormFaults(root), ...findLocaleFaults(root)]
  for (const fault of faults.slice(0, mostLines)) console.error(fault)
  const more = faults.length - mostLines
  if (more > 0) console.error(`and ${more} more; npm run test:laws tells all of them`)
} catch (error) {
  // What the service cannot read, it tells itself.
  if (!(error instanceof StartError)) throw error
}
