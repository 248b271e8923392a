import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { build } from 'esbuild'
import { root } from '../support/folders.ts'
import { createRandom } from '../support/texts.ts'

describe('what a browser keeps', () => {
  test('keeps as many styles as are starred, and no more than eight that were used', async () => {
    const stored = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    }
    const { outputFiles: [script] } = await build({
      entryPoints: [join(root, 'lib', 'pages', 'browser', 'kept.ts')],
      bundle: true, write: false, format: 'iife', globalName: 'kept',
    })
    const run = new Function('localStorage', `${script?.text}return kept`)
    const { readKept, keepStar, keepUse } = run(localStorage)
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
