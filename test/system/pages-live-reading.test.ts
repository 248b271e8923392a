import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { findWithAxe } from '../support/axe.ts'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { focus, liveForSuite, pathOf, put, until, untilSaid } from '../support/live-pages.ts'
import { showAll } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { pangramOf } from '../support/texts.ts'

const { catalogue } = loadShipped()

describe('live pages, read aloud', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite({ words: ['--force-renderer-accessibility'] })

  test('announce a row by its name, the typed text and its button', async (t) => {
    const page = await openLive('/en/')
    await put(page, 'Hello')
    await page.readClipboard()
    await page.click('#styles .copy')
    await untilSaid(page, 'Copied')
    const lines = (await page.accessibilityTree()).split('\n')
    const { name } = entryOf(slugs[0] ?? '', 'en')
    const [row] = branches(lines, 'listitem').filter((branch) =>
      branch.some((line) => line.trim() === `link ${JSON.stringify(name)}`),
    )
    // The result of a search is announced elsewhere: neither message may replace the other.
    const statuses = branches(lines, 'status')
    for (const line of [...(row ?? []), ...statuses.flat()]) t.diagnostic(line)
    const told = (row ?? []).map((line) => line.trim())
    const shown = told.filter((line) => !/^StaticText|^ListMarker/.test(line))
    assert.deepEqual(shown, [
      'listitem ""', `link "${name}"`, 'image "Hello"', `button "Copy: ${name}"`,
      `button "Add to your styles: ${name}"`,
    ])
    const filled = statuses.filter((branch) => branch.length > 1)
    assert.equal(filled.length, 1)
    assert.ok(filled[0]?.some((line) => line.includes(`Copied: ${name}`)))
    // All rows are announced like this one, and none is a live region.
    const images = lines.filter((line) => line.trim() === 'image "Hello"')
    const count = (selector: string): Promise<unknown> =>
      page.evaluate(`[...document.querySelectorAll('${selector}')]
        .filter((element) => element.checkVisibility()).length`)
    assert.equal(images.length, await count('main [role=img]'))
    const rowCount = await count('.rows > li')
    assert.equal(lines.filter((line) => /^ *button "Copy: /.test(line)).length, rowCount)
    const speaking = await page.evaluate(`[...document.querySelectorAll(
      'output, [aria-live], [role=status], [role=alert], [role=log], [role=timer], [role=marquee]',
    )].map(({ id }) => id)`)
    assert.deepEqual(speaking, ['announced', 'status'])
    const inner = `[...document.querySelectorAll('#styles [role=img] > bdi')].every((bdi) =>
      bdi.lang === 'zxx' && !bdi.translate && bdi.className === 'notranslate')`
    assert.equal(await page.evaluate(inner), true)
  })

  test('announce nothing while the visitor types, and show a finished composition', async () => {
    const page = await openLive('/en/')
    await page.evaluate(`window.log = []
      const field = document.querySelector('#text')
      const note = (what) => log.push([what, performance.now()])
      field.addEventListener('input', (event) => note(event.isComposing ? 'part' : 'whole'), true)
      field.addEventListener('compositionend', () => note('end'), true)
      const changes = { childList: true, characterData: true, subtree: true }
      new MutationObserver(() => note('shown'))
        .observe(document.querySelector('#styles bdi'), changes)
      new MutationObserver(() => note('said'))
        .observe(document.getElementById('status'), { childList: true })
      field.focus()`)
    for (const part of ['n', 'ni', 'に', 'にほ', 'にほん', '日本']) await page.compose(part)
    await page.type('日本')
    const expected = catalogue.get(slugs[0] ?? '')?.transform('日本', 'en')
    await until(page, `document.querySelector('#styles bdi').textContent ===
      ${JSON.stringify(expected)}`)
    const log = (await page.evaluate('window.log')) as Array<[what: string, at: number]>
    assert.equal(log.filter(([what]) => what === 'part').length >= 5, true, JSON.stringify(log))
    for (const [place, [what, at]] of log.entries()) {
      if (what !== 'shown') continue
      // The parts of a composition may be shown in a pause.
      const [before, since] = log.slice(0, place).findLast(([one]) => one !== 'shown') ?? ['', 0]
      assert.ok(before !== 'part' || at - since > 250, JSON.stringify(log))
    }
    assert.deepEqual(log.filter(([what]) => what === 'said'), [])
    for (const letter of 'abc def') await page.type(letter)
    await put(page, 'abc def x')
    const said = `log.filter(([what]) => what === 'said').length`
    assert.equal(await page.evaluate(said), 0)
  })

  for (const language of languages) {
    test(`pass axe while they are used: ${language}`, async () => {
      for (const isDark of [false, true]) {
        const page = await openLive(`/${language}/`, { isDark })
        await put(page, pangramOf(language))
        await focus(page, '#search')
        await put(page, 'morse', '#search')
        await page.click('.rows li:not([hidden]) .copy')
        await untilSaid(page)
        await assertNoFindings(page, isDark)
        await put(page, 'qqqq', '#search')
        await assertNoFindings(page, isDark)
        await page.close()
        const style = await openLive(pathOf('bold-serif', language), { isDark })
        await put(style, pangramOf(language))
        await style.click('[aria-pressed]')
        await style.click('.rows .copy')
        await untilSaid(style)
        await assertNoFindings(style, isDark)
        await style.close()
      }
    })
  }
})

async function assertNoFindings(page: Page, isDark: boolean): Promise<void> {
  await showAll(page, { isDark })
  assert.deepEqual(await findWithAxe(page), [])
}

/** Returns the lines of each node with a role, and those of the nodes inside. */
function branches(lines: readonly string[], role: string): ReadonlyArray<readonly string[]> {
  const depthOf = (line: string): number => line.length - line.trimStart().length
  return lines.flatMap((line, place) => {
    if (!line.trimStart().startsWith(`${role} `)) return []
    const rest = lines.slice(place + 1)
    const end = rest.findIndex((other) => depthOf(other) <= depthOf(line))
    return [[line, ...rest.slice(0, end === -1 ? undefined : end)]]
  })
}
