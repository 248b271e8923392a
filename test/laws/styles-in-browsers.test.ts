import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import type { Catalogue, TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { isRestoring } from '../../lib/engine/operations/code.ts'
import { createLoadedStyles } from '../support/browser-styles.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { write } from '../support/overlay.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const texts = ['Hello World', 'Año ÇĞİış Œuvre 42', '.... . .-.. .-.. ---', '𝐇𝐞𝐥𝐥𝐨 ⓗⓘ ɥǝ']

/** Claims that styles in a browser transform the texts as on the server. */
async function assertSame(
  catalogue: Catalogue,
  isAsked = (_one: TextGenerator): boolean => true,
): Promise<void> {
  const { all, load } = createLoadedStyles(catalogue, 'tr')
  assert.deepEqual([...all.keys()], [...catalogue.keys()])
  for (const style of all.values()) {
    if (!style.isLoaded()) assert.equal(style.transform('a', 'styled'), 'a')
  }
  await load()
  for (const [slug, style] of all) {
    assert.ok(style.isLoaded())
    const generator = catalogue.get(slug)
    if (generator === undefined || !isAsked(generator)) continue
    assert.equal(style.sample, generator.data.sample, slug)
    assert.equal(style.example(), generator.example, slug)
    for (const [place, text] of texts.entries()) {
      const accents = place === 1 ? 'plain' : 'styled'
      const expected = generator.transform(text, 'tr', accents)
      assert.equal(style.transform(text, accents), expected, `${slug}: ${text}`)
    }
  }
}

/** Whether a style uses another one, or all of them. */
function takesOfOthers({ data: { operations } }: TextGenerator): boolean {
  return operations.some((one) => one.references.length > 0 || isRestoring(one))
}

describe('the styles in browsers', () => {
  const { catalogue } = loadShipped()

  test('do what they do on the server', () => assertSame(catalogue))

  test('do the same if an operator replaces styles that others use', async (t) => {
    const all = [...catalogue.values()].flatMap(({ data }) => data.operations)
    const taken = new Set(all.flatMap(({ references }) => references))
    assert.ok(taken.size > 20)
    const operations = [{ type: 'map', characters: { H: '𝓗', e: '𝓮', '-': '\ue000' } }]
    const files = [...taken].map((slug) => {
      const { category, position } = catalogue.get(slug)?.data ?? {}
      return [`${slug}.json`, { category, position, restore: true, operations }] as const
    })
    const folder = temporaryFolder(t)
    write(folder, Object.fromEntries(files))
    const folders = foldersBelow(root)
    const loaded = loadWithOverlay(folders, { generators: folder, locales: undefined })
    assert.deepEqual(loaded.faults, [])
    await assertSame(loaded.catalogue, takesOfOthers)
  })
})
