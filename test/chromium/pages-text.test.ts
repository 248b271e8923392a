import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { readsBack } from '../../lib/engine/kind.ts'
import { defaultSample } from '../../lib/engine/text.ts'
import { measureText } from '../../lib/pages/browser/measures.ts'
import { keptKinds } from '../../lib/pages/browser/styled-text.ts'
import { entryOf, listedSlugs, slugs } from '../support/catalogue-files.ts'
import { hardTexts, longText } from '../support/hard-texts.ts'
import { samplesOf } from '../support/page-checks.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { pangramOf, pangrams } from '../support/texts.ts'

const { catalogue, words } = loadShipped()
const specimen = `$('.specimen').textContent`

describePages('live pages show what the API gives', {}, ({ visit, generate }) => {
  for (const [index, lang] of languages.entries()) {
    visit(`in each row of the list: ${lang}`, `/${lang}/`, async (page) => {
      const before = await samplesOf(page)
      const usual = words.texts(lang).get('sample-text') ?? ''
      const examples = [...catalogue.values()].map(({ data, example, transform }) => {
        const sample = transform(usual, lang)
        if (readsBack(data.kind)) return data.sample
        return data.sample === defaultSample && sample !== usual ? sample : example
      })
      assert.deepEqual(before.map(({ text }) => text), examples)
      const asked = page.requests.length
      // Decoders, and the test for boxes, are loaded.
      await page.put('é')
      await page.whenSettled()
      for (const text of [pangramOf(lang), ...someOf(hardTexts, 2, index), longText]) {
        const typed = await page.put(text)
        const samples = await samplesOf(page)
        assert.equal(samples.length, slugs.length)
        for (const [row, slug] of slugs.entries()) {
          const { page: address, name } = entryOf(slug, lang)
          const { label, accents, isBoxed, ...shown } = samples[row] ?? {}
          // A row that shows boxes in every look has one of them.
          const looks = (isBoxed ? (['plain', 'styled'] as const) : [accents]).map((look) =>
            styled(slug, typed, lang, look, keptKinds))
          const expected = looks.find((look) => look === samples[row]?.text) ?? looks[0]
          assert.deepEqual(shown, { address, name, text: expected }, slug)
          if (label !== null) assert.equal(label, typed.toWellFormed())
        }
      }
      const typed = await page.put(hardTexts[index] ?? '')
      for (const [row, { text, accents, isBoxed }] of (await samplesOf(page)).entries()) {
        if (isBoxed) continue
        const slug = slugs[row] ?? ''
        const parameters = { slug, lang, accents, keep: keptKinds.join(), text: typed.toWellFormed() }
        assert.equal(text, await generate(parameters), slug)
      }
      await page.put('')
      // Which styles show boxes was not known before.
      const after = (await samplesOf(page)).map((sample) => ({ ...sample, isBoxed: false }))
      assert.deepEqual(after, before)
      // The typed text has not left the page, which has loaded all of its parts.
      const files = page.requests.slice(asked).map((url) => url.split('/').at(-1))
      const parts = ['all-types.js', 'decoding.js', 'extras.js', 'later.json', 'soon.js']
      assert.deepEqual(files.toSorted(), parts)
    })
  }

  for (const [slug, lang] of [['small-caps', 'fr'], ['zalgo', 'tr'], ['morse', 'es']] as const) {
    visit(`on the page of a style, with its lengths: ${slug}`, pathOf(slug, lang), async (page) => {
      await page.put('é')
      await page.whenSettled()
      for (const text of ['Añ İı 1', ...hardTexts, longText]) {
        const typed = await page.put(text)
        const isNoted = await page.evaluate(`$('h1').dataset.note !== undefined`)
        const expected = styled(slug, typed, lang, isNoted === true ? 'plain' : 'styled', keptKinds)
        await page.equals(specimen, expected)
        await page.equals(`$$('.lengths li').map((item) =>
          /[\\d.,\\s\\u202f]+$/.exec(item.textContent)[0].replace(/\\D/g, ''))`,
          measureText(expected).map(([, count]) => String(count)))
      }
    })
  }

  visit('on the pages of styles that leave a text unchanged, which say so', '/', async (page) => {
    const text = 'hello world'
    // Decoders offer to write the text in their code.
    const unchanged = listedSlugs.filter((slug) => styled(slug, text) === text && !isOfCode(slug))
    assert.ok(unchanged.includes('plain-text') && unchanged.includes('lowercase'))
    for (const [index, slug] of someOf(unchanged, 8).entries()) {
      const lang = languages[index % languages.length] ?? 'en'
      await page.goto(`${pathOf(slug, lang)}#t=${encodeURIComponent(text)}`)
      await page.untilSaid(words.texts(lang).get('unchanged-result'))
    }
    await page.goto(pathOf('bold-serif', 'en'))
    await page.put('!')
    await page.put('a')
    await page.pass(1500)
    assert.equal(await page.said(), '')
  })
})

const isOfCode = (slug: string): boolean => catalogue.get(slug)?.decodes !== undefined

/** A host whose pages have no clipboard, because it has no https and is not this machine. */
const plainHost = 'plain.example'

/** A button on a page in a language, and the style that it copies. */
type Copy = readonly [slug: string, lang: 'fr' | 'tr', text: string, button: string]

const copies: readonly Copy[] = [
  // The last styles read texts back, and are folded for a plain text.
  ...['script', 'zalgo', 'box-light', 'base64'].map((slug) => {
    return [slug, 'fr', pangrams.fr, `#styles li:has([data-star=${slug}]) .copy`] as const
  }),
  ...['.stage .copy', '.specimen'].flatMap((button) => [
    ['bold-serif', 'tr', `${pangrams.tr}\n\n${hardTexts[4]}`, button] as const,
    ['zalgo', 'tr', `${hardTexts[0]}\n ${hardTexts[4]}\n`, button] as const,
    ['bold-serif', 'tr', '', button] as const,
  ]),
  ['fraktur', 'tr', pangrams.tr, '.rows .copy'],
]

describePages('live pages copy', {
  words: [`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`],
}, ({ visit }) => {
  for (const host of ['127.0.0.1', plainHost]) {
    visit(`by a click, with the focus and the name kept: ${host}`, '/', async (page) => {
      const site = page.origin.replace('127.0.0.1', host)
      // Gives the page the focus, without which it has no access to the clipboard.
      await page.readClipboard()
      for (const [slug, lang, text, button] of copies) {
        const path = button.startsWith('#') ? `/${lang}/` : pathOf(slug, lang)
        await page.goto(site + path)
        await page.equals('navigator.clipboard === undefined', host === plainHost)
        const typed = await page.put(text)
        await page.whenSettled()
        const notes = `$(${JSON.stringify(button)}).closest('li, .stage').querySelector('[data-note]')`
        const accents = (await page.evaluate(notes)) === null ? 'styled' : 'plain'
        const [first = ''] = String(await page.evaluate(`$('.rows').dataset.styles`)).split(' ')
        const copied = button.startsWith('.rows') ? first : slug
        const sample = String(await page.evaluate(`$('.specimen')?.textContent`))
        const name = `$(${JSON.stringify(button)}).ariaLabel`
        const before = await page.evaluate(name)
        await page.click(button)
        await page.untilSaid(entryOf(copied, lang).name)
        await page.equals(name, before)
        if (button.endsWith('copy')) await page.equals('document.activeElement.ariaLabel', before)
        // A small page of the same site can read it.
        await page.load('/robots.txt')
        const expected = text === '' ? sample : styled(copied, typed, lang, accents, keptKinds)
        assert.equal(await page.readClipboard(), expected, `${slug}, ${button}`)
      }
    })
  }

  visit('nothing if all ways are denied, but select the text and say so', [
    '/en/', pathOf('zalgo', 'en'),
  ], async (page, path) => {
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      document.execCommand = () => false`)
    await page.put('abc')
    await page.click('#styles .copy, .stage .copy')
    await page.untilSaid('not allow')
    const slug = path === '/en/' ? slugs[0] ?? '' : 'zalgo'
    await page.equals('String(getSelection())', styled(slug, 'abc'))
  })

  const text = 'Año & 100 % #1 👩‍👩‍👧'
  visit('a link with the text of its address, or without one', [
    `/en/#t=${encodeURIComponent(text)}`, pathOf('bold-serif', 'en'),
  ], async (page, path) => {
    await page.readClipboard()
    await page.click('.options button')
    await page.untilSaid()
    assert.equal(await page.readClipboard(), await page.evaluate('location.href'))
    await page.equals(`$('#text').value`, path.includes('#') ? text : '')
  })

  visit('no text of a broken link', '/en/#t=%ff', (page) => page.equals(`$('#text').value`, ''))
})
