import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import type { Json } from '../support/openapi-tools.ts'
import { goThrough, reachable } from '../support/page-checks.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'
import { someOf } from '../support/rounds.ts'

const typed = `$('#text').value`
const [first = ''] = slugs

/** What is typed is shown in the next frame. */
const frames = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`

describePages('in live pages', { environment: { MAX_TEXT_LENGTH: '50' } }, ({ visit }) => {
  visit('text that the service would refuse as too long is not styled, and a message stays', [
    '/en/', pathOf('bold-serif', 'en'),
  ], async (page) => {
    const result = `$('.specimen, #styles bdi').textContent`
    const isMarked = `$('#text').getAttribute('aria-invalid')`
    const before = await page.evaluate(result)
    // Each of these is two UTF-16 units, and one of the units that are counted.
    const longest = '😀'.repeat(49)
    await page.put(`${longest}a`)
    await page.equals(`[${result}, ${isMarked}]`, [styled('bold-serif', `${longest}a`), null])
    await page.put(`${longest}ab`)
    await page.equals(`[${result}, ${isMarked}]`, [before, 'true'])
    await page.click('.copy')
    await page.equals('document.activeElement.id', 'text', 'no sample is copied')
    assert.match(await page.said(), /\b51 .*\b50 /)
    await page.put('ab')
    await page.equals(`[${result}, ${isMarked}]`, [styled('bold-serif', 'ab'), null])
    assert.equal(await page.said(), '')
  })

  visit('styled text can be turned back to plain text', [
    '/en/', pathOf('strikethrough', 'en'),
  ], async (page) => {
    const isOffered = `$('.offer a')?.checkVisibility() === true`
    for (const plain of ['Hello', 'Año, œuvre, ışık', 'Ελληνικά', 'x² + ½ ™', '👩‍👩‍👧 1️⃣']) {
      await page.put(plain)
      await page.pass(600)
      await page.equals(isOffered, false, plain)
    }
    await page.put(styled('script', 'Hello World'))
    await page.until(isOffered)
    assert.match(await page.said(), /already has a style/)
    // In one step, the text can have another style.
    await page.click('.offer button')
    await page.equals(`$('#text').value`, 'Hello World')
    await page.equals(isOffered, false)
    await page.pass(600)
    await page.equals(isOffered, false)
    await page.put(styled('script', 'Hello World'))
    await page.until(isOffered)
    await page.focus('.offer button')
    await page.press('Enter')
    await page.equals(`[$('#text').value, document.activeElement.id]`, ['Hello World', 'text'])
    await page.put(styled('script', 'Hello World'))
    await page.until(isOffered)
    await page.followLive(() => page.click('.offer a'))
    await page.equals('location.pathname', pathOf('plain-text', 'en'))
    await page.equals(`$('.specimen').textContent`, 'Hello World')
    await page.whenSettled()
    await page.equals(isOffered, false)
    assert.ok(page.requests.every((address) => !address.includes('t=%')))
  })

  visit('a text is offered a page only if that page changes it', '/en/', async (page) => {
    const offered = `$('.offer a')?.checkVisibility() ? $('.offer a').textContent : ''`
    const decoder = (slug: string): string => entryOf(slug, 'en').name
    const rows: Array<[text: string, name: string]> = [
      ...['Ana', 'Ed', 'Bob', 'Jose Luis', 'ABBA', 'Sos', 'dad', '2026', 'c7', 'Zoë', 'œuvre', 'ñandú']
        .map((text): [string, string] => [text, '']),
      ['⠓⠑⠇⠇⠕', decoder('braille-decoder')], ['.... . .-.. .-.. ---', decoder('morse-decoder')],
      ['01101000 01101001', decoder('binary-decoder')],
      ['⠞⠓⠑⠀⠉⠁⠉⠓⠑', decoder('braille-decoder')], ['\u2800', ''],
      ['hotel-echo-lima-lima-oscar', decoder('nato-decoder')], ['Alfa Romeo', ''],
      ['AABBB AABAA ABABA ABBAB', decoder('bacon-decoder')], ['\\110\\145', decoder('octal-decoder')],
      ['卂ᗰㄖ尺', 'Plain text'], ['𝓐𝓷𝓪', 'Plain text'],
      ['H̶i̶ A̶n̶a̶', 'Plain text'],
      ['so\u00adft\u200b, a\u00a0b', decoder('clean-text')], ['می‌خواهم 👩‍🚀 «\u00a0oui\u00a0»', ''],
    ]
    for (const [text, name] of rows) {
      await page.put(text)
      await page.pass(600)
      await page.whenSettled()
      await page.equals(offered, name, text)
    }
    await page.put('a\u200bb\u200bc\u00a0d')
    await page.until(`$('.offer')?.textContent.startsWith('2 × U+200B, 1 × U+00A0:')`)
    await page.followLive(() => page.click('.offer a'))
    await page.equals(`$('.specimen').textContent`, 'abc d')
  })

  visit('hidden characters of a text are counted, and can be removed', {
    at: [pathOf('bold-sans', 'fr'), pathOf('markdown', 'tr'), pathOf('morse', 'es')],
    views: [{ width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.put('a\u200bb\u200bc\u00a0d')
    await page.until(`$('.offer')?.textContent.startsWith('2 × U+200B, 1 × U+00A0:')`)
    await page.put('abc')
    await page.until(`$('.offer').hidden || !$('.offer').textContent.includes('U+200B')`)
    await page.put('a\u200bb')
    await page.until(`$('.offer').textContent.startsWith('1 × U+200B:')`)
    await page.followLive(() => page.click('.offer a'))
    await page.equals(`$('.specimen').textContent`, 'ab')
    await page.equals(`$('.offer')?.checkVisibility() ?? false`, false)
  })

  visit('a text is never under the button that clears it', '/en/', async (page) => {
    for (const text of ['Hello', 'שלום', 'مرحبا بالعالم'.repeat(3)]) {
      await page.put(text)
      await page.equals(`$('.clear').getBoundingClientRect().left >=
        $('#text').getBoundingClientRect().right -
        parseFloat(getComputedStyle($('#text')).paddingRight)`, true)
    }
  })

  visit('a text that is cleared can be brought back', '/en/', async (page) => {
    for (const clear of [() => page.click('.clear'), () => page.press('Escape')]) {
      await page.focus('#text')
      await page.type('abc')
      await page.until(`$('#styles bdi').textContent === '${styled(first, 'abc')}'`)
      await clear()
      await page.equals(typed, '')
      await page.evaluate(`document.execCommand('undo')`)
      await page.equals(typed, 'abc')
      await page.put('')
    }
  })

  visit('what the page does to a text can be undone', {
    at: ['/en/', pathOf('bold-serif', 'fr')],
  }, async (page) => {
    const undone = async (text: string): Promise<void> => {
      await page.focus('#text')
      await page.evaluate(`document.execCommand('undo')`)
      await page.equals(typed, text)
    }
    const styledText = styled('script', 'Vale')
    await page.focus('#text')
    await page.type(styledText)
    await page.until(`$('.offer a')?.checkVisibility() === true`)
    await page.click('.offer button')
    await page.equals(typed, 'Vale')
    await undone(styledText)
    await page.evaluate(`$('.options [aria-expanded]').click()`)
    await page.until(`$('.symbols')?.checkVisibility()`)
    await page.evaluate(`$('#text').setSelectionRange(0, 0)`)
    await page.click('.symbols button')
    await page.equals('document.activeElement.parentElement.className', 'symbols')
    await page.equals(`${typed}.length > ${styledText.length}`, true)
    await undone(styledText)
  })

  visit('a part of a text that is selected is styled alone, until it no longer is', {
    at: ['/en/', pathOf('bold-serif', 'en')],
    views: [{}, { width: 390, height: 844, isTouched: true }],
  }, async (page, path) => {
    const shown = path === '/en/'
      ? `$('#styles li:has([data-star=bold-serif]) bdi').textContent`
      : `$('.specimen').textContent`
    const bold = (words: string): string => styled('bold-serif', words)
    const shows = (text: string): Promise<void> =>
      page.until(`${shown} === ${JSON.stringify(text)}`)
    await page.put('We are hiring now')
    await page.focus('#text')
    await page.evaluate(`$('#text').setSelectionRange(7, 13)`)
    await shows(`We are ${bold('hiring')} now`)
    await page.untilSaid('Only the selected part')
    // What is pressed is added to this part, and copied with the rest.
    await page.click('.frames [value=wrap-wings]')
    await shows(`We are ꧁ ${bold('hiring')} ꧂ now`)
    await page.evaluate(`$$('.copy').at(0).click()`)
    await page.untilSaid('Copied')
    assert.match(String(await page.readClipboard()), /^We are ꧁ .* ꧂ now$/u)
    await page.click('.frames button')
    await page.focus('#text')
    await page.evaluate(`$('#text').setSelectionRange(3, 3)`)
    await shows(bold('We are hiring now'))
    assert.equal(await page.said(), '')
    await page.evaluate(`$('#text').select()`)
    await page.pass(300)
    await shows(bold('We are hiring now'))
    await page.paste('Bye')
    await shows(bold('Bye'))
  })

  visit('a symbol brings no keyboard on a phone', {
    at: '/en/', views: [{ width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.put('Ana')
    await page.evaluate(`$('.options [aria-expanded]').click()`)
    await page.until(`$('.symbols')?.checkVisibility()`)
    await page.evaluate(`$('#text').addEventListener('focus', () => { window.hadFocus = true })`)
    await page.click('.symbols button')
    await page.equals(`${typed}.length > 3 && window.hadFocus !== true`, true)
  })

  visit('the field stays visible on a phone, unless the window is too low', {
    at: '/fr/', views: [{ width: 390, height: 700 }, { width: 320, height: 300 }],
  }, async (page) => {
    await page.put('Bonjour')
    await page.evaluate(`$$('.rows a').filter((link) => link.checkVisibility())[60].focus()`)
    await page.equals(`((top) => (top >= 0 && top < 60) === (innerHeight === 700))(
      $('#text').getBoundingClientRect().top)`, true)
  })

  visit('the Tab key needs few stops from the field to the first Copy', {
    at: languages.map((lang) => `/${lang}/`), views: [{}, { width: 390, height: 844 }],
  }, async (page) => {
    await page.focus('#text')
    await page.type('Ana')
    await page.whenSettled()
    const stops: unknown[] = []
    const last = (): string => String(stops.at(-1))
    while (!last().startsWith('copy') && stops.length < 30) {
      await page.press('Tab')
      stops.push(await page.evaluate(`(({ className, id, localName, name }) =>
        className || id || name || localName)(document.activeElement)`))
    }
    assert.ok(stops.length <= 10, stops.join())
    // The search comes early.
    assert.ok(stops.indexOf('search') <= 2, stops.join())
  })

  visit('the arrow keys move in the strip and among the categories, and press nothing', {
    at: ['/en/', pathOf('bold-serif', 'es')],
  }, async (page, path) => {
    const focused = `(({ value, textContent }) => value || textContent)(document.activeElement)`
    const lines = path === '/en/' ? ['.frames', '.jump ul'] : ['.frames']
    for (const line of lines) {
      await page.evaluate(`$$('${line} :is(a, button, input)')
        .find((one) => one.tabIndex === 0).focus()`)
      const items = await page.evaluate(`$$('${line} :is(a, button, input)')
        .map(({ value, textContent }) => value || textContent)`) as readonly string[]
      assert.equal(await page.evaluate(focused), items[0])
      for (const [key, at] of [
        ['ArrowRight', 1], ['ArrowDown', 2], ['ArrowLeft', 1], ['End', -1], ['ArrowRight', 0],
        ['ArrowUp', -1], ['Home', 0],
      ] as const) {
        await page.press(key)
        assert.equal(await page.evaluate(focused), items.at(at), key)
        await page.equals(`(({ left, right }) => left >= 0 && right <= innerWidth)(
          document.activeElement.getBoundingClientRect())`, true)
      }
      await page.equals(`$$('.frames :checked').length`, 0)
      await page.equals(`$('${line}').role`, 'toolbar')
      // Whoever comes back is where they left.
      await page.press('End')
      await page.focus('#text')
      await page.equals(`$$('${line} :is(a, button, input)').flatMap(({ tabIndex }, at) =>
        tabIndex === 0 ? [at] : [])`, [items.length - 1])
    }
    // A second press takes a frame away, and a checked one is where the strip is entered.
    await page.focus('.frames [value=wrap-wings]')
    for (const isChecked of [true, false, true]) {
      await page.press(' ')
      await page.equals(`$('.frames [value=wrap-wings]').checked`, isChecked)
    }
    // Also after the arrow keys have led to another one.
    for (const key of ['Tab', 'ArrowRight', 'Tab'] as const) {
      if (key === 'Tab') await page.focus('#text')
      await page.press(key)
      await page.equals(`document.activeElement.value === 'wrap-wings'`, key === 'Tab')
    }
    const tree = await page.accessibilityNodes()
    const radios = tree.filter(({ role }) => Object(role)['value'] === 'radio')
    assert.ok(radios.length > 18)
  })

  visit('the keyboard leads from the address bar to the last row', '/en/', async (page) => {
    await page.focus('#text')
    // Rows that show boxes are last once the page knows them.
    await page.until(`$$('#styles [data-note]').length > 4`)
    await page.pass(500)
    await page.focus('.skip')
    // A link and a button for each style, and the elements above them
    assert.ok((await goThrough(page, 1)) > 2 * slugs.length + 20)
  })

  visit('the focus is visible on a phone, and at twice the size', {
    at: '/fr/', views: [
      { width: 390, height: 700 }, { width: 320, height: 300 },
      { width: 640, height: 400, scale: 2 },
    ],
  }, async (page) => {
    await page.put('a\nb\nc\nd')
    await page.goToSearch()
    await page.put('e', '#search')
    await page.evaluate(`$$('.rows > li:not([hidden])').slice(30).forEach((row) => row.remove())
      // The first of all: Tab continues from here.
      $('.skip').focus()`)
    assert.ok((await goThrough(page, 1)) > 60)
  })

  visit('the focus is visible on the page of a style', [
    pathOf('bold-serif', 'es'), pathOf('morse', 'en'),
  ], async (page) => {
    await page.put('abc')
    assert.ok((await goThrough(page)) > 20)
  })

  visit('Enter does what a click does, and stays on the page', '/en/', async (page) => {
    await page.focus('#text')
    await page.type('abc')
    // The form no longer sends anything.
    await page.press('Enter')
    await page.equals('location.search', '')
    await page.focus('.copy')
    await page.press('Enter')
    await page.untilSaid()
    await page.equals('document.activeElement.className', 'copy')
  })

  visit('targets have at least 24 pixels', {
    at: ['/tr/', pathOf('bold-serif', 'fr')], views: [{ width: 390 }],
  }, async (page) => {
    await page.equals(`${reachable}.slice(1)
      .filter((one) => one.matches('input, button') || one.closest('p, dd') === null)
      .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 1 && Math.min(width, height) < 23.5)
      .map(([html, { width, height }]) => [html, width, height].join(' '))`, [])
  })

  visit('each letter counts on a keyboard that composes words', {
    at: someOf(languages, 1).flatMap((lang) => [`/${lang}/`, pathOf('bold-serif', lang)]),
    views: [{ width: 390, height: 844, isTouched: true }, {}],
  }, async (page, path) => {
    const lang = languages.find((one) => path.startsWith(`/${one}/`)) ?? 'en'
    const slug = await page.evaluate(`$('.rows').dataset.styles.split(' ')[0]`)
    const style = path === `/${lang}/` ? String(slug) : 'bold-serif'
    await page.click('#text')
    let before = ''
    for (const word of ['Valentina', 'Жанна', 'Gül']) {
      for (let end = 1; end <= word.length; end++) {
        await page.compose(word.slice(0, end))
        const shown = await page.evaluate(`${frames}.then(() =>
          $('.specimen, .rows bdi').textContent)`)
        assert.equal(shown, styled(style, before + word.slice(0, end), lang))
      }
      // This key ends the composition, and clears nothing.
      await page.evaluate(`$('#text').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', isComposing: true }))`)
      await page.type(`${word} `)
      before += `${word} `
    }
  })

  visit('each letter counts in the search, and in own signs', {
    at: '/en/', views: [{ width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.goToSearch()
    const counts = new Set()
    for (const part of ['b', 'bo', 'bol', 'bold']) {
      await page.compose(part)
      counts.add(await page.evaluate(`${frames}.then(() => $('#count').textContent)`))
    }
    assert.ok(counts.size > 2, [...counts].join())
    await page.press('Escape')
    await page.click('.frames [aria-expanded]')
    await page.compose('xo')
    await page.equals(`${frames}.then(() =>
      $$('.rows bdi').some(({ textContent }) => textContent.startsWith('xo')))`, true)
  })

  visit('nothing is announced during typing, or shown of parts of a character', '/en/',
    async (page) => {
      await page.evaluate(`window.log = []
        const note = (what) => log.push([what, performance.now()])
        const field = $('#text')
        field.addEventListener('input', ({ isComposing }) => {
          note(isComposing ? 'part' : 'whole')
        }, true)
        field.addEventListener('compositionend', () => note('end'), true)
        new MutationObserver(() => note('shown'))
          .observe($('#styles bdi'), { childList: true, characterData: true, subtree: true })
        new MutationObserver(() => note('said')).observe($('#status'), { childList: true })
        field.focus()`)
      for (const part of ['に', 'にほ', 'にほん', '日本']) await page.compose(part)
      await page.type('日本')
      await page.until(`$('#styles bdi').textContent === '${styled(first, '日本')}'`)
      const log = (await page.evaluate('window.log')) as Array<[what: string, at: number]>
      assert.ok(log.filter(([what]) => what === 'part').length >= 4, JSON.stringify(log))
      for (const [place, [what, at]] of log.entries()) {
        if (what !== 'shown') continue
        // The parts of a composition may be shown in a pause.
        const [before, since] = log.slice(0, place).findLast(([one]) => one !== 'shown') ?? ['', 0]
        assert.ok(before !== 'part' || at - since > 250, JSON.stringify(log))
      }
      await page.type('abc def')
      await page.put('abc def x')
      await page.equals(`log.filter(([what]) => what === 'said')`, [])
    })
})

// Otherwise Chromium leaves rows outside the window out of the tree.
const words = ['--force-renderer-accessibility']

describePages('live pages, read aloud', { words }, ({ visit }) => {
  visit('announce a row by its name, the typed text and its button', '/en/', async (page) => {
    await page.goToSearch()
    await page.put('Hello')
    await page.click('#styles .copy')
    await page.untilSaid('Copied')
    // What is kept comes with a part of the script that is loaded soon after.
    await page.until(`$('.kept li') !== null`)
    const tree = createTree(await page.accessibilityNodes())
    const { name } = entryOf(first, 'en')
    const row = tree('listitem').find((told) => told.includes(`link ${name}`)) ?? []
    assert.deepEqual(row.filter((one) => !/^StaticText|^ListMarker/.test(one)), [
      'listitem ', `link ${name}`, 'image Hello', `button Copy: ${name}`,
      `button Save: ${name}`,
    ])
    // The result of a search is announced elsewhere: neither message may replace the other.
    const filled = tree('status').filter((told) => told.length > 1)
    assert.equal(filled.length, 1)
    assert.match(filled.join(), new RegExp(`Copied: ${name}`))
    // All rows are announced like this one, and none is a live region.
    assert.equal(tree('image', 'Hello').length, (await page.texts('main [role=img]')).length)
    assert.equal(tree('button', 'Copy: ').length, (await page.texts('.rows > li, .kept li')).length)
    await page.equals(`$$('output, [aria-live], ' + ['status', 'alert', 'log', 'timer', 'marquee']
      .map((role) => '[role=' + role + ']')).map(({ id }) => id)`, ['status', 'announced'])
    await page.equals(`$$('#styles [role=img] > bdi').every((bdi) =>
      bdi.lang === 'zxx' && !bdi.translate && bdi.className === 'notranslate')`, true)
  })
})

/** Creates a function that finds nodes by role and start of the name: each with those in it. */
function createTree(nodes: readonly Json[]) {
  const textOf = (value: unknown): string => String((value as Json | undefined)?.['value'] ?? '')
  const byId = new Map(nodes.map((node) => [node['nodeId'], node]))
  const branch = ({ ignored, role, name, childIds = [] }: Json): readonly string[] => [
    // Some nodes only group others.
    ...(ignored === true || /^(?:generic|none|InlineTextBox|)$/.test(textOf(role))
      ? [] : [`${textOf(role)} ${textOf(name)}`]),
    ...(childIds as readonly unknown[]).flatMap((id) => branch(byId.get(id) ?? {})),
  ]
  return (role: string, name = '') =>
    nodes.filter((node) => {
      const hasRole = node['ignored'] !== true && textOf(node['role']) === role
      return hasRole && textOf(node['name']).startsWith(name)
    }).map(branch)
}
