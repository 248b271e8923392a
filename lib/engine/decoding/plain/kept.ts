import { memoize } from '../../memo.ts'
import { pointsIn } from '../../points.ts'
import { tail } from '../mojibake.ts'
import { findFaces, signsOfFaces } from './faces.ts'
import { twins } from './letters.ts'

/** From where to where something is in a text, in UTF-16 units. */
export type Span = readonly [start: number, end: number]

/** A kind of text that means what it is, although it has signs that are decoration elsewhere. */
interface Kind {
  readonly name: string
  readonly why: string
  readonly example: string
  /** Matches signs one of which it has, where they are found much sooner than the whole. */
  readonly needs?: RegExp
  /** Finds its signs, which stay as they are. */
  readonly find: (text: string, worn: () => ReadonlySet<string>) => Iterable<Span>
}

/** Returns a function that finds what a pattern matches. */
function matchesOf(
  pattern: RegExp,
  isMeant: (written: string, worn: () => ReadonlySet<string>) => boolean = () => true,
): Kind['find'] {
  return function* (text, worn) {
    for (const { 0: written, index } of text.matchAll(pattern)) {
      if (isMeant(written, worn)) yield [index, index + written.length]
    }
  }
}

/** Returns whether no mark of a formula is on most other letters, where it is decoration. */
function hasOwnMarks(written: string, worn: () => ReadonlySet<string>): boolean {
  return (written.match(/\p{M}/gu) ?? []).every((mark) => !worn().has(mark))
}

/** Letters of phonetics. */
const sounds = '[a-zæçðøħŋœβθχǀ-ǃɐ-˿\\u0300-\\u0304\\u0306-\\u0331\\u0339-\\u036f↗↘. ‿()|‖-]'
const sureSound = '[ˈˌːŋɐ-ɡɣ-ɩɫɬɮ-ɳɵ-ɹɻ-ɿʁ-ʎʐ-ʙʝˀ]'
const phonetics = new RegExp(
  `[/[](?=${sounds}{0,60}${sureSound})${sounds}{1,120}[/\\]]|` +
    '(?<![\\p{L}\\p{M}])ˈ[\\p{L}\\p{M}ˈˌː.]+',
  'gu',
)

/** Marks of means, complements, vectors and estimates. */
const line = '[\\u0302-\\u0305\\u0307\\u0308\\u0331-\\u0333\\u033f\\u20d0-\\u20d7]'
const lined = new RegExp(
  `(?=.${line})(?:(?<=^|[\\s\\d([{|=+−×/∪∩<>≤≥^,¬-])(?<!\\p{M} )(?:[A-Za-zΑ-Ωα-ω]${line}){1,2}` +
    `(?![\\p{L}\\p{M}])|(?<=[\\d.,])\\d${line}+(?:\\d${line}*)*)`,
  'gu',
)

/** A letter or two beside a relation, and an operator before one letter. */
const relation = '[+=≠≈≡≤≥∈∉⊂⊄⊆∪∩→⇒⇔±∓∧∨⊕≔]'
const symbol = '(?:[ℂℍℕℙℚℝℤℏA-Za-zÀ-ɏḀ-ỿΑ-Ωα-ω]\\p{M}*){1,2}'
const formula = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])${symbol}(?![\\p{L}\\p{M}\\p{N}])` +
    `(?:(?= ${relation} |[=/])|(?<=(?: ${relation} |[=/]).{1,4}))|` +
    '[×⊕](?<=[ \\d].)(?=[ \\d])|\\^\\{[^{}\\n]{1,12}\\}|' +
    '[α-ωΑ-Ω](?:(?=[⁰¹²³⁴-⁹ⁿ₀-₉])|(?<=[\\d²³].)(?!\\p{L}))|' +
    '(?<![\\p{L}\\p{M}\\p{N}])[∀∃∂√∇¬](?=[A-Za-zα-ω](?![\\p{L}\\p{M}])|[\\d(·])',
  'gu',
)
const ofFormula = new RegExp(`${relation}|[/^×√∀∃∂∇¬α-ωΑ-Ω]`)

/** The sign of money before a number, with letters of a country (R$), or after it. */
const noDigit = '(?![\\p{L}\\p{N}\\p{Sc}])'
const price = new RegExp(
  '\\p{Sc}(?:(?<=(?<![\\p{L}\\p{N}\\p{Sc}])[A-Za-z]{0,3}.)' +
    `(?=[ \\xa0]?\\d[\\d.,]{0,15}[KMBkmb]?${noDigit})|` +
    `(?<=(?<![\\p{L}\\p{N}\\p{Sc}])\\d[\\d.,]{0,15}[ \\xa0\\u202f]?.)${noDigit})`,
  'gu',
)

/** What nothing may change in a text, the first kind first. */
export const kinds: readonly Kind[] = [
  {
    name: 'link',
    why: 'another address leads elsewhere',
    example: 'https://example.com/naïve_ʀᴏᴀᴅ',
    find: matchesOf(/(?:https?|ftp):\/\/[^\s<>"“”«»\u{1d400}-\u{1d7ff}]+|www\.[!-~]+/gu),
  },
  {
    name: 'name',
    why: 'another name is somebody else',
    example: '@ana_99',
    find: matchesOf(
      /@(?:(?<=[\w-].)[\w-]+(?:\.[\w-]+)+|(?<![\p{L}\p{N}].)\w[\w.]*(?![\p{L}\p{M}]))/gu,
    ),
  },
  {
    name: 'phonetics',
    why: 'its letters are small capitals elsewhere; slashes, brackets or stress mark it',
    example: '/ˈlɪtəl/',
    needs: new RegExp(sureSound),
    find: matchesOf(phonetics),
  },
  {
    name: 'price',
    why: 'signs of money are letters of some alphabets',
    example: '$9.99',
    needs: /\p{Sc}/u,
    find: matchesOf(price),
  },
  {
    name: 'colour code',
    why: 'games read it',
    example: '§r',
    find: matchesOf(/§[\da-fk-orx]/g),
  },
  {
    name: 'mojibake',
    why: 'only its bytes can be read',
    example: 'FranÃ§ois',
    find: matchesOf(
      new RegExp(`Ã${tail}|Â${tail}(?=.{0,99}Ã)|â€${tail}|(?:[ÐÑ]${tail} ?){3,}`, 'gu'),
    ),
  },
  {
    name: 'code points in a row',
    why: 'a table of characters shows each as it is',
    example: '¡¢£¤¥¦§',
    find: findRows,
  },
  {
    name: 'line in a formula',
    why: 'it means a mean, a complement, a vector, or digits that repeat',
    example: 'x\u0305 = 4.2',
    needs: new RegExp(line),
    find: matchesOf(lined, hasOwnMarks),
  },
  {
    name: 'formula',
    why: 'its letters are look-alikes elsewhere',
    example: '∂f = ω',
    needs: ofFormula,
    find: matchesOf(formula, hasOwnMarks),
  },
  {
    name: 'exponent or index',
    why: 'it means another number or substance',
    example: 'mc²',
    find: matchesOf(/[⁰¹²³⁴-⁹⁺⁻₀-₉₊₋]{1,4}(?<=[A-Za-z\dα-ω)][^]{1,4})(?![ʰ-ˤᴬ-ᵪⁱⁿₐ-ₜ])/gu),
  },
  {
    name: 'two words',
    why: 'code and brands put words of two scripts beside each other',
    example: 'ЧтениеXML',
    needs: /[А-яЁё]/,
    find: matchesOf(
      /(?<!\p{L})(?:[А-яЁё]{3,}[A-Za-zÀ-ž]{2,}|[A-Za-zÀ-ž]{2,}[А-яЁё]{3,})(?![\p{L}\p{M}])/gu,
      (written) => (written.match(/[А-яЁё]/g) ?? []).some((letter) => !twins.includes(letter)),
    ),
  },
  {
    name: 'face',
    why: 'its eyes, mouth and arms are signs, letters and marks of many scripts',
    example: '(っ˘ڡ˘ς)',
    needs: signsOfFaces,
    find: findFaces,
  },
]

/** Finds four characters of Latin-1 or more in the order of their code points. */
function* findRows(text: string): Generator<Span> {
  let [count, start, last] = [0, 0, 0]
  for (let at = 0; at <= text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x20) continue
    if (unit === last + 1 && unit > 0xa1 && unit < 0x100) count++
    else {
      if (count > 2) yield [start, at]
      count = 0
      start = at
    }
    last = unit
  }
}

/** Stands for what stays: a sign of ASCII that steps leave alone, and that is rare in texts. */
export const stand = '\x1a'

/** Changes a text, but for what means what it is. */
export function changeAround(text: string, change: (text: string) => string): string {
  if (/^[\0-\x7f]*$/.test(text)) return change(text)
  const worn = memoize(() => decorationOf(text))
  const points = pointsIn(text)
  const possible = kinds.filter(({ needs }) => needs?.test(points) ?? true)
  const spans = possible.flatMap(({ find }) => [...find(text, worn)])
  if (spans.length === 0 || text.includes(stand)) return change(text)
  spans.sort(([one], [other]) => one - other)
  const kept: string[] = []
  let [rest, from] = ['', 0]
  for (const [start, end] of spans) {
    if (start < from) continue
    rest += text.slice(from, start) + stand
    kept.push(text.slice(start, end))
    from = end
  }
  const output = change(rest + text.slice(from))
  let at = 0
  const whole = output.replaceAll(stand, () => kept[at++] ?? '')
  return at === kept.length ? whole : text
}

/** Returns the marks that are decoration: those of words, and those that most letters have. */
function decorationOf(text: string): ReadonlySet<string> {
  const words = text.match(/(?:[\p{L}\p{N}]\p{M}+){3,}/gu) ?? []
  const marks = text.match(/(?<=\p{L}\p{M}{0,9})\p{M}/gu) ?? []
  const most = Math.max(1, (text.match(/\p{L}/gu) ?? []).length / 2)
  const counts = new Map<string, number>()
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const frequent = Array.from(counts, ([mark, count]) => (count > most ? mark : '')).join('')
  return new Set((words.join('') + frequent).match(/\p{M}/gu))
}
