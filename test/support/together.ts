// Runs test files in this process, on a Node without --test-isolation=none.
import { resolve } from 'node:path'

for (const file of process.argv.slice(2)) await import(resolve(file))
