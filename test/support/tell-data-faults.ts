// Prints the faults of the generators and locales that the service does not report itself: names
// that a locale lacks, fields in another order, faults that only `--check` finds. `npm run dev` runs
// it next to the service.
import { findDataFaults } from './data-faults.ts'
import { findFormFaults } from './data-files.ts'
import { root } from './folders.ts'
import { findLocaleFaults } from './locale-faults.ts'

const mostLines = 10

// The service prints a fault that stops its start or a reload.
const deep = findDataFaults(root, () => process.exit())
const faults = deep.length > 0 ? deep : [...findFormFaults(root), ...findLocaleFaults(root)]
for (const fault of faults.slice(0, mostLines)) console.error(fault)
const more = faults.length - mostLines
if (more > 0) console.error(`and ${more} more; npm run test:laws prints all of them`)
