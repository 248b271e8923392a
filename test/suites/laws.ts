// The laws of the catalogue. With a slug, `npm run test:laws -- bold-serif`, those that this one
// generator can break.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { checkCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { root } from '../support/folders.ts'

const slug = process.argv[2]
if (slug !== undefined && !existsSync(join(root, 'generators', `${slug}.json`))) {
  refuse([`There is no generator ${slug}: generators/${slug}.json is missing.`])
}
// With a file that cannot be read no law could be tried: its fault comes first, and alone.
const { faults } = checkCatalogue({ folders: foldersBelow(root) })
if (faults.length > 0) refuse(faults)
await import('./laws-1.ts')
await import('./laws-2.ts')
if (slug === undefined) await import('./laws-3.ts')

function refuse(lines: readonly string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}
