import { describe } from 'node:test'
import { assertLinear } from '../support/cost.ts'
import { catalogue, claim, ordinaryTexts, testOf } from '../support/laws.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom, randomText, readTestData, sentences, show } from '../support/texts.ts'

const styles = { '': 'lowercase', bold: 'bold-sans', italic: 'italic-sans', both: 'bold-italic-sans' } as const

/** The number of an example of CommonMark 0.31.2, its text, and the parts of a text in their styles. */
type Example = readonly [number: number, text: string, parts: ReadonlyArray<readonly [style: keyof typeof styles, text: string]>]

/** Examples that differ: products, and signs around what has no letter. */
const others = new Set([358, 439, 440, 442, 443, 451, 452, 454, 455, 480, 481])

function styled(slug: string, text: string): string {
  return slug === 'lowercase' ? text : (catalogue.get(slug)?.transform(text, 'en') ?? text)
}

const markdown = (text: string): string => styled('markdown', text)

describe('markdown', () => {
  testOf([{ slug: 'markdown' }], 'shows the emphasis of the examples of CommonMark', () => {
    const examples: readonly Example[] = JSON.parse(readTestData('commonmark-emphasis.json'))
    for (const [number, text, parts] of examples) {
      const expected = parts.map(([style, part]) => styled(styles[style], part)).join('')
      const output = markdown(text)
      claim((output === expected) !== others.has(number), () => `${number}: ${show(text)} is ${show(output)}`)
    }
  })

  testOf([{ slug: 'markdown' }], 'leaves texts without markup', () => {
    const texts = [...ordinaryTexts, ...Object.values(sentences).flat(), ...leftAlone()]
    for (const text of texts) {
      claim(markdown(text) === text || /^\s*[-*+] |`/m.test(text), () => `${show(text)} is ${show(markdown(text))}`)
    }
  })

  testOf([{ slug: 'markdown' }], 'keeps every letter of a text, and what is between is markup or a bullet', () => {
    const items = [...'*_~`[]()\\#-+ \n', '**', '~~', 'a', 'b', 'c ', 'é', '4', '.', ' (', '](', '- ', '# ', '👍🏽']
    const random = createRandom(0x3a12)
    for (let round = 0; round < rounds(5_000); round++) {
      const text = randomText(random, 24, items)
      const output = markdown(text).normalize('NFKC').replaceAll('\u0336', '')
      const kept = (from: string): string => from.replace(/[*_~`[\]()\\#+•\s-]/g, '')
      claim(kept(output) === kept(text.normalize('NFKC')), () => `${show(text)} is ${show(output)}`)
    }
  })

  testOf([{ slug: 'markdown' }], 'costs linear time, whatever it repeats', () => {
    const items = ['*', '**', '_', '~~', '`', '``', '[', '](', '](a)', '(', ')', '\\', '*a ', ' a*', '_a', 'a_', '# a ', ' #', '\n', '\n- ', '<', '"', ' ', 'a', '- ']
    const random = createRandom(0x11ea)
    const slowest: Array<{ readonly repeat: (count: number) => string; readonly ms: number }> = []
    for (let round = 0; round < rounds(400); round++) {
      const [one = '', two = '', three = ''] = [0, 1, 2].map(() => items[random(items.length)])
      for (const repeat of [
        (count: number) => (one + two + three).repeat(count),
        (count: number) => one.repeat(count) + two + three.repeat(count),
        (count: number) => one.repeat(count) + two.repeat(count) + three.repeat(count),
      ]) {
        const text = repeat(300)
        const startMs = performance.now()
        markdown(text)
        slowest.push({ repeat, ms: performance.now() - startMs })
      }
      slowest.sort((first, second) => second.ms - first.ms).splice(8)
    }
    for (const { repeat } of slowest) {
      const [part, whole] = [repeat(500), repeat(8_000)]
      assertLinear(show(repeat(3)), () => markdown(part), () => markdown(whole))
    }
  })
})

/** Returns texts that nothing may change. */
function leftAlone(): readonly string[] {
  const lists: Readonly<Record<string, readonly string[]>> = JSON.parse(readTestData('left-alone.json'))
  return Object.values(lists).flat()
}
