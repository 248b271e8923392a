import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { generate } from '../../lib/api/interface.ts'
import { createReloadable } from '../../lib/api/live-catalogue.ts'
import type { Reloadable } from '../../lib/api/live-catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Answer } from '../../lib/http/answer.ts'
import { createLog } from '../../lib/log.ts'
import { createPages } from '../../lib/pages/pages.ts'
import { documentationPath, findRoute } from '../../lib/pages/routes.ts'
import { generatorPath, listPath } from '../../lib/pages/site.ts'
import { decodeBody } from '../support/answers.ts'
import { assertCost, cpuMs } from '../support/cost.ts'
import { textsIn } from '../support/html-text.ts'
import { linksOf, translationsOf } from '../support/pages.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

// All pages take ten seconds; `.ci/run` visits them, and else every so many of them is enough.
const isWhole = process.env['WHOLE_SITE'] === '1'
const step = isWhole ? 1 : 53

const siteUrl = 'https://example.org'
const contents = loadShipped()
const { services } = createContents()
const pages = createPages({
  siteUrl,
  origin: siteUrl,
  baseUrl: `${siteUrl}/api`,
  sharesAddress: false,
  rateLimit: { limit: 100, windowMs: 3_600_000, maxClients: 1000 },
})
const generators = [...services.catalogue.values()]
const pagesOfNoStyle = ['', documentationPath, ...languages.map(listPath)]
const paths = new Set([
  ...pagesOfNoStyle,
  ...languages.flatMap((language) => generators.map((one) => generatorPath(one, language))),
])

/** What is no page, and there all the same. */
const files = /^\/(?:api|openapi\.json|favicon\.svg|assets\/.*)$/

function visit(path: string, query = '', coding = 'identity', given = services): Answer {
  const route = findRoute(`/${path}`, '')
  assert.ok(route !== undefined, path)
  const headers = { 'accept-encoding': coding }
  const answer = pages.open({ route, method: 'GET', query, headers }, given).answer()
  assert.equal(answer.status, 200, path)
  return answer
}

describe('the site', () => {
  test('has pages whose links and translations are pages, none of more than 12 KB', () => {
    for (const [index, path] of [...paths].entries()) {
      if (index % step > 0 && index >= pagesOfNoStyle.length) continue
      const answer = visit(path, '', 'br')
      const document = decodeBody(answer.body, 'br')
      const isList = path.endsWith('/')
      if (!isList) assert.ok((answer.body?.length ?? 0) < 12_000, path)
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
    }
  })

  test('has a form that gives what the API gives, for every generator', () => {
    const text = 'Ğğ İı Ñ 1é\u0301 <b>&amp;"\'\n👩‍👧'
    generators.forEach((generator, index) => {
      const language = languages[index % languages.length] ?? 'en'
      const accents = index % 3 === 0 ? 'plain' : 'styled'
      if (index % 10 > 0 && !isWhole) return
      const query = new URLSearchParams({ text, accents }).toString()
      const { body } = visit(generatorPath(generator, language), query)
      const [, shown = ''] = textsIn(decodeBody(body), 'textarea')
      const { slug } = generator
      const parameters = { slug, text, lang: language, accents, update_stats: true } as const
      const reply = generate(parameters, services)
      assert.ok(reply.kind === 'value')
      const { output } = reply.value as { output: string }
      assert.equal(shown.replace(/^\n/, ''), output, slug)
    })
  })

  test('shows 200 code points of any kind in all styles for a few times what ASCII costs', () => {
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
    const show = (piece: string) => (): unknown => {
      const text = [...piece.repeat(200)].slice(0, 200).join('')
      return visit('en/', new URLSearchParams({ text }).toString())
    }
    for (const [name, piece] of Object.entries(pieces)) assertCost(name, show(piece), show('ab '), 4)
  })

  test('takes three times as long as the detail of the API at most, when it is first made', (t) => {
    const some = generators.filter((_, index) => index % step === 0)
    for (const { example, traits } of some) assert.ok(example !== '' && traits() !== undefined)
    const fresh = createContents().services
    const [ofPages, ofDetails] = [0, 0].map(() => [] as number[])
    for (const one of some) {
      const make = (): unknown => fresh.answers.detail(one.slug, 'es')?.represent('br')
      ofDetails?.push(cpuMs(make))
      ofPages?.push(cpuMs(() => visit(generatorPath(one, 'es'), '', 'br', fresh)))
    }
    const sum = (times: readonly number[] = []): number => times.reduce((all, ms) => all + ms, 0)
    const ratio = sum(ofPages) / sum(ofDetails)
    t.diagnostic(`${ratio.toFixed(2)} times`)
    assert.ok(isWhole ? ratio < 3 : ratio < 6, `${ratio}`)
  })

  const skip = !isWhole && 'LEFT OUT: it takes ten seconds; WHOLE_SITE=1 runs it'
  test('takes at most 20 MB of memory when all has been visited', { skip }, (t) => {
    for (const generator of generators) assert.notEqual(generator.example, '')
    const before = usedBytes()
    for (const path of paths) {
      for (const coding of ['br', 'gzip', 'identity']) visit(path, '', coding)
    }
    const grown = usedBytes() - before
    t.diagnostic(`${(grown / 1e6).toFixed(1)} MB`)
    assert.ok(grown < 20e6, `${grown}`)
  })
})

/** The catalogue as a service has it, with nothing made of it yet. */
function createContents(): Pick<Reloadable, 'services'> {
  return createReloadable({
    contents,
    readAgain: () => contents,
    siteUrl,
    maxTextCodePoints: 10_000,
    describe: () => ({}),
    log: createLog('error', () => {}),
    defer: () => {},
  })
}

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

function usedBytes(): number {
  assert.ok(typeof collectGarbage === 'function')
  for (let turn = 0; turn < 4; turn++) collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
