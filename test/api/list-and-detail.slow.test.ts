import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { assertStatus, parseObject, toObject } from '../support/answers.ts'
import { categoryOf, entryOf, languageRows, layerOfFile, listedSlugs, slugs } from '../support/catalogue-files.ts'
import { call, get } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

describe('the service, asked for', () => {
  const service = shareService()

  test('the list, gives the fields of the interface in its order', async () => {
    const answer = await call(service, get('action=list_generators'))
    assertStatus(answer, 200)
    const { port } = await service
    const generators = parseObject(answer.text)['generators']
    assert.ok(Array.isArray(generators))
    const expected = slugs.map((slug, index) => {
      const { name, page } = entryOf(slug, 'en')
      const url = `http://localhost:${port}/en/${page}`
      const { example } = toObject(generators[index])
      const own = { slug, name, url, example, category: categoryOf(slug), layer: layerOfFile(slug) }
      return listedSlugs.includes(slug) ? own : { ...own, retired: true }
    })
    const list = { success: true, count: slugs.length, generators: expected }
    assert.equal(answer.text, JSON.stringify(list))
  })

  for (const [title, query, language] of languageRows) {
    test(`the list with ${title}, gives the names and addresses of ${language}`, async () => {
      const english = parseObject((await call(service, get('action=list_generators'))).text)
      const answer = await call(service, get(`action=list_generators${query}`))
      const { port } = await service
      assert.ok(Array.isArray(english['generators']))
      const generators = english['generators'].map((item) => {
        const { name, page } = entryOf(String(toObject(item)['slug']), language)
        const url = `http://localhost:${port}/${language}/${page}`
        return { ...toObject(item), name, url }
      })
      assert.equal(answer.text, JSON.stringify({ ...english, generators }))
    })

    const told = language === 'en' ? 'no locale' : language
    test(`a generator with ${title}, names ${told}`, async () => {
      const request = get(`action=get_generator&slug=bold-serif${query}`)
      const { status, text } = await call(service, request)
      assert.equal(status, 200)
      const detail = parseObject(text)
      assert.deepEqual(
        Object.keys(detail),
        language === 'en' ? ['success', 'generator'] : ['success', 'lang', 'generator'],
      )
      assert.equal(detail['success'], true)
      assert.equal(detail['lang'], language === 'en' ? undefined : language)
      assert.equal(toObject(detail['generator'])['name'], entryOf('bold-serif', language).name)
    })
  }

  test('a decoder, ends in what stays ambiguous', async () => {
    const noted = slugs.filter((slug) => entryOf(slug, 'en').note !== '')
    assert.ok(noted.length > 0)
    for (const slug of [...noted, 'morse-decoder', 'bold-serif']) {
      for (const language of languages) {
        const request = get(`action=get_generator&slug=${slug}&lang=${language}`)
        const generator = toObject(parseObject((await call(service, request)).text)['generator'])
        const { note } = entryOf(slug, language)
        const last = note === '' ? 'operations' : 'note'
        assert.equal(Object.keys(generator).at(-1), last, slug)
        assert.equal(generator['note'], note || undefined)
        assert.doesNotMatch(note, /\{/, 'only a page knows its text')
      }
    }
  })
})
