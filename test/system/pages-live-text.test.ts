import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { accentChoices } from '../../lib/engine/drawn-apart.ts'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { measureText } from '../../lib/pages/browser/styled-text.ts'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { hardTexts, longText } from '../support/hard-texts.ts'
import { decide, liveForSuite, pathOf, put, until } from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { pangramOf, show } from '../support/texts.ts'

const { catalogue } = loadShipped()

function expectedOf(slug: string, typed: string, lang: Language, accents: Accents): string {
  const { transform } = catalogue.get(slug) ?? {}
  assert.ok(transform !== undefined, slug)
  return transform(typed.toWellFormed(), lang, accents)
}

describe('live pages show what the API gives', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { generate, goLive, open, openLive } = liveForSuite()

  for (const [index, lang] of languages.entries()) {
    test(`in each row of the list: ${lang}`, async () => {
      const page = await openLive(`/${lang}/`)
      const before = await samplesOf(page)
      const examples = [...catalogue.values()].map(({ example }) => example)
      assert.deepEqual(before.map(({ text }) => text), examples)
      const asked = page.requests.length
      for (const accents of accentChoices) {
        await decide(page, accents)
        for (const text of [pangramOf(lang), ...hardTexts]) {
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
      // The typed text has not left the page.
      assert.deepEqual(page.requests.slice(asked), [])
      assert.deepEqual(page.messages, [])
    })
  }

  test('in each row for a text of 2,000 characters, starting with visible rows', async () => {
    for (const [lang, accents] of [['en', 'styled'], ['tr', 'plain']] as const) {
      const page = await openLive(`/${lang}/`)
      await decide(page, accents)
      await put(page, 'a')
      const typed = await put(page, longText)
      assert.equal(typed.length, longText.length)
      const first = expectedOf(slugs[0] ?? '', typed, lang, accents)
      assert.equal((await samplesOf(page))[0]?.text, first)
      const last = expectedOf(slugs.at(-1) ?? '', typed, lang, accents)
      await until(page, `[...document.querySelectorAll('.rows bdi')].at(-1).textContent ===
        ${JSON.stringify(last)}`)
      for (const [row, { text }] of (await samplesOf(page)).entries()) {
        const slug = slugs[row] ?? ''
        assert.equal(text, expectedOf(slug, typed, lang, accents), slug)
      }
      assert.deepEqual(page.messages, [])
      await page.close()
    }
  })

  test('on the page of each style, with its lengths', async () => {
    // One language for each style: the test of the list tries all of them.
    const halves = [0, 1].map(async (half) => {
      const page = await open()
      for (const [place, slug] of slugs.entries()) {
        if (place % 2 !== half) continue
        const lang = languages[(place >> 1) % languages.length] ?? 'en'
        await goLive(page, pathOf(slug, lang))
        for (const { accents, typed, output, lengths } of await resultsOf(page)) {
          const expected = expectedOf(slug, typed, lang, accents)
          assert.equal(output, expected, `${slug}, ${accents}: ${show(typed)}`)
          const counts = measureText(expected).map(([, count]) => String(count))
          assert.deepEqual(lengths, counts, `${slug}: ${show(typed)}`)
          if (typed === longText) continue
          const parameters = { slug, lang, accents, text: typed.toWellFormed() }
          assert.equal(output, await generate(parameters), slug)
        }
      }
      assert.deepEqual(page.messages, [])
    })
    await Promise.all(halves)
  })
})

interface Result {
  readonly accents: Accents
  readonly typed: string
  readonly output: string
  /** Digits alone. */
  readonly lengths: readonly string[]
}

/** Returns what the page of a style shows for two texts, with each setting of its switch. */
async function resultsOf(page: Page): Promise<readonly Result[]> {
  const texts = [hardTexts.join('\n'), longText]
  const results = await page.evaluate(`(async () => {
    // Thousands of texts would have to wait for frames.
    window.requestAnimationFrame = (act) => { queueMicrotask(act); return 1 }
    const find = (selector) => document.querySelector(selector)
    const box = find('[name=accents]')
    const results = []
    for (const accents of box === null ? ['styled'] : ['styled', 'plain']) {
      if (box !== null) {
        box.checked = accents === 'plain'
        box.dispatchEvent(new Event('change'))
      }
      for (const text of ${JSON.stringify(texts)}) {
        find('#text').value = text
        find('#text').dispatchEvent(new InputEvent('input'))
        await new Promise((resolve) => queueMicrotask(resolve))
        const lengths = Array.from(document.querySelectorAll('.lengths li'), (item) =>
          /[\\d.,\\s\\u202f]+$/.exec(item.textContent)[0].replace(/\\D/g, ''))
        results.push({
          accents, typed: find('#text').value, output: find('#result').value, lengths,
        })
      }
    }
    return results
  })()`)
  return results as readonly Result[]
}
