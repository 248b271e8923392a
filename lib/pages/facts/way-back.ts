import type { Catalogue, TextGenerator } from '../../catalogue/catalogue.ts'
import { isRestoring } from '../../engine/operations/restore.ts'
import { commonGroups } from './alphabets.ts'
import type { Alphabet } from './alphabets.ts'

/** Whether, and by which style, a text can be taken back. */
export type WayBack =
  /** All that the style changes comes back. */
  | { readonly kind: 'all'; readonly by: TextGenerator }
  /** A to Z and the digits do; others may come back as their like. */
  | { readonly kind: 'letters'; readonly by: TextGenerator }
  /** They do, but for upper and lower case. */
  | { readonly kind: 'caseless'; readonly by: TextGenerator }
  /** It is decoded. */
  | { readonly kind: 'decoder'; readonly by: TextGenerator }
  /** It is, but some of the letters and digits of the language come back as others. */
  | { readonly kind: 'decoder-lossy'; readonly by: TextGenerator }
  /** The style is a decoder itself: this one encodes. */
  | { readonly kind: 'encoder'; readonly by: TextGenerator }
  /** The style takes back its own output. */
  | { readonly kind: 'itself' }
  /** None here does. */
  | { readonly kind: 'none' }

/**
 * Finds how the output of a style is taken back; `undefined` for what takes others back itself.
 * What is not known of the generators is found by trying.
 */
export function findWayBack(
  generator: TextGenerator,
  catalogue: Catalogue,
  alphabet: Alphabet,
): WayBack | undefined {
  if (restores(generator)) return undefined
  const { decodes, decoder, traits } = generator
  const encodedBy = catalogue.get(decodes ?? '')
  if (encodedBy !== undefined) return { kind: 'encoder', by: encodedBy }
  const { language } = alphabet
  const probe = probeOf(alphabet)
  const output = generator.transform(probe, language)
  const isBack = ({ transform }: TextGenerator): boolean =>
    transform(output, language).normalize('NFC') === probe
  const decodedBy = catalogue.get(decoder ?? '')
  if (decodedBy !== undefined && decodedBy !== generator) {
    return { kind: isBack(decodedBy) ? 'decoder' : 'decoder-lossy', by: decodedBy }
  }
  if (output !== probe && isBack(generator)) return { kind: 'itself' }
  const by = [...catalogue.values()].find(restores)
  if (by === undefined) return { kind: 'none' }
  return traits().reversible ? { kind: 'all', by } : restoredBy(by, generator, alphabet)
}

function restoredBy(
  by: TextGenerator,
  { transform }: TextGenerator,
  { language }: Alphabet,
): WayBack {
  const styled = transform(common, language)
  const plain = by.transform(styled, language)
  if (plain === common && styled !== common) return { kind: 'letters', by }
  const ignoreCase = (text: string): string => text.toLocaleLowerCase(language)
  const isCaseless = plain !== styled && ignoreCase(plain) === ignoreCase(common)
  return isCaseless ? { kind: 'caseless', by } : { kind: 'none' }
}

const common = [...commonGroups.values()].map((group) => group.join('')).join(' ')

/** All letters and digits of the language, some to a word. */
function probeOf({ all }: Alphabet): string {
  return all.join('').replace(/.{7}/gu, '$& ').trimEnd()
}

function restores({ data }: TextGenerator): boolean {
  return data.operations.some(isRestoring)
}
