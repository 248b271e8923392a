import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSlugFinder } from '../../lib/api/closest-slug.ts'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { factsOf } from '../../lib/pages/facts/facts.ts'
import { additionsOf } from '../../lib/pages/text-form.ts'
import { catalogue, generators } from '../support/laws.ts'
import { makeSite } from '../support/site.ts'
import { shippedRank, shippedWords } from '../support/shared-catalogue.ts'

const listed = listedOf(catalogue)
const retired = generators.filter(({ file }) => file.retired)

describe('retired styles', () => {
  test('name a style that is listed, which no other style does', () => {
    assert.ok(retired.length > 0)
    for (const { slug, file: { retired, instead } } of generators) {
      const meant = listed.find((one) => one.slug === instead)
      assert.equal(meant !== undefined, retired, slug)
    }
  })

  test('are neither popular nor added to others', () => {
    for (const { slug, file } of retired) {
      assert.deepEqual([file.popular, file.addition], [undefined, false], slug)
    }
  })

  test('come after all others', () => {
    assert.deepEqual([...listed, ...retired].map(({ slug }) => slug), [...catalogue.keys()])
  })

  test('are found by no search, not even for their own name', () => {
    for (const language of languages) {
      const rank = shippedRank(language)
      assert.equal(shippedWords(language).names.length, listed.length)
      const asked = retired.flatMap(({ slug, entry }) => [slug, entry(language).name])
      for (const text of [...asked, 'font', 'qwxzkj']) {
        const { styles } = rank(text)
        assert.ok(styles.every((style) => style < listed.length), text)
      }
    }
  })

  test('are not the closest slug, name or page address to any other text', () => {
    const { findSlug } = createSlugFinder(catalogue)
    for (const { slug, entry } of retired) {
      for (const language of languages) {
        for (const near of [slug.slice(0, -1), `${slug}s`, entry(language).name]) {
          const found = findSlug(near, language)
          assert.ok(retired.every((one) => one.slug !== found), `${near}: ${found}`)
        }
      }
    }
  })

  test('are related to no style, and are not added to one', () => {
    const site = makeSite()
    for (const generator of [...retired, ...listed.filter((_, at) => at % 30 === 0)]) {
      const { related } = factsOf(generator, site, 'en')
      assert.equal(related.length, 6)
      assert.deepEqual(related.filter(({ file }) => file.retired), [], generator.slug)
    }
    assert.deepEqual(additionsOf(catalogue).filter(({ file }) => file.retired), [])
  })
})

describe('the examples', () => {
  test('of two listed styles differ, apart from those of decoders and codes', () => {
    const owners = new Map<string, string>()
    const alike: string[] = []
    for (const { slug, data, example } of listed) {
      if (data.layer === 'code' || data.category === 'decoded') continue
      const seen = example.normalize('NFC')
      const owner = owners.get(seen)
      if (owner !== undefined) alike.push(`${owner} and ${slug}: ${example}`)
      owners.set(seen, slug)
    }
    assert.deepEqual(alike, [])
  })
})
