import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { assertStatus, parseObject } from '../support/answers.ts'
import { entryOf } from '../support/catalogue-files.ts'
import { resultIn, textsIn } from '../support/html-text.ts'
import { visit } from '../support/pages.ts'
import { call, generate } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService } from '../support/suite.ts'

const { catalogue } = loadShipped()
const offered = [...catalogue.values()].filter(({ file }) => file.addition)

describe('styles to add', () => {
  const service = shareService()
  const page = (language: (typeof languages)[number], slug: string, fields = ''): string =>
    `/${language}/${entryOf(slug, language).page}${fields}`

  test('are marks and frames, and few', () => {
    assert.ok(offered.length >= 4 && offered.length <= 6)
    for (const { data, slug } of offered) assert.match(data.layer, /^(?:marks|frame)$/, slug)
  })

  test('are offered only on the pages of letters, if they show there', async () => {
    for (const language of languages) {
      const names = offered.map(({ entry }) => entry(language).name)
      const rows: Array<[slug: string, expected: readonly string[]]> = [
        ['bold-serif', names],
        ['emoji-letters', names.slice(2)],
        ['uppercase', []],
        ['underline', []],
        ['morse', []],
      ]
      for (const [slug, expected] of rows) {
        const { text } = await visit(service, page(language, slug))
        const found = textsIn(text, 'label').filter((label) => names.includes(label))
        assert.deepEqual(found, expected, slug)
      }
    }
  })

  test('give the same output as the API, and show the request for it', async () => {
    const then = ['underline', 'sep-hearts', 'wrap-wings']
    const fields = { text: 'Año ı', lang: 'tr', accents: 'plain' }
    const boxes = then.map((slug) => `&then=${slug}`).join('')
    const query = `?text=${encodeURIComponent(fields.text)}&accents=plain${boxes}`
    const { status, text } = await visit(service, page('tr', 'bold-serif', query))
    assert.equal(status, 200)
    const answer = await call(service, generate({ slug: 'bold-serif', ...fields, then: then.join() }))
    assert.equal(resultIn(text), parseObject(answer.text)['output'])
    assert.ok(textsIn(text, 'code').some((line) => line.includes(`-d then=${then.join()} `)))
    const checked = [...text.matchAll(/name="then" value="([\w-]+)" checked/g)]
    assert.deepEqual(checked.map(([, slug]) => slug), then)
  })

  test('are named if they may turn the letters into boxes', async () => {
    const boxing = 'With Strikethrough or Underline, it may show as boxes.'
    for (const [slug, isNamed] of [['bold-serif', true], ['small-caps', false]] as const) {
      const { text } = await visit(service, page('en', slug))
      assert.equal(textsIn(text, 'p').includes(boxing), isNamed, slug)
    }
  })

  test('are refused on a page as by the API', async () => {
    const refused = ['morse', 'nope', 'bold-sans', 'underline,underline', 'bold-serif', ',', '%00']
    for (const then of [...refused, 'underline,overline,slash,sep-dots', 'wrap-wings,underline']) {
      const target = page('fr', 'bold-serif', `?text=Hi&then=${then}`)
      const { status, text } = await visit(service, target)
      assert.equal(status, 400, then)
      assert.ok(text.includes('Ces styles ne peuvent pas être ajoutés ici.'), then)
      assert.ok(text.includes('name="then"'), then)
    }
    for (const then of ['morse', 'nope', 'wrap-wings,nope', 'overline', '%00']) {
      assertStatus(await visit(service, `/en/?text=Hi&then=${then}`), 400, then)
    }
    for (const then of ['', '&then=', '&then=&then=']) {
      assertStatus(await visit(service, `/en/?text=Hi${then}`), 200)
    }
  })

  test('are applied in each row of the list that accepts them', async () => {
    for (const added of offered) {
      const { text } = await visit(service, `/es/?text=A%C3%B1o&then=${added.slug}`)
      assert.ok(text.includes(`name="then" value="${added.slug}" checked`))
      const outputs = [...catalogue.values()].map((generator) => {
        const { layer } = generator.data
        const alone = generator.transform('Año', 'es')
        const hasFrames = [generator, added].every(({ file }) =>
          JSON.stringify(file.operations).includes('"type":"wrap"'))
        const isKept =
          layer === 'code' || (layer === 'frame' && added.data.layer === 'marks') || hasFrames
        return isKept || generator === added ? alone : added.transform(alone, 'es')
      })
      const [popular = '', all = ''] = text.split('<div id="styles">')
      assert.deepEqual(textsIn(all, 'bdi'), outputs)
      assert.ok(textsIn(popular, 'bdi').every((output) => outputs.includes(output)))
    }
  })
})
