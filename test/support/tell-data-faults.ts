// Prints the faults of the generators and locales: operations that cannot be read, names that a
// locale lacks, fields in another order. `npm run dev` runs it next to the service.
import { join } from 'node:path'
import { findOperationFaults, loadCatalogue } from '../../lib/catalogue/catalogue.ts'
import { StartError } from '../../lib/start-error.ts'
import { findFormFaults } from './data-files.ts'
import { root } from './folders.ts'
import { findLocaleFaults } from './locale-faults.ts'

const mostLines = 10

try {
  const generators = join(root, 'generators')
  const catalogue = loadCatalogue(generators, join(root, 'locales'))
  const operations = findOperationFaults(catalogue, generators)
  const faults = operations.length > 0 ? operations : [...findFormFaults(root), ...findLocaleFaults(root)]
  for (const fault of faults.slice(0, mostLines)) console.error(fault)
  const more = faults.length - mostLines
  if (more > 0) console.error(`and ${more} more; npm run test:laws prints all of them`)
} catch (error) {
  // The service itself reports a file that it cannot read.
  if (!(error instanceof StartError)) throw error
}
