import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { graphemeClusters } from '../../lib/engine/graphemes.ts'
import { kinds } from '../../lib/engine/kind.ts'
import type { Kind } from '../../lib/engine/kind.ts'

/**
 * Returns a kind that holds for a style: the one that its operations and category decide if
 * possible, else one that not every style is of.
 */
export function kindOf(style: TextGenerator): Kind {
  const others = kinds.toSorted((one, other) => Number(isVague(one)) - Number(isVague(other)))
  return [style.data.kind, ...others].find((kind) => isOfKind(style, kind)) ?? style.data.kind
}

function isVague(kind: Kind): boolean {
  return tests[kind] === changes || tests[kind] === isShort
}

/** Returns whether what holds for a kind does for a style. */
export function isOfKind(style: TextGenerator, kind: Kind): boolean {
  return tests[kind](style.transform('abc', 'en'), style)
}

const text = 'Sphinx of black quartz, judge my vow'

function isShort(output: string): boolean {
  return Array.from(output.replace(/\p{M}/gu, '')).length <= 3
}

function changes(output: string): boolean {
  return output !== 'abc'
}

function has({ data }: TextGenerator, ...types: readonly string[]): boolean {
  return data.operations.some(({ type }) => types.includes(type))
}

function isRandom({ transform }: TextGenerator): boolean {
  return transform(text, 'en') !== transform(text, 'en', 'styled', 'another version')
}

/** What holds for a style of each kind: `output` is what it makes of `abc`. */
const tests: Readonly<Record<Kind, (output: string, style: TextGenerator) => boolean>> = {
  mathematical: (output, { traits }) => traits().folds && output !== 'abc',
  enclosed: changes,
  wide: changes,
  small: isShort,
  turned: changes,
  marked: (output) => /^a\P{M}*\p{M}/u.test(output.normalize('NFD')),
  scattered: (_output, style) => isRandom(style),
  latin: changes,
  alphabet: (_output, style) => scriptsOf(style).length > 0,
  symbols: changes,
  alternating: (_output, style) => has(style, 'cycle', 'harmonize'),
  halved: (_output, style) => has(style, 'divide'),
  mixed: (_output, style) => isRandom(style),
  numbers: (_output, style) => has(style, 'numbers'),
  figures: (output, { transform }) => output === 'abc' && transform('4', 'en') !== '4',
  flags: (output, { transform }) => output === 'abc' && /\p{RI}{2}/u.test(transform('FR', 'en')),
  redacted: (output) => new Set(output).size === 1,
  invisible: (output) => /^[\u2800\u3164]+$/.test(output),
  between: (_output, { transform }) => /^a\P{L}+b\P{L}+c$/u.test(transform('a b c', 'en')),
  around: (output) => /^.*a.+b.+c.*$/u.test(output),
  // Some are at one end only.
  wrapped: (output) => /^.+abc|abc.+$/su.test(output),
  gesture: (output) => /^abc.+$|^.+abc$/su.test(output),
  nick: (output) => output.length > 5 && !output.includes('abc'),
  boxed: (output) => /\n.*abc.*\n/u.test(output),
  bubble: (output) => /\n.*abc.*\n[^]*\p{P}/u.test(output),
  drawn: (output) => output.includes('\n'),
  stacked: (_output, style) => has(style, 'stack', 'atop', 'break'),
  shaped: (output) => output.split('\n').length === 3,
  lines: (_output, { transform }) => transform('a b', 'en') === 'a\nb',
  reversed: (_output, { transform }) => sorted(transform(text, 'en')) === sorted(text),
  case: (output) => output.toLowerCase() === 'abc',
  joined: (_output, { transform }) => /^hello[^a-z]?world$/i.test(transform('Hello World', 'en')),
  dropped: (_output, { transform }) => transform(text, 'en').length <= text.length,
  game: (_output, { transform }) => /[A-Za-z]/.test(transform(text, 'en')),
  speech: (_output, { transform }) => /[A-Za-z]/.test(transform(text, 'en')),
  cipher: (output) => output !== 'abc' && graphemeClusters(output).length === 3,
  code: changes,
  spelled: (output) => /^a\w+ b\w+ c[\w\u00e9]+$/i.test(output),
  escaped: (output, { transform }) => output === 'abc' && transform('a b&', 'en') !== 'a b&',
  repeated: (output) => /a.*abc$/su.test(output),
  items: (output) => /^\P{L}+abc$/u.test(output),
  initials: (output, { transform }) => output !== 'abc' && transform('abc', 'en') !== transform('cab', 'en'),
  shortcodes: (output) => /^:[\w-]+: /.test(output),
  markup: (_output, style) => has(style, 'markdown'),
  spoilers: (output) => output.startsWith('||'),
  decoder: (_output, { decodes }) => decodes !== undefined,
  reread: (_output, style) => has(style, 'reread'),
  plain: (_output, style) => has(style, 'restore'),
  cleaned: (_output, style) => has(style, 'clean'),
}

function sorted(text: string): string {
  return Array.from(text.replace(/[^A-Za-z]/g, '')).sort().join('')
}

/** The scripts that styles borrow letters from. https://www.unicode.org/iso15924/ */
const scripts = [
  ...['Grek', 'Copt', 'Cyrl', 'Armn', 'Geor', 'Cher', 'Cans', 'Thai', 'Laoo', 'Hira', 'Kana'],
  ...['Hani', 'Hang', 'Yiii', 'Vaii', 'Runr', 'Ogam', 'Goth', 'Ital', 'Lisu', 'Ethi', 'Tale'],
  ...['Talu', 'Tavt', 'Lana', 'Mlym', 'Bamu', 'Osma', 'Xsux', 'Ugar', 'Egyp', 'Gujr', 'Tfng'],
  ...['Orkh'],
].map((tag) => [tag, new RegExp(`\\p{Script=${tag}}`, 'gu')] as const)

/** Returns the tags of the two scripts from which a style borrows most letters, at least four. */
export function scriptsOf({ transform }: Pick<TextGenerator, 'transform'>): string[] {
  const output = transform('abcdefghijklmnopqrstuvwxyz', 'en')
  return scripts
    .map(([tag, letters]) => [tag, output.match(letters)?.length ?? 0] as const)
    .filter(([, count]) => count >= 4)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 2)
    .map(([tag]) => tag)
}
