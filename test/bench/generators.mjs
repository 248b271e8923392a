// A smaller catalogue: some of the generators, with those that they refer to.
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './paths.mjs'

/** Copies `count` generators to `folder`; the one that the requests name is among them. */
export function chooseGenerators(folder, count) {
  const from = join(root, 'generators')
  const files = readdirSync(from).filter((name) => name.endsWith('.json'))
  const sources = new Map(
    files.map((file) => [basename(file, '.json'), readFileSync(join(from, file), 'utf8')]),
  )
  const chosen = new Set(withReferences('bold-serif', sources))
  for (const slug of sources.keys()) {
    const more = withReferences(slug, sources).filter((name) => !chosen.has(name))
    if (chosen.size + more.length <= count) for (const name of more) chosen.add(name)
  }
  mkdirSync(folder)
  for (const slug of chosen) cpSync(join(from, `${slug}.json`), join(folder, `${slug}.json`))
  return { folder, names: [...chosen] }
}

function withReferences(slug, sources) {
  const reached = new Set([slug])
  for (const name of reached) {
    for (const [, text] of sources.get(name).matchAll(/"([a-z0-9-]+)"(?!\s*:)/g)) {
      if (sources.has(text)) reached.add(text)
    }
  }
  return [...reached]
}
