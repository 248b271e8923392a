import { describe } from 'node:test'
import { catalogue, claim, testOf } from '../support/laws.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom, randomText, show } from '../support/texts.ts'

/** How Discord (its fork of simple-markdown) and Reddit find their markup. */
const rules: Readonly<Record<string, RegExp>> = {
  'discord-bold': /^\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/,
  'discord-underline': /^__((?:\\[^]|[^\\])+?)__(?!_)/,
  'discord-strikethrough': /^~~([^]+?)~~(?!_)/,
  'discord-spoiler-lines': /^\|\|([^]+?)\|\|/,
  'discord-spoilers': /^\|\|([^]+?)\|\|/,
  'reddit-spoiler': /^>!([^]+?)!</,
}

describe('styles of markup', () => {
  for (const [slug, rule] of Object.entries(rules)) {
    testOf([{ slug }], `${slug} shows every sign of a text, and marks every letter`, () => {
      const transform = catalogue.get(slug)?.transform ?? ((text) => text)
      const sample = transform('a', 'en')
      const [before = '', after = ''] = sample.split('a')
      const items = ['a', 'b', 'c ', 'd', '.', before, after, ...before, ...after, `\\${before}`, '\\']
      const random = createRandom(0xf16)
      for (let round = 0; round < rounds(2_000); round++) {
        const line = `${randomText(random, 9, items)}e`
        const output = transform(line, 'en')
        const { shown, marked } = read(output, rule)
        // What has a backslash is as people write it; letter by letter, it is a sign.
        const meant = slug.endsWith('spoilers') ? line : read(line, /$^/).shown
        const problem = (): string => `${show(line)} became ${show(output)}, shown ${show(shown)}`
        claim(shown === meant, problem)
        const letters = (text: string): string => text.replace(/[^a-e]/g, '')
        claim(letters(marked) === letters(line), problem)
      }
    })
  }

  const signs = { bold: '*', italic: '_', strikethrough: '~', monospace: '```' }
  for (const [name, sign] of Object.entries(signs)) {
    const slug = `whatsapp-${name}`
    testOf([{ slug }], `${slug} leaves what has its signs`, () => {
      const transform = catalogue.get(slug)?.transform ?? ((text) => text)
      for (const text of ['a', 'a b', `2${sign}3${sign}4`]) {
        const once = transform(text, 'en')
        claim(once === `${sign}${text}${sign}`, () => show(once))
        claim(transform(once, 'en') === once, () => show(transform(once, 'en')))
      }
    })
  }
})

/** Returns what is shown of a text, and the part of it that has the style. */
function read(text: string, rule: RegExp): { readonly shown: string; readonly marked: string } {
  let [shown, marked, rest] = ['', '', text]
  while (rest !== '') {
    const [escape, sign = ''] = /^\\([^0-9A-Za-z\s])/.exec(rest) ?? []
    const [whole, inner = ''] = escape === undefined ? (rule.exec(rest) ?? []) : []
    if (whole !== undefined) {
      shown += read(inner, rule).shown
      marked += read(inner, rule).shown
    } else {
      shown += escape === undefined ? (rest[0] ?? '') : sign
    }
    rest = rest.slice((escape ?? whole ?? rest.slice(0, 1)).length)
  }
  return { shown, marked }
}
