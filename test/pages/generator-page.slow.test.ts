import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { assertStatus, parseObject, toObject } from '../support/answers.ts'
import { entryOf, listedSlugs as slugs, slugs as allSlugs } from '../support/catalogue-files.ts'
import { send } from '../support/client.ts'
import { mainText, textsIn } from '../support/html-text.ts'
import { linksOf } from '../support/pages.ts'
import { call, get, newClient } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService } from '../support/suite.ts'

describe('the page of a style', () => {
  const service = shareService()

  async function read(slug: string, lang: string, query = ''): Promise<string> {
    const { text } = await call(service, get(`action=get_generator&slug=${slug}&lang=${lang}`))
    const { url } = toObject(parseObject(text)['generator'])
    const { port } = await service
    const target = `${new URL(String(url)).pathname}${query}`
    const answer = await send(port, { target, headers: [newClient()] })
    assertStatus(answer, 200)
    return answer.text
  }

  test('names each screen reader and how it reads mathematical letters', async () => {
    const rows = textsIn(await read('bold-serif', 'en'), 'tr')
    assert.ok(rows.includes('NVDA, from 2025.1 onordinary letters'), rows.join('\n'))
    assert.ok(rows.includes('JAWS 2025the name of each character'))
    assert.match(mainText(await read('bold-serif', 'fr')), /novembre 2026/)
    assert.doesNotMatch(await read('uppercase', 'en'), /JAWS/)
  })

  test('says by how many letters a text of Caesar was shifted', async () => {
    for (const [lang, typed, shift] of [['en', '', 3], ['es', 'Ifmmp Xpsme', 1], ['fr', '', 3]] as const) {
      const page = await read('caesar-decoder', lang, typed && `?text=${encodeURIComponent(typed)}`)
      assert.match(page, new RegExp(`<b class="shift">${shift}</b>`), lang)
    }
    assert.doesNotMatch(await read('pig-latin-decoder', 'en'), /"shift"/)
  })

  test('shows the Unicode version, where to expect boxes, and which characters stay', async () => {
    const bold = mainText(await read('bold-serif', 'es'))
    assert.match(bold, /Unicode 3\.1, publicado en 2001/)
    assert.match(bold, /recuadros en Chrome/)
    assert.match(bold, /Ninguna: cambian todas las letras del español/)
    const small = textsIn(await read('small-caps', 'fr'), 'dd')
    assert.ok(small.includes('x 0–9'), small.join('\n'))
    const struck = await read('strikethrough', 'es')
    assert.doesNotMatch(mainText(struck), /recuadros en Chrome/)
    assert.doesNotMatch(struck, / name="accents"/)
    assert.match(await read('bold-serif', 'es'), / name="accents"/)
  })

  test('links to the style that gives the text back', async () => {
    const [name = ''] = textsIn(await read('plain-text', 'tr'), 'h1')
    const facts = textsIn(await read('bold-serif', 'tr'), 'dd')
    assert.ok(facts.some((fact) => fact.endsWith(`: ${name}`)), facts.join('\n'))
    const morse = textsIn(await read('morse', 'en'), 'dd')
    assert.ok(morse.some((fact) => fact.startsWith('Yes, except for what')), morse.join('\n'))
    assert.match(await read('morse', 'fr'), /<a href="morse-en-texte">/)
    assert.equal(textsIn(await read('plain-text', 'en'), 'dt').length, 0)
    assert.equal(textsIn(await read('morse-decoder', 'en'), 'dt').length, 1)
    assert.equal(textsIn(await read('bold-serif', 'en'), 'dt').length, 4)
  })

  test('counts the output, and shows the API request for it', async () => {
    const document = await read('bold-serif', 'en', '?text=h%C3%A9%20%27x%27')
    const lengths = textsIn(document, 'li').filter((item) => /: \d+$/.test(item))
    assert.deepEqual(lengths.map((item) => /\d+$/.exec(item)?.[0]), ['6', '7', '10', '17'])
    const line = textsIn(document, 'code').find((code) => code.startsWith('curl '))
    assert.ok(line?.endsWith(String.raw`--data-urlencode 'text=hé '\''x'\'''`), line)
    const plain = await read('bold-serif', 'tr', '?text=h%C3%A9&accents=plain')
    const other = textsIn(plain, 'code').find((code) => code.startsWith('curl '))
    assert.match(other ?? '', / -d lang=tr -d accents=plain /)
  })

  test('has a table of characters with their code points, folded if it is long', async () => {
    const bold = await read('bold-serif', 'tr')
    const rows = textsIn(bold, 'tr')
    assert.ok(rows.includes('a𝐚U+1D41A'))
    assert.ok(rows.includes('ğ𝐠̆U+1D420 U+0306'))
    assert.ok(!rows.some((row) => row.startsWith('ñ')))
    assert.match(bold, /<details>/)
    const plain = textsIn(await read('bold-serif', 'tr', '?text=a&accents=plain'), 'tr')
    assert.ok(!plain.some((row) => row.startsWith('ğ')))
    assert.doesNotMatch(await read('sep-hearts', 'en'), /U\+/)
    // Even a character that is not seen has a name.
    for (const slug of ['url-encoding', 'remove-accents']) {
      assert.doesNotMatch(await read(slug, 'en'), /<th scope="row">(?:<bdi[^>]*>)?[\s\p{M}]*<\//u, slug)
    }
  })

  test('names the style that is meant instead of a retired one, and is not indexed', async () => {
    const retired = allSlugs.filter((slug) => !slugs.includes(slug))
    for (const [index, slug] of retired.entries()) {
      const language = languages[index % languages.length] ?? 'en'
      const { instead = '' } = loadShipped().catalogue.get(slug)?.file ?? {}
      const { port } = await service
      const target = `/${language}/${entryOf(slug, language).page}`
      const { status, text } = await send(port, { target, headers: [newClient()] })
      assert.equal(status, 200)
      assert.ok(text.includes('<meta name="robots" content="noindex">'), target)
      const { name, page } = entryOf(instead, language)
      assert.ok(text.includes(`<a href="${page}">${name}</a>`), target)
    }
  })

  test('leads to the list, its category, its neighbours, and to other styles far away', async () => {
    const [first = ''] = slugs
    const seen: string[] = []
    let page = entryOf(first, 'fr').page
    while (seen.length < 12) {
      assert.ok(!seen.includes(page), page)
      seen.push(page)
      const { port } = await service
      const { text } = await send(port, { target: `/fr/${page}`, headers: [newClient()] })
      const [trail = ''] = /<nav class="trail"[^]*?<\/nav>/.exec(text) ?? []
      assert.match(trail, /href="\.\/"[^]*href="\.\/#[a-z-]+"/)
      const [neighbours = ''] = /<nav class="neighbours"[^]*?<\/nav>/.exec(text) ?? []
      const links = linksOf(neighbours)
      const index = slugs.findIndex((slug) => entryOf(slug, 'fr').page === page)
      const nearest = [slugs.at(index - 1), slugs[(index + 1) % slugs.length]]
      const pages = nearest.map((slug) => entryOf(slug ?? '', 'fr').page)
      assert.deepEqual([links[0], links[2]], pages)
      page = links[1] ?? ''
    }
  })
})
