// With a file that cannot be read no law can be tried: its fault comes first, and alone.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { checkCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { root } from './folders.ts'
import { chosenSlug } from './shared-catalogue.ts'

const isThere = !chosenSlug || existsSync(join(root, 'generators', `${chosenSlug}.json`))
const faults = isThere
  ? checkCatalogue({ folders: foldersBelow(root) }).faults
  : [`There is no generator ${chosenSlug}: generators/${chosenSlug}.json is missing.`]
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
