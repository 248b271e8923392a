// Draws the pictures of the pages with Chromium and Debian's Noto fonts, into lib/pages/pictures: the
// icons, and the cards that other services show with a link: one for each language, and one, without words, for
// the styles of each category.
//
//   node --import tsx test/support/draw-pictures.ts
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import type { Category } from '../../lib/engine/generator-file.ts'
import { readsBack } from '../../lib/engine/kind.ts'
import { cardOf } from '../../lib/pages/routes.ts'
import { startBrowser } from './browser-pipe.ts'
import { root } from './folders.ts'
import { Page } from './page.ts'
import { encodePng } from './png.ts'
import { loadShipped } from './shared-catalogue.ts'

const folder = join(root, 'lib', 'pages', 'pictures')
const { catalogue, words } = loadShipped()

/** Paper, ink and accent, as in the style sheet. */
const colours = { paper: [251, 250, 246], ink: [28, 26, 23], accent: [154, 52, 18] } as const

/** Ten shades from paper to ink, and six to the accent. */
const palette = [
  ...Array.from({ length: 10 }, (_, step) => mix(colours.ink, step / 9)),
  ...Array.from({ length: 6 }, (_, step) => mix(colours.accent, (step + 1) / 6)),
]

function mix(colour: readonly number[], part: number): readonly number[] {
  return colours.paper.map((paper, index) => Math.round(paper + part * ((colour[index] ?? 0) - paper)))
}

const greetings: Readonly<Record<string, string>> = {
  ...{ en: 'Hello, world', es: 'Hola, mundo', fr: 'Bonjour', tr: 'Merhaba' },
}

/** Styles that show the range, in rows of two. */
const shown = [
  ...['bold-script', 'fraktur', 'double-struck', 'squared-black'],
  ...['small-caps', 'upside-down', 'fullwidth', 'strikethrough'],
]

const letters = `'Noto Sans', 'Noto Sans Math', 'Noto Sans Symbols 2', sans-serif`

/** Draws an icon on a canvas of the page: a letter on a square, as in `favicon.svg`. */
const icon = (size: number): string => `
  context.fillStyle = 'rgb(${colours.accent})'
  context.fillRect(0, 0, ${size}, ${size})
  context.fillStyle = 'rgb(${colours.paper})'
  context.scale(${size / 32}, ${size / 32})
  context.fill(new Path2D('M8 7h16v4h-6v14h-4V11H8z'))
  context.resetTransform()`

function languageCard(language: (typeof languages)[number]): string {
  const greeting = greetings[language] ?? 'Hello, world'
  const samples = shown.map((slug) => catalogue.get(slug)?.transform(greeting, language) ?? slug)
  return card(words.texts(language).get('site-name') ?? '', samples)
}

/** Draws eight styles of a category that fit on a line, popular ones first, on a name of all languages. */
function categoryCard(category: Category): string {
  const own = [...catalogue.values()].filter(({ data }) => data.category === category)
  const inOrder = [...own.filter(({ file }) => file.popular), ...own]
  const samples = inOrder.map(({ data, transform }) => {
    return readsBack(data.kind) ? data.sample : transform('Sofia', 'en')
  })
  const isDrawn = (one: string): boolean =>
    one !== 'Sofia' && one.length < 36 && !/[\n\p{Emoji_Presentation}]/u.test(one)
  return card('', [...new Set(samples.filter(isDrawn))].slice(0, 8))
}

function card(name: string, samples: readonly string[]): string {
  return `${icon(64)}
    const mark = context.getImageData(0, 0, 64, 64)
    context.fillStyle = 'rgb(${colours.paper})'
    context.fillRect(0, 0, 1200, 630)
    context.putImageData(mark, 72, 60)
    context.fillStyle = 'rgb(${colours.ink})'
    context.textBaseline = 'middle'
    context.font = ${JSON.stringify(`600 44px ${letters}`)}
    context.fillText(${JSON.stringify(name)}, 160, 94)
    for (const [index, sample] of ${JSON.stringify(samples)}.entries()) {
      let size = 60
      do context.font = size-- + ${JSON.stringify(`px ${letters}`)}
      while (context.measureText(sample).width > 500)
      context.fillText(sample, 72 + (index % 2) * 556, 210 + Math.floor(index / 2) * 112)
    }`
}

/** Draws on a canvas; returns its pixels as indices of the palette. */
async function draw(page: Page, width: number, height: number, code: string): Promise<Buffer> {
  const pixels = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    ${code}
    const palette = ${JSON.stringify(palette)}
    const known = new Map()
    const { data } = context.getImageData(0, 0, ${width}, ${height})
    const nearest = (r, g, b) => {
      const far = palette.map((one) => (one[0] - r) ** 2 + (one[1] - g) ** 2 + (one[2] - b) ** 2)
      return far.indexOf(Math.min(...far))
    }
    let text = ''
    for (let at = 0; at < data.length; at += 4) {
      const key = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2]
      if (!known.has(key)) known.set(key, nearest(data[at], data[at + 1], data[at + 2]).toString(16))
      text += known.get(key)
    }
    return text
  })()`)
  return Buffer.from(String(pixels), 'hex')
}

/** Returns an icon file with one picture: https://en.wikipedia.org/wiki/ICO_(file_format) */
function encodeIcon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  for (const [at, value] of [[2, 1], [4, 1], [10, 1], [12, 32]] as const) head.writeUInt16LE(value, at)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const pipe = startBrowser()
try {
  const page = await Page.open(pipe)
  const picture = async (width: number, height: number, code: string): Promise<Buffer> =>
    encodePng(await draw(page, width, height, code), width, height, palette)
  const files = new Map([
    ['favicon.ico', encodeIcon(await picture(32, 32, icon(32)), 32)],
    ['apple-touch-icon.png', await picture(180, 180, icon(180))],
  ])
  for (const one of languages) files.set(cardOf(one), await picture(1200, 630, languageCard(one)))
  for (const one of categories) {
    files.set(cardOf(one), await picture(1200, 630, categoryCard(one)))
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of files) {
    writeFileSync(join(folder, name), bytes)
    console.log(`${name}: ${bytes.length} bytes`)
  }
} finally {
  await pipe.close()
}
