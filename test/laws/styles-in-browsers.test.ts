import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Catalogue, TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { decoding } from '../../lib/engine/decoding/decoding.ts'
import * as extras from '../../lib/engine/extras.ts'
import { defaultSample } from '../../lib/engine/text.ts'
import { isRestoring, operationTypes } from '../../lib/engine/operations.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { stylesData } from '../../lib/pages/assets.ts'
import { createStyles } from '../../lib/pages/browser/styles.ts'
import type { Style, Styles } from '../../lib/pages/browser/styles.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { write } from '../support/own-files.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const texts = ['Hello World', 'Año ÇĞİış Œuvre 42', '.... . .-.. .-.. ---', '𝐇𝐞𝐥𝐥𝐨 ⓗⓘ ɥǝ', 'so\u00adft\u200b “x”']

/** Makes styles from what browsers load of a catalogue. */
async function loadStyles(
  catalogue: Catalogue,
  language: string,
  sample?: string,
): Promise<Styles> {
  const files = new Map(await stylesData(catalogue, atOnce))
  const read = (file: string) => JSON.parse(files.get(file) ?? '')
  const later = {
    rows: async () => read('later.json'),
    types: async () => operationTypes,
    decoding: async () => decoding,
    extras: async () => extras,
  }
  return createStyles(read('styles.json'), language, later, sample)
}

/** Claims that styles in a browser transform the texts as on the server. */
async function assertSame(
  catalogue: Catalogue,
  isAsked = (_one: TextGenerator): boolean => true,
): Promise<void> {
  const { all, load } = await loadStyles(catalogue, 'tr')
  assert.deepEqual([...all.keys()], [...catalogue.keys()])
  for (const style of all.values()) {
    if (!style.isLoaded()) assert.equal(style.transform('a', 'styled'), 'a')
  }
  for (const text of texts) {
    await load(text)
    assert.ok([...all.values()].every((style) => style.isLoaded(text)), text)
  }
  for (const [slug, style] of all) {
    const generator = catalogue.get(slug)
    if (generator === undefined || !isAsked(generator)) continue
    const { sample } = generator.data
    assert.deepEqual(style.sample(), { plain: sample, styled: generator.example }, slug)
    for (const [place, text] of texts.entries()) {
      const accents = place === 1 ? 'plain' : 'styled'
      const expected = generator.transform(text, 'tr', accents)
      assert.equal(style.transform(text, accents), expected, `${slug}: ${text}`)
    }
  }
}

/** Returns whether a style uses another one, or all of them. */
function takesOfOthers({ data: { operations }, file }: TextGenerator): boolean {
  return isRestoring(file.operations) || operations.some(({ references }) => references.length > 0)
}

describe('the styles in browsers', () => {
  const { catalogue, words } = loadShipped()

  test('transform texts as on the server', () => assertSame(catalogue))

  test('have the operations of the server, half of them at first', async () => {
    const { all, load, loadRows } = await loadStyles(catalogue, 'en')
    const isLoaded = (style: Style): boolean => style.isLoaded()
    const early = [...all.values()].filter(isLoaded)
    assert.ok(early.length > all.size / 2, `${early.length} of ${all.size}`)
    await loadRows()
    for (const [slug, { file }] of catalogue) {
      assert.deepEqual(all.get(slug)?.operations, file.operations, slug)
    }
    assert.ok([...all.values()].every((one) => one.isLoaded() !== one.readsBack))
    await load()
    assert.ok([...all.values()].every(isLoaded))
  })

  test('work at first without those that are loaded later', async () => {
    const { all } = await loadStyles(catalogue, 'en')
    for (const style of all.values()) {
      if (!style.isLoaded()) continue
      const { transform } = catalogue.get(style.slug) ?? assert.fail()
      for (const text of texts) {
        assert.equal(style.transform(text, 'styled'), transform(text, 'en'), style.slug)
      }
    }
    const first = [...catalogue.values()].filter(({ file }) => file.addition || file.popular)
    for (const { slug } of first) assert.ok(all.get(slug)?.isLoaded(), slug)
  })

  test('wait for the extras where the text is not ordinary', async () => {
    const { all, load } = await loadStyles(catalogue, 'en')
    await load('hello you')
    const readers = ['plain-text', 'morse-decoder'].map((slug) => all.get(slug) ?? assert.fail())
    const [styled, dots] = ['𝐇𝐞𝐥𝐥𝐨 you', '... --- ...']
    const read = () => readers.map((style) => [styled, dots].map((text) => {
      return style.isLoaded(text) && style.transform(text, 'styled')
    }))
    assert.deepEqual(read(), [[false, false], [styled, 'SOS']])
    assert.equal(readers[0]?.transform(styled, 'styled'), styled)
    assert.equal(readers[0]?.sample().styled, 'Hello WORLD')
    await load(styled)
    assert.deepEqual(read(), [['Hello you', 'SOS'], [styled, 'SOS']])
  })

  test('show the sample of the language in nearly all styles that have none of their own', async () => {
    for (const language of languages) {
      const usual = words.texts(language).get('sample-text') ?? ''
      const { all, loadRows } = await loadStyles(catalogue, language, usual)
      await loadRows()
      let [loaded, changed] = [0, 0]
      for (const [slug, style] of all) {
        const { data, example, transform } = catalogue.get(slug) ?? assert.fail()
        if (!style.isLoaded()) continue
        const { plain, styled } = style.sample()
        const isUsual = plain === usual
        if (!isUsual) assert.deepEqual([plain, styled], [data.sample, example], slug)
        else assert.equal(styled, transform(usual, language), slug)
        assert.notEqual(styled, plain, `${language}: ${slug}`)
        loaded++
        changed += Number(isUsual || data.sample !== defaultSample)
      }
      assert.ok(changed > 0.98 * loaded, `${language}: ${changed} of ${loaded}`)
    }
  })

  test('load the extras for any text that another operation changes first', async (t) => {
    const operations = [{ type: 'map', characters: { e: 'e\u200b' } }, { type: 'clean' }]
    const folder = temporaryFolder(t)
    write(folder, { 'clean-punctuation.json': { category: 'decoded', position: 1, operations } })
    const own = { generators: folder, locales: undefined }
    const { catalogue: mixed } = loadCatalogue({ folders: foldersBelow(root), own })
    const { all, load } = await loadStyles(mixed, 'en')
    await load('hello')
    assert.equal(all.get('clean-punctuation')?.transform('hello', 'styled'), 'hello')
  })

  test('do so even if an operator replaces styles that others use', async (t) => {
    const all = [...catalogue.values()].flatMap(({ data }) => data.operations)
    const taken = new Set(all.flatMap(({ references }) => references))
    assert.ok(taken.size > 20)
    // The Œ comes before the letters that are written for it.
    const characters = { H: '𝓗', e: '𝓮', '-': '\ue000', Œ: '𝓞𝓔', OE: '𝓞𝓔' }
    const operations = [{ type: 'map', characters }]
    const files = [...taken].map((slug) => {
      const { category, position } = catalogue.get(slug)?.data ?? {}
      return [`${slug}.json`, { category, position, restore: true, operations }] as const
    })
    const folder = temporaryFolder(t)
    write(folder, Object.fromEntries(files))
    const folders = foldersBelow(root)
    const own = { generators: folder, locales: undefined }
    await assertSame(loadCatalogue({ folders, own }).catalogue, takesOfOthers)
  })
})
