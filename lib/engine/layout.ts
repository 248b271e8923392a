import { graphemeClusters, isEmoji, isSpace } from './text.ts'

/** What a box is drawn with. */
export interface BoxStyle {
  /** Top left, top right, bottom left, bottom right. */
  readonly corners: string
  readonly horizontal: string
  readonly vertical: string
}

/** Widest line of a box, in columns: without it a box would grow with the square of its text. */
const mostColumns = 40

/** The lines of `text` in a box for a font of fixed width; lines over 40 columns are broken. */
export function drawBox(text: string, { corners, horizontal, vertical }: BoxStyle): string {
  const [topLeft = '', topRight = '', bottomLeft = '', bottomRight = ''] = corners
  const lines = text.split(lineBreak).flatMap(breakLine)
  const width = lines.reduce((widest, line) => Math.max(widest, line.columns), 0)
  const edge = horizontal.repeat(width + 2)
  const rows = lines.map(
    ({ text, columns }) => `${vertical} ${text}${' '.repeat(width - columns)} ${vertical}`,
  )
  return [`${topLeft}${edge}${topRight}`, ...rows, `${bottomLeft}${edge}${bottomRight}`].join('\n')
}

interface Line {
  readonly text: string
  readonly columns: number
}

// Between words where that is possible, within a word that is too long for a line.
function breakLine(line: string): Line[] {
  const lines: Line[] = []
  let text = ''
  let columns = 0
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    const clusters = graphemeClusters(word)
    const seen = clusters.slice(0, clusters.findLastIndex((cluster) => !isSpace(cluster)) + 1)
    if (columns + displayWidth(seen) > mostColumns && columns > 0) endLine()
    for (const cluster of clusters) {
      const more = clusterWidth(cluster)
      if (columns + more > mostColumns) endLine()
      text += cluster
      columns += more
    }
  }
  endLine()
  return lines

  function endLine(): void {
    lines.push({ text, columns })
    text = ''
    columns = 0
  }
}

/** Each grapheme cluster on a line of its own, with an empty line between words. */
export function stackClusters(text: string): string {
  return graphemeClusters(text.trim().replace(/\s+/g, ' '))
    .map((cluster) => (isSpace(cluster) ? '' : cluster))
    .join('\n')
}

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/

function displayWidth(clusters: readonly string[]): number {
  return clusters.reduce((width, cluster) => width + clusterWidth(cluster), 0)
}

const wide = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303e\uff01-\uff60]/u

/** Columns in a font of fixed width: 2 for emoji and East Asian wide letters. */
function clusterWidth(cluster: string): number {
  if (isEmoji(cluster) || wide.test(cluster)) return 2
  return /^[\p{C}\p{M}]/u.test(cluster) && !isSpace(cluster) ? 0 : 1
}

const numerals = [
  ['Ⅿ', 1000],
  ['ⅭⅯ', 900],
  ['Ⅾ', 500],
  ['ⅭⅮ', 400],
  ['Ⅽ', 100],
  ['ⅩⅭ', 90],
  ['Ⅼ', 50],
  ['ⅩⅬ', 40],
  ['Ⅹ', 10],
  ['Ⅸ', 9],
  ['Ⅴ', 5],
  ['Ⅳ', 4],
  ['Ⅰ', 1],
] as const

/** Each whole number from 1 to 3999 in Roman numerals (U+2160 on); others stay as they are. */
export function writeRomanNumerals(text: string): string {
  // The digit of a keycap is an emoji.
  return text.replace(/(?<!\d)\d+(?![\d\ufe0f\u20e3])/g, (digits) => {
    let rest = Number(digits)
    if (rest < 1 || rest > 3999) return digits
    // Twelve and below have a character each.
    if (rest <= 12) return String.fromCodePoint(0x215f + rest)
    let roman = ''
    for (const [numeral, value] of numerals) {
      while (rest >= value) {
        roman += numeral
        rest -= value
      }
    }
    return roman
  })
}

/** Each word of two letters that is one of `codes` (ISO 3166, upper case) as that flag. */
export function raiseFlags(text: string, codes: ReadonlySet<string>): string {
  return text.replace(/(?<![\p{L}\p{M}\p{N}])[A-Za-z]{2}(?![\p{L}\p{M}\p{N}])/gu, (word) => {
    const code = word.toUpperCase()
    if (!codes.has(code)) return word
    return code.replace(/./g, toRegionalIndicator)
  })
}

function toRegionalIndicator(letter: string): string {
  return String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 0x41)
}
