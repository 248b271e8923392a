// Puts the report into README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

const marks = ['<!-- benchmark -->', '<!-- /benchmark -->']

/** Replaces what stands between the two marks. */
export function writeReadme(text) {
  const path = join(root, 'README.md')
  const readme = readFileSync(path, 'utf8')
  const start = readme.indexOf(marks[0])
  const end = readme.indexOf(marks[1])
  if (start === -1 || end < start) {
    throw new Error(`README.md takes the lines ${marks.join(' and ')}, and the report between`)
  }
  const before = readme.slice(0, start + marks[0].length)
  writeFileSync(path, `${before}\n\n${text}\n\n${readme.slice(end)}`)
}
