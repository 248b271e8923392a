import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { categoryOf, entryOf, slugs } from '../support/catalogue-files.ts'
import { wordsOf } from '../support/page-checks.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import type { Page, View } from '../support/page.ts'
import { someOf } from '../support/rounds.ts'

const accented: Readonly<Record<string, string>> = {
  en: 'Zoë Café', es: 'García Muñoz', fr: 'Élodie Noël', tr: 'Güneş Işık',
}
const sizes = [[390, 844], [360, 640], [320, 568]] as const
const phones: readonly View[] = sizes.map(([width, height]) => ({ width, height, isTouched: true }))
const views: readonly View[] = [...phones.slice(0, 2), { width: 320, height: 568 }, {}]

/** The places of everything in sight that is not within a button. */
const places = `$$('main *, footer *').filter((one) => one.closest('button') === null)
  .filter((one) => one.getBoundingClientRect().top < innerHeight)
  .map((one) => [one.localName, one.className, one.getBoundingClientRect()])
  .filter(([, name]) => !/^(?:share|status.*)$/.test(name))
  .map(([tag, name, { x, y, width, height }]) =>
    [tag, String(name).replace(/ ?\\b(?:copied|used)\\b/g, ''), x, y, width, height].map((one) =>
      typeof one === 'number' ? Math.round(one) : one).join(' '))`

describePages('copying on devices', {}, ({ visit }) => {
  for (const [index, category] of categories.entries()) {
    // In the soak, `pages-copy` visits every page.
    const first = slugs.find((slug) => categoryOf(slug) === category) ?? assert.fail(category)
    visit(`moves nothing on the pages of styles: ${category}`, {
      at: pathOf(first, languages[index % 4] ?? 'en'),
      views: someOf(views, 1, index),
    }, async (page) => {
      await page.put('García 1')
      await page.whenSettled()
      for (const button of ['.stage .copy', '.rows .copy']) {
        const before = await page.evaluate(places)
        await page.evaluate(`$(${JSON.stringify(button)}).click()`)
        await page.until(`$('.copied') !== null`)
        await page.equals(places, before, button)
        // Nor does anything cover the result.
        await page.equals(`(({ left, top, right, bottom }) => [5, 30, 50, 70, 95].filter((part) =>
          !$('.show').contains(document.elementFromPoint(
            left + (right - left) * part / 100, (top + bottom) / 2))
        ))($('.show').getBoundingClientRect())`, [])
        await page.until(`$('.copied') === null`)
      }
    })
  }

  visit('offers to share without covering or moving anything', {
    at: ['/es/', '/tr/'], views: phones,
  }, async (page) => {
    await page.put('Ana')
    await page.whenSettled()
    // What is above the rows gives way to the result, which comes there.
    const rows = places.replace('main *', '.rows *')
    const before = await page.evaluate(rows)
    const first = `$('#popular li')`
    await page.click('#popular .copy')
    await page.until(`${first}.querySelector('.share') !== null`)
    await page.equals(rows, before)
    await page.equals(`$$('#popular .name, #popular a, #popular .sample bdi').filter((one) => {
      const [a, b] = [$('.share'), one].map((each) => each.getBoundingClientRect())
      return a.left < b.right - 8 && a.right > b.left && a.top < b.bottom - 8 && a.bottom > b.top
    }).length`, 0)
    await page.equals(`((box) => Math.min(box.width, box.height) >= 34)(
      $('.share').getBoundingClientRect())`, true)
    await page.click('.share')
    const text = await page.evaluate(`$('#popular bdi').textContent`)
    await page.equals('window.shared', { text })
  })

  visit('offers one link to copy, on a computer and on a phone', {
    at: ['/en/', pathOf('bold-serif', 'en')], views: [{}, ...phones.slice(0, 1)],
  }, async (page) => {
    await page.put('abc')
    await page.evaluate(`$$('.options button').find((one) => one.textContent === 'Copy link').click()`)
    await page.untilSaid('Link copied')
    assert.equal(await page.readClipboard(), `${await page.evaluate('location.href')}#t=abc`)
    // What is shared with the apps of a phone is a text, never a link.
    const isPhone = (await page.evaluate(`matchMedia('(pointer: coarse)').matches`)) === true
    const isStyle = (await page.evaluate(`$('.stage')`)) !== null
    await page.equals(`$$('.share').length`, isPhone && isStyle ? 1 : 0)
    await page.equals('window.shared', undefined)
  })

  visit('looks the same everywhere, and never if it is refused', {
    at: ['/en/', pathOf('bold-serif', 'en'), '/en/symbols'], views: phones.slice(0, 1),
  }, async (page, path) => {
    const button = path === '/en/symbols' ? '.signs button' : '.copy'
    const look = `((button) => [getComputedStyle(button).backgroundColor,
      getComputedStyle(button.firstElementChild ?? button).backgroundColor,
      getComputedStyle(button, '::after').visibility])($(${JSON.stringify(button)}))`
    const before = await page.evaluate(look)
    await page.evaluate(`window.real = navigator.clipboard.writeText.bind(navigator.clipboard)
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      document.execCommand = () => false`)
    await page.click(button)
    await page.untilSaid('not allow')
    // The finger is gone, and :hover stays.
    await page.equals(look, before)
    await page.equals(`$('.copied')`, null)
    await page.evaluate('void (navigator.clipboard.writeText = window.real)')
    await page.click(button)
    await page.until(`$('.copied') !== null`)
    const done = `${button === '.copy' ? '.copied .copy' : '.signs .copied'}`
    await page.equals(`getComputedStyle($(${JSON.stringify(done)}), '::after').content[1]`, '✓')
    await page.until(`$('.copied') === null`)
    await page.equals(look, before)
  })
})

/** The kinds of targets on a list, none of which a tap may miss. */
const targets = [
  '#popular .copy', '#popular li:nth-child(2)', '#popular li:nth-child(3) .sample',
  '#popular li:nth-child(2) a', '.jump li a', '.frames label:nth-child(3) input', '#search',
  '.menu summary', '.options button', 'a.home',
]

describePages('taps', {}, ({ visit }) => {
  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'after the empty field': async (page) => page.click('#text'),
    'after typing': async (page) => {
      await page.click('#text')
      await page.type('Ana')
      await page.whenSettled()
    },
    'after the keyboard': async (page) => {
      await page.click('#text')
      await page.keyboard(300)
      await page.type('Ana')
      await page.whenSettled()
      await page.keyboard(0)
    },
  }
  for (const [index, view] of phones.entries()) {
    for (const [order, [state, act]] of Object.entries(states).entries()) {
      visit(`are never lost ${state}: ${view.width}`, {
        at: '/es/', views: [view],
      }, async (page) => {
        for (const target of someOf(targets, 4, index + 2 * order)) {
          await page.goto('/es/')
          await page.evaluate(`sessionStorage.clear()`)
          await page.goto('/es/')
          await act(page)
          await page.evaluate(`window.hit = []
            addEventListener('click', (event) => {
              hit.push(event.target.closest(${JSON.stringify(target)}) !== null)
              if (event.target.closest('a')) event.preventDefault()
            }, { capture: true })`)
          await page.click(target)
          await page.until('window.hit.length > 0')
          await page.equals('window.hit', [true], target)
        }
      })
    }
  }
})

/** The least number of whole rows above a keyboard, and its height on each phone. */
const keyboards = [[4, 430], [3, 330], [2, 300]] as const

describePages('above a keyboard', {}, ({ visit }) => {
  for (const [index, [least, left]] of keyboards.entries()) {
    const { width = 0, height = 0 } = phones[index] ?? {}
    visit(`${least} rows are in sight in ${width} × ${left} pixels`, {
      at: languages.map((language) => `/${language}/`),
      views: [{ width, height, isTouched: true }],
    }, async (page, path) => {
      await page.click('#text')
      await page.keyboard(height - left)
      await page.type(accented[path.slice(1, 3)] ?? 'Zoë Café')
      await page.whenSettled()
      const count = await page.rowsInSight()
      assert.ok(count >= least, `${count} rows`)
      await page.equals(`[$('#text'), $('#search')].every((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= 0 && bottom <= visualViewport.height
      })`, true)
      // Nothing is lost when it has gone.
      await page.keyboard(0)
      await page.equals(`$('.jump').checkVisibility() && $('.top').checkVisibility()`, true)
    })
  }
})

describePages('what devices show:', {}, ({ visit }) => {
  visit('the strip of symbols is low, and its link wide', {
    at: ['/en/', pathOf('bold-serif', 'tr')], views: [...phones, {}],
  }, async (page) => {
    await page.evaluate(`$('.options [aria-expanded]').click()`)
    await page.until(`$('.symbols')?.checkVisibility()`)
    await page.equals(`$('.symbols').offsetHeight <= 60`, true)
    await page.equals(`$('.symbols a').offsetWidth >= 44`, true)
  })

  visit('messages have room of their own', {
    at: languages.map((language) => `/${language}/`), views: [...phones, { width: 768 }, {}],
  }, async (page) => {
    await page.put('abc')
    await page.whenSettled()
    const longest = `$$('#words').flatMap(({ content }) => [...content.children])
      .filter(({ dataset }) => ['link-copied', 'copy-failed', 'text-too-long'].includes(dataset.key))
      .map(({ textContent }) => textContent)`
    for (const text of await page.evaluate(longest) as readonly string[]) {
      for (const name of ['status', 'status beside']) {
        await page.evaluate(`$('#status').className = '${name}'
          $('#status').textContent = ${JSON.stringify(text)}`)
        await page.equals(`((message) => $$('a, button, input, textarea, summary, .sample')
          .filter((one) => one.checkVisibility() && one.closest('.jump ul, .frames, .skip') === null)
          .filter((one) => {
            const box = one.getBoundingClientRect()
            return box.left < message.right && box.right > message.left && box.width > 1 &&
              box.top < message.bottom - 1 && box.bottom > message.top + 1
          }).map((one) => one.outerHTML.slice(0, 80)))($('#status').getBoundingClientRect())`, [])
        await page.equals(`((one, other) => one.bottom <= other.top + 1)(
          $('#status').getBoundingClientRect(), $('.jump').getBoundingClientRect())`, true)
      }
    }
  })

  visit('messages leave when the visitor goes on', {
    at: '/en/', views: [{}, ...phones.slice(0, 1)],
  }, async (page) => {
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      document.execCommand = () => false`)
    await page.click('#popular .copy')
    await page.untilSaid('not allow')
    await page.press('Tab')
    assert.equal(await page.said(), '')
  })

  visit('Enter makes lines on the page of a style', {
    at: pathOf('box-light', 'en'), views: phones.slice(0, 1),
  }, async (page) => {
    await page.click('#text')
    await page.type('a')
    await page.press('Enter')
    await page.type('b')
    await page.equals(`$('#text').value`, 'a\nb')
  })

  visit('a blank name is marked in its row and on its page', [
    '/en/', pathOf('blank-name', 'en'),
  ], async (page) => {
    await page.put('Hello')
    await page.equals(`$$('[data-blank]').filter((one) => one.textContent.includes('\u3164'))
      .map((one) => [one.dataset.blank, getComputedStyle(one).outlineStyle])[0]`,
      ['Invisible characters: 5', 'dashed'])
  })

  visit('styles that show boxes say so, and come last', '/es/', async (page) => {
    await page.focus('#text')
    const noted = `$$('#styles [data-note]').map((link) => link.closest('li'))`
    await page.until(`${noted}.length > 4`)
    await page.pass(500)
    await page.equals(`${noted}.every((row) => {
      const rest = [...row.parentElement.children]
      return rest.slice(rest.indexOf(row)).every((one) => one.querySelector('[data-note]') !== null)
    })`, true)
    await page.put('Hola')
    await page.equals(`${noted}.every((row) =>
      row.querySelector('a').dataset.note === ${wordsOf('boxes-shown')})`, true)
    await page.goToSearch()
    await page.put('signo', '#search')
    await page.equals(`$$('#found a').map((link) => link.dataset.note !== undefined).join()
      .includes('true,false')`, false)
  })

  visit('a row is copied by a tap anywhere, and shows its star and Share from then on', {
    at: ['/en/', '/tr/'], views: phones,
  }, async (page) => {
    await page.put('Ana')
    await page.whenSettled()
    const row = `$('#popular li:nth-child(2)')`
    const used = `[...${row}.querySelectorAll('.star, .share')].map((one) =>
      getComputedStyle(one).visibility).join()`
    await page.equals(used, 'hidden')
    // At the right of the name, where there is nothing
    const { x, y } = Object(await page.evaluate(`${row}.scrollIntoView({ block: 'center' }),
      (({ right, bottom }) => ({ x: right - 80, y: bottom - 8 }))(${row}.getBoundingClientRect())`))
    await page.tap(x, y)
    await page.until(`${row}.matches('.copied')`)
    await page.equals(used, 'visible,visible')
    await page.equals(`location.hash`, '')
    await page.click('#popular li:nth-child(2) .star')
    await page.until(`${row}.querySelector('.star').ariaPressed === 'true'`)
    await page.equals(`$$('.copied').length <= 1`, true)
  })

  visit('a link of a row leads to its page, and copies nothing', {
    at: '/en/', views: phones.slice(0, 1),
  }, async (page) => {
    await page.put('Ana')
    await page.followLive(() => page.click('#popular li:nth-child(2) a'))
    await page.equals(`localStorage.getItem('text-styles')`, null)
  })

  visit('a chosen frame is seen above the keyboard', {
    at: '/en/', views: phones.slice(0, 1),
  }, async (page) => {
    await page.click('#text')
    await page.keyboard(414)
    await page.type('Ana')
    await page.click('.frames label:nth-child(3) input')
    await page.equals(`getComputedStyle($('.frames :checked')).borderTopWidth`, '2px')
    await page.equals(`$('.frames').getBoundingClientRect().bottom < visualViewport.height`, true)
  })

  visit('placeholders have contrast in both colours', {
    at: '/en/', views: [{ isDark: true }, {}],
  }, async (page) => {
    await page.equals(`['#text', '#search'].map((field) => {
      const shown = [getComputedStyle($(field), '::placeholder').color,
        getComputedStyle($(field)).backgroundColor].map((colour) => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
          const c = part / 255
          return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05
      })
      return Math.max(...shown) / Math.min(...shown) >= 4.5 || field + shown
    })`, [true, true])
  })

  visit('every link leads somewhere', [
    '/en/', pathOf('bold-serif', 'fr'), '/tr/semboller', '/en/api',
  ], async (page) => {
    await page.whenLive()
    await page.equals(`$$('a:not([href])').length`, 0)
  })

  visit('Escape closes the menu of languages', ['/en/', '/es/simbolos'], async (page) => {
    await page.click('.menu summary')
    await page.equals(`$('.menu').open`, true)
    await page.press('Tab')
    await page.press('Escape')
    await page.equals(`$('.menu').open + document.activeElement.localName`, 'falsesummary')
  })
})

describePages('searching on a slow connection', {}, ({ visit }) => {
  visit('says nothing before it knows, and moves no row that is shown', '/en/', async (page) => {
    await page.view({ latencyMs: 2000 })
    await page.put('bold', '#search')
    await page.focus('#search')
    await page.until(`$('#found li') !== null`)
    const found = `$$('#found a').map((link) => link.textContent)`
    const before = await page.evaluate(found) as readonly string[]
    assert.ok(before.length > 5)
    await page.put('spongebob', '#search')
    await page.pass(200)
    const said = `$('#count').textContent + announced.textContent`
    assert.doesNotMatch(String(await page.evaluate(said)), /No style/)
    await page.equals(`$$('.rows li').some((row) => row.checkVisibility())`, true)
    await page.put('bold', '#search')
    await page.until(`performance.getEntriesByName('ranked').length > 0`)
    const after = await page.evaluate(found) as readonly string[]
    const kept = before.filter((name) => after.includes(name))
    assert.ok(kept.length > 5)
    assert.deepEqual(after.slice(0, kept.length), kept)
    await page.put('spongebob', '#search')
    await page.equals(`$$('#found li').length`, 1)
  })

  visit('shows the popular ones first, as it says, where nothing is found', '/en/', async (page) => {
    await page.view({ latencyMs: 2000 })
    await page.put('co', '#search')
    await page.focus('#search')
    await page.until(`$('#found li') !== null`)
    await page.put('coca', '#search')
    await page.until(`performance.getEntriesByName('ranked').length > 0`)
    await page.equals(`$('#count').textContent.startsWith('No style')`, true)
    await page.equals(`$('#found a').textContent`, entryOf('script', 'en').name)
  })
})
