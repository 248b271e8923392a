import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { build } from 'esbuild'
import { root } from '../support/folders.ts'
import { createRandom } from '../support/texts.ts'

describe('what a browser keeps', () => {
  test('keeps as many styles as are starred, and the last five results, each once', async () => {
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
    const { readKept, keepStar, keepResult, removeResult } = run(localStorage)
    const random = createRandom(7)
    let starred: string[] = []
    let copied: Array<[slug: string, text: string, plain: string]> = []
    for (let step = 0; step < 2000; step++) {
      const slug = `style-${random(20)}`
      const isStar = random(3) > 0
      const others = starred.filter((one) => one !== slug)
      const text = `text ${random(9)}`
      const different = copied.filter(([, one]) => one !== text)
      const kind = random(5)
      if (kind < 2) {
        keepStar(slug, isStar)
        starred = isStar ? [slug, ...others] : others
      } else if (kind < 4) {
        keepResult(slug, text, ` plain ${text.repeat(9)}`)
        // A name needs no more.
        const plain = ` plain ${text.repeat(9)}`.slice(0, 60).trim()
        copied = [[slug, text, plain] as [string, string, string], ...different].slice(0, 5)
      } else {
        removeResult(text)
        copied = different
      }
      assert.deepEqual(readKept(), { starred, copied })
      assert.ok(stored.size <= 1)
    }
    keepResult('reverse', 'a'.repeat(1_001), 'a')
    assert.deepEqual(readKept(), { starred, copied })
  })
})
