import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import {
  assertCounted,
  assertNotCounted,
  assertStatus,
  limitHeaders,
  parseObject,
} from '../support/answers.ts'
import { entryOf } from '../support/catalogue-files.ts'
import { resultIn, textsIn } from '../support/html-text.ts'
import { visit } from '../support/pages.ts'
import { call, generate, newClient } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService, startForSuite } from '../support/suite.ts'

const page = (language: (typeof languages)[number], slug: string): string =>
  `/${language}/${entryOf(slug, language).page}`
const withText = (path: string, text: string, more = {}): string =>
  `${path}?${new URLSearchParams({ text, ...more })}`

/** Returns the contents of the fields of a document, without the line feed that a parser drops. */
function fieldsOf(document: string): string[] {
  return textsIn(document, 'textarea').map((text) => text.replace(/^\n/, ''))
}

describe('the form', () => {
  const service = shareService()
  const texts = [['\n İı <ñ> é\nx ', 'styled'], ['señor', 'plain']] as const

  test('gives the same output as the API, counts as a request, and is not stored', async () => {
    const slugs = ['bold-serif', 'title-case', 'zalgo', 'box-light', 'plain-text', 'base64']
    for (const [index, slug] of slugs.entries()) {
      const language = languages[(index + 3) % languages.length] ?? 'en'
      for (const [text, accents] of texts) {
        const target = withText(page(language, slug), text, { accents })
        const answer = await visit(service, target)
        assertStatus(answer, 200)
        assertCounted(answer, 99)
        const fields = { slug, text, lang: language, accents }
        const { output } = parseObject((await call(service, generate(fields))).text)
        assert.deepEqual([...fieldsOf(answer.text), resultIn(answer.text)], [text, output], target)
        assert.ok(answer.text.includes('noindex') && !answer.text.includes('<ñ>'))
        assert.equal(/<input[^>]* value="plain" checked/.test(answer.text), accents === 'plain')
      }
    }
  })

  test('shows whether something of the text is kept, also a single kind', async () => {
    const target = page('en', 'bold-serif')
    for (const [keep, isKept] of [['', false], ['links', true], ['links,names,tags', true]] as const) {
      const { text } = await visit(service, withText(target, 'a.example', { keep }))
      assert.equal(/<input[^>]* name="keep"[^>]* checked/.test(text), isKept, keep)
    }
  })

  test('shows a text in all styles, each an image that it names', async () => {
    const { text: document } = await visit(service, withText('/fr/', 'Été <1>'))
    assert.ok(document.includes('<p id="plain" hidden>Été &lt;1&gt;</p>'))
    const samples = [...document.matchAll(/role="img"\naria-labelledby="plain"><bdi lang="zxx"/g)]
    assert.ok(samples.length > 300)
    const styled = [...loadShipped().catalogue.values()].map(({ transform }) => {
      return transform('Été <1>', 'fr')
    })
    const all = document.slice(document.indexOf('<div id="styles">'))
    assert.deepEqual(textsIn(all, 'bdi'), styled)
    // Letters that differ only in case are text of the language.
    assert.ok(document.includes('<bdi class="sample">ÉTÉ &lt;1&gt;</bdi>'))
    assert.ok(!document.includes('>ÉTÉ &lt;1&gt;</bdi></span>'))
  })

  test('uses the last of several texts, reads CRLF as a line end, and replaces other bytes', async () => {
    for (const [query, expected] of [
      ['text=ab&x=1&text=a%0D%0Ab+c&accents=', 'a\nb c'],
      ['text=%ff%ed%a0%80', '\ufffd'.repeat(4)],
    ] as const) {
      const { text } = await visit(service, `${page('en', 'reverse')}?${query}`)
      assert.equal(fieldsOf(text)[0], expected)
    }
  })

  test('that is not filled in is the page as it is', async () => {
    const path = page('es', 'bold-serif')
    const plain = await visit(service, path)
    for (const query of ['?', '?text=', '?accents=plain', '?utm=x', '?text&accents=x']) {
      const answer = await visit(service, path + query)
      assertNotCounted(answer)
      assert.equal(answer.headers['etag'], plain.headers['etag'], query)
    }
  })

  for (const [path, most, fields] of [
    ['/tr/', 100, {}],
    ['/tr/', 50, { then: 'underline' }],
    [page('tr', 'bold-serif'), 500, { then: 'underline' }],
  ] as const) {
    const shown = `${path} ${JSON.stringify(fields)}`
    test(`of ${shown} accepts ${most} code points, and says so if there are more`, async () => {
      assert.equal((await visit(service, withText(path, '𝐀'.repeat(most), fields))).status, 200)
      const text = '𝐀'.repeat(most + 1)
      const answer = await visit(service, withText(path, text, fields))
      assertStatus(answer, 400)
      assertCounted(answer, 99)
      assert.equal(answer.headers['content-language'], 'tr')
      assert.ok(answer.text.includes(text))
      assert.match(answer.text, new RegExp(`\\b${most}\\b`))
      assert.match(answer.text, new RegExp(`\\b${most + 1}\\b`))
    })
  }

  test('gives the same page for each kind of line break, at and above every limit', async () => {
    for (const [path, most, fields] of [
      ['/en/', 100, {}],
      ['/en/', 50, { then: 'underline' }],
      [page('fr', 'bold-serif'), 500, {}],
    ] as const) {
      for (const [length, status] of [[most, 200], [most + 1, 400]] as const) {
        const text = `${'ab\n\nc'.repeat(most).slice(0, length - 1)}.`
        const plain = await visit(service, withText(path, text, fields))
        // As browsers send it.
        const sent = text.replaceAll('\n', '\r\n')
        const answer = await visit(service, withText(path, sent, fields))
        assert.deepEqual([plain.status, answer.status], [status, status], `${path} ${length}`)
        assert.equal(answer.text, plain.text)
        assert.equal(fieldsOf(answer.text)[0], text)
      }
    }
  })

  test('refuses an unsupported value, and keeps the text', async () => {
    const answer = await visit(service, withText('/en/', 'a "b"', { accents: 'x' }))
    assertStatus(answer, 400)
    assert.ok(answer.text.includes('>\na &quot;b&quot;</textarea>'))
  })

  test('has the limit of the API for a text if that is lower', async () => {
    const small = startForSuite({ MAX_TEXT_LENGTH: '3' })
    assertStatus(await visit(small, withText('/en/', 'abcd')), 400)
    assertStatus(await visit(small, withText('/en/', 'abc')), 200)
  })
})

describe('a client at its limit', () => {
  const service = startForSuite({ RATE_LIMIT: '2', RATE_WINDOW_SECONDS: '600' })

  test('learns when to come back, in the language of the page, without the form', async () => {
    const client = newClient()
    for (const path of [page('es', 'bold-serif'), '/es/']) {
      assertStatus(await visit(service, withText(path, 'a'), {}, client), 200)
    }
    for (const path of [page('es', 'bold-serif'), '/es/']) {
      const answer = await visit(service, withText(path, 'mi texto'), {}, client)
      assertStatus(answer, 429)
      assert.equal(answer.headers['content-language'], 'es')
      assert.match(answer.headers['retry-after'] ?? '', /^(?:600|59\d)$/)
      assert.equal(limitHeaders(answer)['x-ratelimit-remaining'], '0')
      assert.match(answer.text, /10 minutos/)
      assert.doesNotMatch(answer.text, /<form/)
    }
    assertStatus(await call(service, { target: '/api?action=stats' }, client), 429)
    // Pages that transform nothing are not limited.
    assertNotCounted(await visit(service, '/es/', {}, client))
    assertNotCounted(await visit(service, '/es/?text=', {}, client))
    assertStatus(await visit(service, '/es/x?text=a', {}, client), 404)
  })
})
