// Writes every generator and locale file as it is kept, and tells which it has changed:
//
//   npm run fix:data [-- a folder with `generators` and `locales`]
//
// A file with a fault stays as it is and is named; the exit status is then 1.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { readDataFiles } from './data-files.ts'
import { root } from './folders.ts'

const folder = process.argv[2] ?? root
for (const { path, text, canonical } of readDataFiles(folder)) {
  const name = relative(folder, path)
  try {
    const kept = canonical()
    if (kept === text) continue
    writeFileSync(path, kept)
    console.log(`${name}: written anew`)
  } catch (error) {
    process.exitCode = 1
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
