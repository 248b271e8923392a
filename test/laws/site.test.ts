import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages, placeholdersOf } from '../../lib/catalogue/locale.ts'
import type { Answer } from '../../lib/http/answer.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { additionsOf } from '../../lib/pages/text-form.ts'
import { createPages } from '../../lib/pages/pages.ts'
import { documentationPath } from '../../lib/pages/routes.ts'
import { generatorPath, listPath, symbolsPath } from '../../lib/pages/site.ts'
import { decodeBody } from '../support/answers.ts'
import { assertCostInTurns, cpuMsInTurns } from '../support/cost.ts'
import { linksOf, translationsOf } from '../support/pages.ts'
import { rounds } from '../support/rounds.ts'
import { makeSite, settingsOf } from '../support/site.ts'
import { answerVisit, makeRequest } from '../support/visits.ts'

// All pages take ten seconds, so only `.ci/soak` visits all of them.
const isWhole = rounds(1) > 1
const step = isWhole ? 1 : 53

const siteUrl = 'https://example.org'
const site = makeSite(siteUrl)
const { services } = site
const pages = createPages(settingsOf(siteUrl), services)
const generators = [...services.catalogue.values()]
const pagesOfNoStyle = [
  ...['', documentationPath, ...languages.map(listPath)],
  ...languages.map((language) => symbolsPath(language, site)),
]
const paths = new Set([
  ...pagesOfNoStyle,
  ...languages.flatMap((language) => generators.map((one) => generatorPath(one, language))),
])

/** Paths that exist but are not pages. */
const files =
  /^\/(?:api|openapi\.json|favicon\.svg|apple-touch-icon\.png|\w\w\.webmanifest|assets\/.*)$/

async function visit(
  path: string,
  query = '',
  coding = 'identity',
  page = pages,
): Promise<Answer> {
  const request = makeRequest({ path: `/${path}`, query, headers: { 'accept-encoding': coding } })
  const answer = await answerVisit(page, request)
  assert.equal(answer.status, 200, path)
  return answer
}

/** The texts for scripts, which fill the placeholders. */
const liveTexts = /<template id="words"[^>]*>[^]*?<\/template>/

const english = [...services.words.texts('en').values()]
const placeholders = new RegExp(`\\{(?:${[...new Set(english.flatMap(placeholdersOf))].join('|')})\\}`)

describe('the site', () => {
  test('has complete pages whose links and translations exist, none of more than 12 KB', async () => {
    for (const [index, path] of [...paths].entries()) {
      if (index % step > 0 && index >= pagesOfNoStyle.length) continue
      const answer = await visit(path, '', 'br')
      const document = decodeBody(answer.body, 'br')
      const isList = path === '' || path.endsWith('/')
      if (!isList) assert.ok((answer.body?.length ?? 0) < 12_000, path)
      assert.doesNotMatch(document.replace(liveTexts, ''), placeholders, path)
      for (const link of linksOf(document)) {
        const { origin, pathname } = new URL(link, `${siteUrl}/${path}`)
        if (origin !== siteUrl || files.test(pathname)) continue
        assert.ok(paths.has(pathname.slice(1)), `${path} → ${link}`)
      }
      const own = generators[(index - pagesOfNoStyle.length) % generators.length]
      if (index < pagesOfNoStyle.length || own === undefined) continue
      const named = languages.map((tag) => [tag, `${siteUrl}/${generatorPath(own, tag)}`])
      const all = [...named, ['x-default', `${siteUrl}/${generatorPath(own, 'en')}`]]
      assert.deepEqual([...translationsOf(document)], all)
      const [, main = ''] = document.split('<main')
      const targets = linksOf(main).map((link) => new URL(link, `${siteUrl}/${path}`).href)
      const others = named.filter(([, url]) => url !== `${siteUrl}/${path}`)
      for (const [, url = ''] of others) assert.ok(targets.includes(url), `${path} → ${url}`)
    }
  })

  test('notes in Turkish that ı stays, on the pages of styles that change i and have no ı', async () => {
    const note = services.words.texts('tr').get('dotless-i') ?? assert.fail()
    const kept = {
      ...{ 'bold-sans': true, circled: true, fullwidth: true, 'italic-serif': false, squared: false },
      ...{ 'snake-case': false, 'clean-text': false, 'mojibake-decoder': false },
    }
    for (const [slug, isKept] of Object.entries(kept)) {
      const generator = services.catalogue.get(slug) ?? assert.fail(slug)
      const { body } = await visit(generatorPath(generator, 'tr'))
      assert.equal(String(body).includes(note), isKept, slug)
    }
  })

  test('shows any 100 code points in all styles for a few times the cost of ASCII', async () => {
    const pieces = {
      mixed: 'é1👍 ß🇫🇷İ?',
      styled: '𝐇𝐞𝐥𝐥𝐨',
      escaped: '&',
      ligatures: '\ufdfa',
      marks: 'i\u0307\u0323',
      rightToLeft: 'שלום ',
      flags: '🇫🇷',
      supplementary: '𐐀',
    }
    const show = (piece: string, length = 100, then = '') => (): Promise<Answer> => {
      const text = [...piece.repeat(length)].slice(0, length).join('')
      return visit('en/', new URLSearchParams({ text, then }).toString())
    }
    for (const [name, piece] of Object.entries(pieces)) {
      await assertCostInTurns(name, show(piece), show('ab '), 4)
    }
    for (const { slug } of additionsOf(services.catalogue)) {
      await assertCostInTurns(slug, show('ab ', 50, slug), show('ab '), 3)
    }
  })

  test('makes a page in at most five times the time of a detail answer', async (t) => {
    const fresh = makeSite(siteUrl).services
    const freshPages = createPages(settingsOf(siteUrl), fresh)
    const compare = async (some: typeof generators): Promise<number> => {
      for (const { example, traits } of some) assert.ok(example !== '' && traits() !== undefined)
      let [ofPages, ofDetails] = [0, 0]
      for (const one of some) {
        const detail = fresh.answers.detail(one.slug, 'es') ?? assert.fail(one.slug)
        ofDetails += await cpuMsInTurns(() => detail.make('br', atOnce))
        ofPages += await cpuMsInTurns(() => visit(generatorPath(one, 'es'), '', 'br', freshPages))
      }
      return ofPages / ofDetails
    }
    const some = (rest: number): typeof generators =>
      generators.filter((_, index) => index % 53 === rest)
    // The first pages also compile code, so they are not measured.
    await compare(some(0))
    // Memory is collected in one of these rounds, but not in each.
    const ratio = Math.min(await compare(some(1)), await compare(some(2)), await compare(some(3)))
    t.diagnostic(`${ratio.toFixed(2)} times`)
    assert.ok(ratio < 5, `${ratio}`)
  })
})
