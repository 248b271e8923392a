// Prints the faults of the generators and locales that the service does not report itself: names
// that a locale lacks, fields in another order, faults that only `--check` finds. `npm run dev` runs
// it next to the service.
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { checkCatalogue, loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { findFormFaults } from './data-files.ts'
import { root } from './folders.ts'
import { findLocaleFaults } from './locale-faults.ts'

const mostLines = 10

const folders = foldersBelow(root)
const { faults: deep } = checkCatalogue({ folders })
const all = deep.length > 0 ? deep : [...findFormFaults(root), ...findLocaleFaults(root)]
const ofStart = findFaultOfStart()
const faults = all.filter((fault) => fault !== ofStart)
for (const fault of faults.slice(0, mostLines)) console.error(fault)
const more = faults.length - mostLines
if (more > 0) console.error(`and ${more} more; npm run test:laws prints all of them`)

/** Returns the fault that stops a start, which the service prints itself. */
function findFaultOfStart(): string | undefined {
  try {
    loadCatalogue({ folders })
    return undefined
  } catch (error) {
    return String(error).replace(/^Error: /, '')
  }
}
