import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { joinModules, joinScripts } from '../../lib/pages/scripts.ts'
import { compiledPath } from '../support/compiled.ts'
import { root } from '../support/folders.ts'
import { createRandom } from '../support/texts.ts'

const packages = join(root, 'node_modules', '@typescript')
const skip = !existsSync(packages) && 'LEFT OUT: no compiler'

/** Returns the names of everything that browsers have, as the compiler knows them. */
function namesOfBrowsers(): ReadonlySet<string> {
  const names = new Set<string>()
  for (const name of readdirSync(packages)) {
    const folder = join(packages, name, 'lib')
    for (const file of readdirSync(folder).filter((one) => /^lib\.(?:dom|es)/.test(one))) {
      const declared = /^declare (?:var|let|const|function|class|namespace) ([\w$]+)/gm
      const found = readFileSync(join(folder, file), 'utf8').matchAll(declared)
      for (const [, global = ''] of found) names.add(global)
    }
  }
  return names
}

describe('the joined script of the pages', { skip }, () => {
  const live = compiledPath('lib/pages/pages.ts').replace('pages.js', 'browser/live.js')

  test('exports nothing with a name that browsers have, which its modules mean', () => {
    const script = joinScripts(dirname(live)).get('live.js') ?? ''
    const lists = script.matchAll(/^const \{ (.*) \} = \(\(\) => \{$/gm)
    const exported = [...lists].flatMap(([, names = '']) => names.split(', '))
    assert.ok(exported.length > 100)
    const known = namesOfBrowsers()
    assert.ok(known.has('location') && known.has('Intl'))
    assert.deepEqual(exported.filter((name) => known.has(name)), [])
  })

  test('keeps as many styles as are starred, and no more than eight that were used', () => {
    const stored = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    }
    const joined = joinModules(join(dirname(live), 'kept.js')).script
    const exported = 'return { readKept, keepStar, keepUse }'
    const { readKept, keepStar, keepUse } = new Function('localStorage', `${joined}${exported}`)(
      localStorage,
    )
    const random = createRandom(7)
    let starred: string[] = []
    let used: string[] = []
    for (let step = 0; step < 2000; step++) {
      const slug = `style-${random(20)}`
      const isStar = random(3) > 0
      const others = starred.filter((one) => one !== slug)
      if (random(2) === 0) {
        keepStar(slug, isStar)
        starred = isStar ? [slug, ...others] : others
      } else {
        keepUse(slug)
        used = [slug, ...used.filter((one) => one !== slug)].slice(0, 8)
      }
      assert.deepEqual(readKept(), { starred, used })
      assert.equal(stored.size, 1)
    }
  })
})
