import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertExpected, invalid, parseObject, resultOf, toObject } from '../support/answers.ts'
import { call, get, post } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

const [input, styled, plain] = ['canción', '𝐜𝐚𝐧𝐜𝐢𝐨\u0301𝐧', '𝐜𝐚𝐧𝐜𝐢ó𝐧']

describe('accents', () => {
  const service = shareService()
  const form = `slug=bold-serif&text=${input}`
  const detail = 'action=get_generator&slug=bold-serif'

  const rows: Array<[title: string, query: string, output: string]> = [
    ['are styled when omitted', '', styled],
    ['are styled when empty', '&accents=', styled],
    ['are styled when that is asked for', '&accents=styled', styled],
    ['stay plain when that is asked for', '&accents=plain', plain],
  ]
  for (const [title, query, output] of rows) {
    test(title, async () => {
      const [inBody, inQuery] = ['action=generate', `action=generate${query}`]
      for (const request of [post(inBody, form + query), post(inQuery, form)]) {
        assert.equal((await call(service, request)).text, resultOf(input, output, 'bold-serif'))
      }
      const { text } = await call(service, get(detail + query))
      const { characters, coverage } = toObject(parseObject(text)['generator'])
      assert.equal(toObject(characters)['ó'], output === plain ? undefined : '𝐨\u0301')
      assert.equal(toObject(characters)['o'], '𝐨')
      assert.equal(toObject(coverage)['accents'], output === plain ? 'none' : 'some')
    })
  }

  test('are nothing else', async () => {
    for (const value of ['Plain', 'none', '1', 'plain+', 'plain,styled', '__proto__']) {
      const request = post('action=generate', `${form}&accents=${value}`)
      assertExpected(await call(service, request), invalid('accents'))
      assertExpected(await call(service, get(`${detail}&accents=${value}`)), invalid('accents'))
    }
  })

  test('change the answer and its tag only if the generator depends on them', async () => {
    for (const [slug, depends] of [['bold-serif', true], ['strikethrough', false]] as const) {
      const tags = ['styled', 'plain'].map(async (accents) => {
        const query = `action=get_generator&slug=${slug}&accents=${accents}`
        return (await call(service, get(query))).headers['etag']
      })
      assert.equal(new Set(await Promise.all(tags)).size, depends ? 2 : 1, slug)
    }
  })
})
