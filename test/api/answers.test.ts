import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAnswers } from '../../lib/api/answers.ts'
import { emptyCache } from '../support/bodies.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

describe('the bodies of the answers', () => {
  const catalogue = loadShipped().catalogue

  test('are kept, as many as there is room for', () => {
    const answers = createAnswers(catalogue, 'https://example.org', emptyCache(20_000))
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
