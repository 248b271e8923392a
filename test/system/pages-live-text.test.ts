import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { accentChoices } from '../../lib/engine/drawn-apart.ts'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { defaultSample } from '../../lib/engine/text.ts'
import { measureText } from '../../lib/pages/browser/styled-text.ts'
import { withoutBrowser } from '../support/browser.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { hardTexts, longText } from '../support/hard-texts.ts'
import {
  decide, liveForSuite, pathOf, put, statusOf, until, untilSaid,
} from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { pangramOf } from '../support/texts.ts'

const { catalogue, words } = loadShipped()

function expectedOf(slug: string, typed: string, lang: Language, accents: Accents): string {
  const { transform } = catalogue.get(slug) ?? {}
  assert.ok(transform !== undefined, slug)
  return transform(typed.toWellFormed(), lang, accents)
}

describe('live pages show what the API gives', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { generate, goLive, openLive } = liveForSuite()

  for (const [index, lang] of languages.entries()) {
    test(`in each row of the list: ${lang}`, async () => {
      const page = await openLive(`/${lang}/`)
      const before = await samplesOf(page)
      const usual = words.texts(lang).get('sample-text') ?? ''
      const examples = [...catalogue.values()].map(({ data, example, transform }) => {
        const styled = transform(usual, lang)
        return data.sample === defaultSample && styled !== usual ? styled : example
      })
      assert.deepEqual(before.map(({ text }) => text), examples)
      const asked = page.requests.length
      for (const accents of accentChoices) {
        await decide(page, accents)
        for (const text of [pangramOf(lang), ...hardTexts, longText]) {
          const typed = await put(page, text)
          // A longer text is shown in slices.
          const last = expectedOf(slugs.at(-1) ?? '', typed, lang, accents)
          await until(page, `[...document.querySelectorAll('.rows bdi')].at(-1).textContent ===
            ${JSON.stringify(last)}`)
          const samples = await samplesOf(page)
          assert.equal(samples.length, slugs.length)
          for (const [row, slug] of slugs.entries()) {
            const { page: place, name } = entryOf(slug, lang)
            const { label, ...shown } = samples[row] ?? {}
            const expected = expectedOf(slug, typed, lang, accents)
            assert.deepEqual(shown, { address: place, name, text: expected }, slug)
            if (label !== null) assert.equal(label, typed.toWellFormed())
          }
        }
      }
      const typed = await put(page, hardTexts[index] ?? '')
      for (const [row, { text }] of (await samplesOf(page)).entries()) {
        const slug = slugs[row] ?? ''
        const parameters = { slug, lang, accents: 'plain', text: typed.toWellFormed() }
        assert.equal(text, await generate(parameters), slug)
      }
      await put(page, '')
      assert.deepEqual(await samplesOf(page), before)
      // The typed text has not left the page, which has loaded its decoders.
      const files = page.requests.slice(asked).map((url) => url.split('/').at(-1))
      assert.deepEqual(files.toSorted(), ['decoders.json', 'decoding.js'])
    })
  }

  test('on the page of a style, with its lengths', async () => {
    for (const [slug, lang] of [['small-caps', 'fr'], ['zalgo', 'tr'], ['morse', 'es']] as const) {
      const page = await openLive(pathOf(slug, lang))
      const hasSwitch = await page.evaluate(`document.querySelector('[name=accents]') !== null`)
      if (hasSwitch === true) await decide(page, 'styled')
      for (const text of ['Añ İı 1', ...hardTexts, longText]) {
        const typed = await put(page, text)
        const expected = expectedOf(slug, typed, lang, 'styled')
        assert.equal(await page.evaluate(`document.querySelector('.specimen').textContent`), expected, slug)
        const lengths = await page.evaluate(`Array.from(document.querySelectorAll('.lengths li'),
          (item) => /[\\d.,\\s\\u202f]+$/.exec(item.textContent)[0].replace(/\\D/g, ''))`)
        assert.deepEqual(lengths, measureText(expected).map(([, count]) => String(count)), slug)
      }
    }
  })

  test('on the pages of all styles that leave a text unchanged, which say so', async () => {
    const text = 'hello world'
    const unchanged = slugs.filter((slug) => expectedOf(slug, text, 'en', 'plain') === text)
    assert.ok(unchanged.includes('morse-decoder') && unchanged.includes('lowercase'))
    const page = await openLive('/en/')
    for (const [index, slug] of unchanged.entries()) {
      const lang = languages[index % languages.length] ?? 'en'
      await goLive(page, `${pathOf(slug, lang)}#t=${encodeURIComponent(text)}`)
      await untilSaid(page, words.texts(lang).get('unchanged-result'))
    }
    await goLive(page, pathOf('bold-serif', 'en'))
    await put(page, '!')
    await put(page, 'a')
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1500))')
    assert.equal(await statusOf(page), '')
  })
})
