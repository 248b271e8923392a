import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { decideAtOnce } from '../../lib/api/decision.ts'
import { createReloadable } from '../../lib/api/live-catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { codings } from '../../lib/http/prepared-answer.ts'
import type { PreparedAnswer } from '../../lib/http/prepared-answer.ts'
import { createLog, StartError } from '../../lib/log.ts'
import { change, copyData, generatorWith, removeEntry } from '../support/catalogue-copy.ts'
import { slugs } from '../support/catalogue-files.ts'
import { send } from '../support/client.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import { linksOf } from '../support/pages.ts'
import { folders, openShared, readShared } from '../support/shared-catalogue.ts'
import { until } from '../support/until.ts'

const actions = languages.flatMap((lang) => [
  `/api?action=list_generators&lang=${lang}`,
  ...['reverse', 'braille'].map((slug) => `/api?action=get_generator&slug=${slug}&lang=${lang}`),
])
const pages = ['/', '/en/api', ...languages.map((language) => `/${language}/`)]
const files = ['/openapi.json', '/sitemap.xml', '/robots.txt']

describe('after a reload', () => {
  test('everything that is served is what a new start would serve', async (t) => {
    const root = copyData(t)
    const settings = { RATE_LIMIT: '0', SITE_URL: 'http://localhost' }
    const reloaded = await startInProcess(t, settings, createHost({ root }))
    const before = await readAll(reloaded.port)
    change(root, join('generators', 'reverse.json'), generatorWith({ type: 'case', to: 'upper' }))
    change(root, join('generators', 'braille.json'), undefined)
    for (const language of languages) removeEntry(root, language, 'braille')
    reloaded.reload()
    await until(() => reloaded.lines.some(({ message }) => message === 'Reloaded'))
    const after = await readAll(reloaded.port)
    const started = await startInProcess(t, settings, createHost({ root }))
    assert.deepEqual(after, await readAll(started.port))
    const changed = [...actions, '/sitemap.xml', '/en/']
    for (const target of changed) assert.notEqual(after.get(target), before.get(target), target)
  })
})

describe('each reload', () => {
  test('frees the bodies of the catalogue before, and keeps only those of the new one', async () => {
    const overlay = { generators: undefined, locales: undefined }
    const files = readShared(folders, overlay, undefined)
    const lines: string[] = []
    const works: Array<() => void> = []
    let isBroken = false
    const reload = (): void => {
      reloadable.reload()
      for (const work of works.splice(0)) work()
    }
    const reloadable = createReloadable({
      siteUrl: 'http://localhost',
      maxTextCodePoints: 100,
      files,
      readAgain: () => {
        if (isBroken) throw new StartError('a fault')
        return files
      },
      open: openShared,
      describe: () => ({ a: 'a'.repeat(100) }),
      log: createLog('info', (line) => lines.push(line)),
      defer: (work) => void works.push(work),
    })
    const readAnswers = (): PreparedAnswer[] => {
      const { answers } = reloadable.services()
      const details = slugs.slice(0, 5).flatMap((slug) => answers.detail(slug, 'en') ?? [])
      const decided = decideAtOnce(reloadable.description())
      assert.ok(decided.kind === 'prepared')
      return [answers.list('en'), ...details, decided.answer]
    }
    const earlier: PreparedAnswer[] = []
    for (let round = 0; round < 3; round++) {
      const newest = readAnswers()
      for (const answer of [...earlier, ...newest]) {
        for (const coding of codings) answer.represent(coding)
      }
      assert.deepEqual(earlier.filter(({ isKept }) => isKept), [], `round ${round}`)
      assert.ok(newest.every(({ isKept }) => isKept), `round ${round}`)
      earlier.push(...newest)
      isBroken = true
      reload()
      assert.ok(newest.every(({ isKept }) => isKept), `a reload that is refused, round ${round}`)
      assert.deepEqual(readAnswers(), newest)
      isBroken = false
      reload()
      assert.equal(lines.length, 2 * (round + 1))
      assert.deepEqual(earlier.filter(({ isKept }) => isKept), [], `reload ${round}`)
    }
  })
})

/** Reads all answers that are made of the catalogue: target → entity tag and text. */
async function readAll(port: number): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  const read = async (target: string): Promise<string> => {
    const { headers, text } = await send(port, { target })
    answers.set(target, `${headers['etag']} ${text}`)
    return text
  }
  for (const target of [...actions, ...files]) await read(target)
  for (const page of pages) {
    for (const link of linksOf(await read(page))) {
      const { pathname, host } = new URL(link, `http://h${page}`)
      if (host === 'h' && !answers.has(pathname) && pathname !== '/api') await read(pathname)
    }
  }
  return answers
}
