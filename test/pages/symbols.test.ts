import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { render } from '../../lib/pages/html.ts'
import { symbolsPath } from '../../lib/pages/site.ts'
import { findMeant } from '../../lib/pages/error-pages.ts'
import { symbolsPage } from '../../lib/pages/symbols-page.ts'
import { readStrip, readSymbols } from '../../lib/pages/symbols.ts'
import { families } from '../support/boxes.ts'
import { unescapeHtml } from '../support/html-text.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()
const ranges = [...families.values()].flatMap((list) => list.split(' ')).map((range) => {
  const [first = '', last = first] = range.split('-')
  return [parseInt(first, 16), parseInt(last, 16)] as const
})

describe('the symbols', () => {
  const english = readSymbols('en')
  const signs = english.flatMap((group) => group.signs.map(({ sign }) => sign))

  test('are about 600, each once, in eighteen groups', () => {
    assert.equal(english.length, 18)
    assert.ok(signs.length >= 600, String(signs.length))
    assert.equal(new Set(signs).size, signs.length)
    for (const sign of signs) assert.equal(sign.trim().normalize(), sign)
  })

  test('consist of characters that a font of Noto has', () => {
    for (const sign of signs) {
      // Fillers are not drawn.
      for (const point of sign.replace(/[\s\ufe0e\p{DI}]/gu, '')) {
        const code = point.codePointAt(0) ?? 0
        const isIdeograph = /[\p{Ideographic}\p{sc=Hang}]/u.test(point)
        const hasFont = isIdeograph || ranges.some(([first, last]) => first <= code && code <= last)
        assert.ok(hasFont, `${sign}: ${code.toString(16)}`)
      }
    }
  })

  test('have names of their own in every language, with typographic signs', () => {
    for (const language of languages) {
      const groups = readSymbols(language)
      const all = groups.flatMap((group) => group.signs)
      assert.deepEqual(all.map(({ sign }) => sign), signs)
      assert.equal(new Set(all.map(({ name }) => name)).size, all.length)
      assert.equal(new Set(groups.map(({ name }) => name)).size, groups.length)
      for (const { sign, name, words } of all) {
        assert.match(name, /^[\p{L}\d][^"'|]*[\p{L}\d]$/u, sign)
        assert.match(words, /^[^"'|]*$/, sign)
        assert.ok([...name].length <= 60, name)
      }
    }
  })

  test('are not named in English elsewhere', () => {
    const names = new Set(english.flatMap((group) => group.signs.map(({ name }) => name)))
    for (const language of languages.slice(1)) {
      const all = readSymbols(language).flatMap((group) => group.signs)
      const same = all.filter(({ name }) => names.has(name))
      // Such as bitcoin, union, yen
      assert.ok(same.length < all.length / 15, same.map(({ name }) => name).join())
    }
  })

  test('include all that are wanted, of which lists of others have most', () => {
    const wanted = 'αβγδεζηθικλμνξορςστυφχψωΓΔΘΛΞΠΣΦΨ₱₹₽₩₦₫₴₵₡฿₪₲₸¤$⁰¹⁴⁵⁶⁷⁸⁹ⁿ₊₀₁₂₃₄₅₆₇₈₉⇄⇅⇧↦↠⇆⇨➞➟➣⇝↵✖✵✼❇✟✞✠✤∇⊙⊕∉∠∝⅓⅔℃℉˚☸☉☭⇥⇪⌥⌫⎋'
    const bare = new Set(signs.map((sign) => sign.replace('\ufe0e', '')))
    assert.deepEqual([...wanted].filter((sign) => !bare.has(sign)), [])
  })

  test('include those of the strip in forms', () => {
    for (const language of languages) {
      const all = new Map(readSymbols(language).flatMap((group) =>
        group.signs.map(({ sign, name }) => [sign, name] as const)))
      for (const [sign, name] of readStrip(language)) assert.equal(name, all.get(sign), sign)
    }
  })
})

describe('the page of all symbols', () => {
  test('has an address of its own in every language, which others lead to', () => {
    for (const language of languages) {
      const path = symbolsPath(language, site)
      const [, page = ''] = path.split('/')
      assert.match(page, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      assert.equal(site.generatorAt(language, page), undefined)
      for (const other of languages.filter((one) => one !== language)) {
        const path = `${other}/${page}`
        const route = { kind: 'generator', path, language: other, page } as const
        const { lead } = findMeant(route, other, site, { popular: [], nicks: [] })
        assert.ok(typeof lead !== 'string')
        assert.ok(render(lead).includes(`href="../${symbolsPath(other, site)}"`), page)
      }
    }
  })

  test('shows the name of each sign that is not seen, and a click selects the sign', () => {
    const blanks = Array.from(
      render(symbolsPage('en', site).main).matchAll(/<span class="blank" role="img" title="(.*?)"[^>]*>(.*?)</g),
      ([, name = '', sign = '']) => [sign, name],
    )
    assert.deepEqual(blanks, [
      ['\u3164', 'Hangul filler'], ['\u2800', 'blank braille pattern'], ['\u200b', 'zero-width space'],
    ])
  })

  test('shows every sign with its name and the words that find it', () => {
    for (const language of languages) {
      const { title, description, main } = symbolsPage(language, site)
      assert.ok([...title].length <= 100 && [...description].length <= 155, description)
      const shown = Array.from(
        render(main).matchAll(/role="img" title="(.*?)"(?: data-words="(.*?)")?>(.*?)</g),
        ([, name = '', words = '', sign = '']) => [sign, name, words].map(unescapeHtml),
      )
      const all = readSymbols(language).flatMap((group) => group.signs)
      assert.deepEqual(shown, all.map(({ sign, name, words }) => [sign, name, words]))
    }
  })
})
