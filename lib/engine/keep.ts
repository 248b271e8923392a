import { countCodePoints } from './text.ts'

/** What a text may have that only works as it is. */
export const keepKinds = ['links', 'names', 'tags', 'fields'] as const
/**
 * `links`: addresses of pages and of mail; `names`: @name; `tags`: #tag; `fields`: what a program
 * replaces, such as {name}, %s and :tada:.
 */
export type KeepKind = (typeof keepKinds)[number]

/** A text whose runs are hidden from styles, which pass over each of them as over one sign. */
export interface Kept {
  /** Each run is U+FFFC with three selectors, which number the runs. */
  readonly text: string
  /** Returns the text with U+FFFC alone in place of each run. */
  neutral(text: string): string
  /** Puts the runs back, without marks that were put on them. */
  show(text: string): string
  /** Returns the number of code points after that. */
  lengthOf(text: string): number
}

/** Hides the runs of these kinds; returns `undefined` if the text has none. */
export function hideRuns(text: string, kinds: readonly KeepKind[]): Kept | undefined {
  const found = findRuns(text, kinds)
  if (found.length === 0) return undefined
  const taken = new Set(text.match(markers))
  const markerOf = new Map<string, string>()
  const runs = new Map<string, string>()
  let number = 0
  let hidden = ''
  let end = 0
  for (const [start, next] of found) {
    const run = text.slice(start, next)
    let marker = markerOf.get(run)
    while (marker === undefined || taken.has(marker)) marker = createMarker(number++)
    markerOf.set(run, marker)
    runs.set(marker, run)
    hidden += text.slice(end, start) + marker
    end = next
  }
  const show = (styled: string): string =>
    styled.replace(markedMarkers, (all, marker: string) => runs.get(marker) ?? all)
  return {
    text: hidden + text.slice(end),
    neutral: (styled) => styled.replace(markers, (one) => (runs.has(one) ? '\ufffc' : one)),
    show,
    lengthOf: (styled) => countCodePoints(show(styled)),
  }
}

/** Returns whether a cluster is a hidden run. */
export function isHiddenRun(cluster: string, kept: Kept | undefined): boolean {
  return kept !== undefined && cluster.startsWith('\ufffc') && kept.show(cluster) !== cluster
}

/** Returns the start and the end of each run, in order. */
export function findRuns(
  text: string,
  kinds: readonly KeepKind[],
): ReadonlyArray<readonly [start: number, end: number]> {
  const has = kinds.includes('fields') ? hasRuns : hasOthers
  if (kinds.length === 0 || !has.test(text)) return []
  const found = text.matchAll(new RegExp(kinds.map((kind) => patterns[kind]).join('|'), 'giu'))
  return Array.from(found, ({ 0: run, index }) => [index, index + run.length])
}

/** What each run has, and those that are no fields, which is found sooner. */
const hasRuns = /[/@#{<:%]|www\./i
const hasOthers = /[/@#]|www\./i

// U+FFFC stands for an object in a text. Selectors after it belong to its cluster, and no style
// changes either. https://www.unicode.org/charts/PDF/UE0100.pdf
const firstSelector = 0xe0100
const selectorCount = 240
const markers = /\ufffc[\u{e0100}-\u{e01ef}]{3}/gu
const markedMarkers = /(\ufffc[\u{e0100}-\u{e01ef}]{3})\p{M}*/gu

function createMarker(number: number): string {
  const digits = [0, 1, 2].map((place) => Math.floor(number / selectorCount ** place))
  const points = digits.map((digit) => firstSelector + (digit % selectorCount))
  return `\ufffc${String.fromCodePoint(...points)}`
}

const inWord = '[\\p{L}\\p{M}\\p{N}_]'
/** Matches where this is not before, but for a hidden run, whose selectors are marks. */
const notAfter = (before: string): string =>
  `(?:(?<!${before})|(?<=\\ufffc[\\u{e0100}-\\u{e01ef}]{3}))`
/** No letter, digit or sign of an address before it. */
const start = notAfter('[\\p{L}\\p{M}\\p{N}_.+@/-]')
/** A part of the name of a host. */
const label = '[\\p{L}\\p{M}\\p{N}-]{1,63}'
/** The signs of an address; brackets only in pairs, and none of a link in Markdown. */
const inAddress = '(?:(?!\\]\\()[^\\s<>"“”«»()]|\\([^\\s<>"“”«»()]{0,99}\\))'
/** The rest of an address, without punctuation at its end. */
const rest = `${inAddress}*(?![.,;:!?'’…{}\\[\\]*_~|\`])${inAddress}`
/** The endings of domains that people write without a scheme. */
const endings =
  'com|net|org|info|biz|edu|gov|io|co|me|tv|ly|gg|be|to|app|dev|ai|xyz|site|online|shop|store|' +
  'blog|link|page|news|eu|uk|us|ca|au|de|fr|es|it|pt|br|mx|ar|cl|pe|tr|nl|ch|at|ru|ua|pl|se|no|' +
  'dk|fi|gr|jp|kr|cn|in|id|vn|th|ph|ie|il|za'

/** Each begins where no other run can, and is of limited length up to its sure sign: linear. */
const patterns: Readonly<Record<KeepKind, string>> = {
  links: [
    `(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,19}://${rest}`,
    `${start}www\\.${rest}`,
    `${start}[\\p{L}\\p{N}_.+-]{1,64}@(?:${label}\\.){1,6}\\p{L}[\\p{L}\\p{M}\\p{N}-]{1,62}`,
    `${start}(?:${label}\\.){1,5}(?:${endings})(?::\\d{1,5})?/(?:${rest})?`,
  ].join('|'),
  names:
    `${notAfter(`${inWord}|[@/.+-]`)}@${inWord}+(?:[.-]${inWord}+)*` +
    `(?:@(?:${label}\\.){1,5}\\p{L}+)?`,
  tags: `${notAfter(`${inWord}|[#&/]`)}#[\\p{N}_]*\\p{L}${inWord}*`,
  fields: [
    '\\{\\{[^{}\\n]{1,100}\\}\\}|\\$?\\{[^{}\\s]{1,100}\\}|<(?:[@#]|a?:|t:)[^\\s<>]{1,100}>',
    `${notAfter(`${inWord}|:`)}:[a-z][a-z0-9_+-]{0,60}:(?!${inWord})`,
    `${notAfter(`${inWord}|[%.,]`)}%(?:\\d{1,2}\\$)?[sdifu@](?!${inWord})`,
  ].join('|'),
}
