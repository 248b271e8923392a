// Writes every generator and locale file in canonical form, and lists those that it changed:
//
//   npm run fix:data [-- a folder with `generators` and `locales`]
//
// A file with a fault is left as it is, and named; the exit status is then 1.
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
    console.log(`${name}: formatted`)
  } catch (error) {
    process.exitCode = 1
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
