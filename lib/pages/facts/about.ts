import type { TextGenerator } from '../../catalogue/catalogue.ts'
import { loneMapping } from '../../engine/operation.ts'
import { isRestoring } from '../../engine/operations/code.ts'

/** What a style is, for the sentence that its page begins with. */
export type Kind = ReturnType<typeof kindOf>

/** The kinds that the operations decide, the first that is found. */
const byOperation = [
  ['draw', 'drawn'],
  ['join', 'joined'],
  ['case', 'case'],
  ['scatter', 'scattered'],
  ['box', 'boxed'],
  ['fill', 'redacted'],
  ['numbers', 'numbers'],
  ['flags', 'flags'],
  ['stack', 'stacked'],
  ['atop', 'stacked'],
  ['break', 'stacked'],
  ['choose', 'mixed'],
  ['cycle', 'alternating'],
  ['remove', 'dropped'],
  ['insert', 'game'],
  ['echo', 'game'],
  ['move', 'game'],
] as const

/** The kinds that `abc` in the style shows. */
const byOutput = [
  [/^\u2800+$/, 'invisible'],
  [/^:\w+: /, 'shortcodes'],
  [/^\|\|/, 'spoilers'],
  [/^a\w+ b\w+ c[\w\u00e9]+$/i, 'spelled'],
] as const

/** The kinds of all other styles. */
const byCategory = {
  mathematical: 'mathematical',
  enclosed: 'enclosed',
  small: 'small',
  turned: 'turned',
  marked: 'marked',
  latin: 'latin',
  'greek-cyrillic': 'alphabet',
  scripts: 'alphabet',
  symbols: 'symbols',
  separated: 'between',
  wrapped: 'wrapped',
  coded: 'code',
  decoded: 'decoder',
} as const satisfies Record<TextGenerator['data']['category'], string>

/** Returns the kind of a style, from its operations, its category and what it does. */
export function kindOf({ data, decodes, transform }: TextGenerator) {
  if (decodes !== undefined) return 'decoder'
  if (data.operations.some(isRestoring)) return 'plain'
  const found = byOperation.find(([type]) => data.operations.some((one) => one.type === type))
  const output = transform('abc', 'en')
  const special = byOutput.find(([sign]) => sign.test(output))
  if (special !== undefined) return special[1]
  if (found !== undefined) return found[1]
  if (transform('a b', 'en').includes('\n')) return 'lines'
  const kind = byCategory[data.category]
  const types = data.operations.map(({ type }) => type).join()
  if (kind === 'code' && loneMapping(data.operations) !== undefined) {
    return output === 'abc' ? 'dropped' : 'cipher'
  }
  if (kind === 'code' && data.operations.some(({ effect }) => effect === 'wraps')) {
    return 'speech'
  }
  if (output === 'abc' && transform('4', 'en') !== '4') return 'figures'
  if (output === 'abc' && kind === 'code') return 'escaped'
  const only = lone.get(types)
  if (only !== undefined) return only
  if (kind === 'wrapped') {
    if (!output.includes('abc')) return types.includes('reverse') ? 'turned' : 'nick'
    if (/^abc|abc$/.test(output)) return 'gesture'
  }
  if (kind === 'enclosed' && !/[\u2460-\u24ff\u{1f100}-\u{1f1ff}]/u.test(output)) return 'wide'
  return kind === 'alphabet' && scriptsOf(transform).length === 0 ? 'latin' : kind
}

/** Kinds of styles that have a single operation. */
const lone: ReadonlyMap<string, 'reversed' | 'around'> = new Map([
  ['reverse', 'reversed'],
  ['around', 'around'],
])

/** Texts that show what is special about a kind. */
const probes: { readonly [Name in Kind]?: string } = {
  numbers: '1 2 3',
  case: 'Abc dEF',
  joined: 'Hello World',
  speech: 'really',
  dropped: 'été amie',
}

/** Returns a short text in a style: another one where it would not change. */
export function glimpseOf({ transform, data }: TextGenerator, kind: Kind): string {
  const isBack = kind === 'decoder' || kind === 'plain'
  const plain = isBack ? data.sample : (probes[kind] ?? 'abc')
  const styled = transform(plain, 'en')
  return styled === plain ? transform(data.sample, 'en') : styled
}

/** The scripts that styles borrow letters from. https://www.unicode.org/iso15924/ */
const scripts = [
  ...['Grek', 'Copt', 'Cyrl', 'Armn', 'Geor', 'Cher', 'Cans', 'Thai', 'Laoo', 'Hira', 'Kana'],
  ...['Hani', 'Hang', 'Yiii', 'Vaii', 'Runr', 'Ogam', 'Goth', 'Ital', 'Lisu', 'Ethi', 'Tale'],
  ...['Talu', 'Tavt', 'Lana', 'Mlym', 'Bamu', 'Osma', 'Xsux', 'Ugar', 'Egyp', 'Gujr', 'Tfng'],
  ...['Orkh'],
].map((tag) => [tag, new RegExp(`\\p{Script=${tag}}`, 'gu')] as const)

/** Returns the tags of the two scripts from which a style borrows most letters, at least four. */
export function scriptsOf(transform: TextGenerator['transform']): string[] {
  const output = transform('abcdefghijklmnopqrstuvwxyz', 'en')
  return scripts
    .map(([tag, letters]) => [tag, output.match(letters)?.length ?? 0] as const)
    .filter(([, count]) => count >= 4)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 2)
    .map(([tag]) => tag)
}
