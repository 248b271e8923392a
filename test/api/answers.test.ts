import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createAnswers } from '../../lib/api/answers.ts'
import { createByteCache } from '../../lib/http/byte-cache.ts'
import { loadCatalogue } from '../../lib/catalogue/catalogue.ts'
import { root } from '../support/folders.ts'

describe('the bodies of the answers', () => {
  const catalogue = loadCatalogue(join(root, 'generators'), join(root, 'locales'))

  test('are kept, as many as there is room for', () => {
    const answers = createAnswers(catalogue, 'https://example.org', createByteCache(20_000))
    const bodyOf = (slug: string): Buffer | undefined =>
      answers.detail(slug, 'en')?.represent('identity').body
    const first = bodyOf('reverse')
    assert.equal(bodyOf('reverse'), first)
    const slugs = [...catalogue.keys()].slice(0, 10)
    const bytes = slugs.map((slug) => bodyOf(slug)?.length ?? 0).reduce((sum, one) => sum + one)
    assert.ok(bytes > 20_000)
    assert.notEqual(bodyOf('reverse'), first)
    assert.deepEqual(bodyOf('reverse'), first)
  })
})
