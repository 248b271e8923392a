import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { parseObject, toObject } from '../support/answers.ts'
import { slugs } from '../support/catalogue-files.ts'
import { call, callAll, get } from '../support/requests.ts'
import { startForSuite } from '../support/suite.ts'

describe('the detail answer of', () => {
  const service = startForSuite()

  for (const language of languages) {
    // Each takes a while when it is first asked for.
    const every = language === 'en' ? 1 : 10
    const which = every === 1 ? 'every generator' : `every ${every}th generator`
    test(`${which} in ${language}, repeats the list and adds the characters`, async () => {
      const list = await call(service, get(`action=list_generators&lang=${language}`))
      const { generators } = parseObject(list.text)
      assert.ok(Array.isArray(generators))
      const asked = [...slugs.entries()].filter(([index]) => index % every === 0)
      const answers = await callAll(
        service,
        asked.map(([, slug]) => get(`action=get_generator&slug=${slug}&lang=${language}`)),
      )
      for (const [at, [index]] of asked.entries()) {
        const { status, text = '' } = answers[at] ?? {}
        assert.equal(status, 200)
        const generator = toObject(parseObject(text)['generator'])
        const { characters, operations } = generator
        const fields = Object.keys(generator)
        assert.deepEqual(fields.slice(0, 5), ['slug', 'name', 'url', 'example', 'characters'])
        const { category, layer } = generator
        const summary = { ...Object.fromEntries(Object.entries(generator).slice(0, 4)), category, layer }
        assert.equal(JSON.stringify(summary), JSON.stringify(generators[index]))
        const traits = ['category', 'layer', 'coverage', 'reversible', 'folds', 'unicode', 'support']
        assert.deepEqual(fields.slice(5), [...traits, 'operations'])
        for (const [key, value] of Object.entries(toObject(characters))) {
          assert.equal([...key].length, 1, key)
          assert.equal(typeof value, 'string')
        }
        assert.ok(Array.isArray(operations) && operations.length > 0)
      }
    })
  }
})
