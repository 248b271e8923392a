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
    assert.ok(offered.length >= 18 && offered.length <= 24)
    for (const { data, slug } of offered) assert.match(data.layer, /^(?:marks|frame)$/, slug)
  })

  const slugs = offered.map(({ slug }) => slug)
  const marks = offered.filter(({ data }) => data.layer === 'marks').map(({ slug }) => slug)
  const frames = offered.filter(({ data }) => data.kind === 'wrapped').map(({ slug }) => slug)

  test('are offered on each page that can take them, with their names, if they show', async () => {
    const rows: Array<[slug: string, missing: readonly string[]]> = [
      ['bold-serif', []],
      ['emoji-letters', marks],
      ['uppercase', []],
      ['underline', ['underline']],
      // No second frame, and no marks on the first one
      ['nick-script', [...frames, ...marks]],
      ['morse', slugs],
      ['morse-decoder', slugs],
    ]
    for (const language of languages) {
      for (const [slug, missing] of rows) {
        const { text } = await visit(service, page(language, slug))
        const found = [...text.matchAll(/name="then" value="([\w-]+)"\naria-label="([^"]+)"/g)]
        const expected = slugs.filter((one) => !missing.includes(one))
        assert.deepEqual(found.map(([, one]) => one).toSorted(), expected.toSorted(), slug)
        for (const [, one = '', name] of found) assert.equal(name, entryOf(one, language).name)
      }
    }
  })

  test('show themselves, frames before all others', async () => {
    const { text } = await visit(service, page('en', 'bold-serif'))
    const shown = [...text.matchAll(/value="([\w-]+)"[^>]*><span\naria-hidden="true">([^<]+)</g)]
    const glimpses = new Map(shown.map(([, slug = '', glimpse]) => [slug, glimpse]))
    assert.deepEqual([glimpses.get('wrap-wings'), glimpses.get('nick-frame')], ['꧁ ꧂', '꧁༺ ༻꧂'])
    assert.deepEqual([glimpses.get('strikethrough'), glimpses.get('sep-hearts')],
      ['a\u0336', 'a♥\ufe0eb'])
    const order = [...glimpses.keys()]
    assert.deepEqual(order.slice(0, frames.length).toSorted(), frames.toSorted())
  })

  test('can come in any order from the boxes of a form', async () => {
    const [one = '', other = ''] = await Promise.all(
      ['underline&then=wrap-wings', 'wrap-wings&then=underline'].map(async (then) => {
        const { text } = await visit(service, page('en', 'bold-serif', `?text=Hi&then=${then}`))
        return resultIn(text)
      }),
    )
    assert.equal(one, other)
    assert.match(one, /^꧁ .*\u0332 ꧂$/u)
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
    const checked = [...text.matchAll(/name="then" value="([\w-]+)"\n[^>]* checked/g)]
    assert.deepEqual(checked.map(([, slug]) => slug).toSorted(), then.toSorted())
  })

  test('are named if they may turn the letters into boxes', async () => {
    const boxing = 'With Strikethrough or Underline, it may show as boxes.'
    for (const [slug, isNamed] of [['bold-serif', true], ['small-caps', false]] as const) {
      const { text } = await visit(service, page('en', slug))
      assert.equal(textsIn(text, 'p').includes(boxing), isNamed, slug)
    }
  })

  test('are refused on a page as by the API', async () => {
    const refused = ['morse', 'nope', 'bold-sans', 'underline,underline', 'bold-serif', '%00']
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
    for (const then of ['', '&then=', '&then=&then=', '&then=,']) {
      assertStatus(await visit(service, `/en/?text=Hi${then}`), 200)
    }
  })

  test('are applied in each row of the list that accepts them', async () => {
    for (const added of offered) {
      const { text } = await visit(service, `/es/?text=A%C3%B1o&then=${added.slug}`)
      assert.match(text, new RegExp(`value="${added.slug}"\n[^>]* checked`))
      const outputs = [...catalogue.values()].map((generator) => {
        const { layer } = generator.data
        const alone = generator.transform('Año', 'es')
        const [hasFrame, isFrame] = [generator, added].map(({ file }) =>
          JSON.stringify(file.operations).includes('"type":"wrap"'))
        const isMarks = added.data.layer === 'marks'
        const isKept = layer === 'code' || (layer === 'frame' && isMarks) ||
          (hasFrame && (isFrame || isMarks))
        return isKept || generator === added ? alone : added.transform(alone, 'es')
      })
      const [popular = '', all = ''] = text.split('<div id="styles">')
      assert.deepEqual(textsIn(all, 'bdi'), outputs)
      assert.ok(textsIn(popular, 'bdi').every((output) => outputs.includes(output)))
    }
  })
})
