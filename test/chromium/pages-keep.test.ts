import assert from 'node:assert/strict'
import { keptKinds } from '../../lib/pages/browser/styled-text.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import type { Page } from '../support/page.ts'

const post = 'Join us: https://example.com/jobs?id=42 @ana #Hiring'
const runs = ['https://example.com/jobs?id=42', '@ana', '#Hiring']
const keep = keptKinds.join()
const line = '.keep'
const box = '[name=keep]'
const phone = { width: 390, height: 844, isTouched: true }

/** The texts of the specimen or of the first rows that styles of letters change. */
const shown = `$$('.specimen bdi, .first .rows > li bdi').slice(0, 8)
  .map(({ textContent }) => textContent).filter((text) => !text.includes('Join'))`

async function whatIsShown(page: Page): Promise<readonly string[]> {
  return await page.evaluate(shown) as readonly string[]
}

async function isSeen(page: Page): Promise<boolean> {
  return await page.evaluate(`$('${line}').checkVisibility()`) === true
}

describePages('links, names and tags', {}, ({ visit, generate }) => {
  visit('stay as they are in what is typed, until the visitor switches that off', {
    at: [pathOf('bold-sans', 'en'), '/es/', '/fr/', '/tr/', pathOf('small-caps', 'tr')],
    views: [phone, {}],
  }, async (page) => {
    assert.equal(await isSeen(page), false, 'an empty field')
    await page.click('#text')
    await page.type('Join us')
    assert.equal(await isSeen(page), false, 'nothing to keep')
    await page.type(post.slice('Join us'.length))
    await page.whenSettled()
    assert.equal(await isSeen(page), true)
    const kept = await whatIsShown(page)
    assert.ok(kept.length > 0)
    for (const run of runs) assert.ok(kept.every((text) => text.includes(run)), `${run}: ${kept}`)
    await page.click(box)
    await page.whenSettled()
    const all = await whatIsShown(page)
    assert.ok(all.every((text) => runs.every((run) => !text.includes(run))), String(all))
    await page.focus('#text')
    await page.type('!')
    await page.whenSettled()
    await page.equals(`$('${box}').checked`, false, 'as it was switched')
    await page.followLive(() => page.evaluate(`$('.rows > li:not(.folded) > a').click()`))
    await page.focus('#text')
    await page.press('End')
    await page.type('?')
    await page.whenSettled()
    await page.equals(`[$('#text').value, $('${box}').checked]`, [`${post}!?`, false], 'there, too')
    await page.click(box)
    await page.whenSettled()
    assert.ok((await whatIsShown(page)).every((text) => text.includes('@ana')))
  })

  visit('are what the service keeps, with lines and signs between letters, too', {
    at: pathOf('bold-sans', 'en'),
  }, async (page) => {
    await page.put(post)
    for (const then of ['underline', 'sep-hearts', 'wrap-wings']) {
      await page.click('.frames button')
      await page.click(`.frames [value=${then}]`)
      await page.whenShown()
      const plain = { slug: 'bold-sans', text: post, keep, accents: 'plain' }
      const all = [await generate({ ...plain, then }), await generate(plain)]
      // The line is left out if this browser has no font for it.
      const specimen = String(await page.evaluate(`$('.specimen').textContent`))
      assert.ok(all.includes(specimen), `${then}: ${specimen}`)
    }
  })

  visit('are styled by a link that does not keep them, until something is typed', {
    at: [pathOf('bold-sans', 'en'), pathOf('underline', 'fr')],
  }, async (page, path) => {
    const lang = path.slice(1, 3)
    const slug = path.includes('bold') ? 'bold-sans' : 'underline'
    await page.goto('about:blank')
    await page.goto(`${path}#t=${encodeURIComponent(post)}`)
    await page.equals(`$('.specimen').textContent`, await generate({ slug, text: post, lang }))
    await page.focus('#text')
    await page.press('End')
    await page.type('!')
    await page.whenSettled()
    const kept = { slug, text: `${post}!`, lang, keep }
    await page.equals(`$('.specimen').textContent`, await generate(kept))
    const link = String(await page.evaluate(`
      $('.trail a').dispatchEvent(new Event('pointerdown', { bubbles: true })), $('.trail a').href`))
    assert.match(link, /&keep=links,names,tags$/)
    await page.goto('about:blank')
    await page.goto(path + link.slice(link.indexOf('#')))
    await page.equals(`$('.specimen').textContent`, await generate(kept))
  })

  visit('are kept by the form without scripts and in the line for a shell', {
    at: [pathOf('bold-sans', 'en'), '/en/'], views: [{ ...phone, hasScripts: false }],
  }, async (page, path) => {
    await page.focus('#text')
    await page.type(post)
    await page.follow(() => page.click('form button'))
    const text = String(await page.evaluate('document.body.textContent'))
    const kept = await generate({ slug: 'bold-sans', text: post, keep })
    assert.ok(text.includes(kept), kept)
    if (path !== '/en/') assert.ok(text.includes(`keep=${keep}`))
    await page.click(box)
    await page.follow(() => page.click('form button'))
    const all = String(await page.evaluate('document.body.textContent'))
    assert.ok(all.includes(await generate({ slug: 'bold-sans', text: post })))
    await page.equals(`$('${box}').checked`, false)
  })

  visit('have no switch where codes are written', pathOf('morse', 'en'), async (page) => {
    await page.put(post)
    await page.equals(`$('${box}')`, null)
    await page.equals(`$('.specimen').textContent`, await generate({ slug: 'morse', text: post }))
  })
})
