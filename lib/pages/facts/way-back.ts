import type { Catalogue, TextGenerator } from '../../catalogue/catalogue.ts'
import { isRestoring } from '../../engine/operations/restore.ts'
import { commonGroups } from './letters.ts'
import type { Alphabet } from './letters.ts'

/**
 * Whether a styled text can be turned back, and by which style:
 * - `all`: everything that the style changes comes back
 * - `letters`: A to Z and the digits come back; other characters may come back as similar ones
 * - `caseless`: they come back, except for upper and lower case
 * - `decoder`: the other style decodes it
 * - `decoder-lossy`: it does, but some letters or digits of the language come back as others
 * - `encoder`: the style itself is a decoder, and the other style encodes
 * - `itself`: the style applied twice gives the text back
 * - `none`: no style does
 */
export type WayBack =
  | {
      readonly kind: 'all' | 'letters' | 'caseless' | 'decoder' | 'decoder-lossy' | 'encoder'
      readonly by: TextGenerator
    }
  | { readonly kind: 'itself' | 'none' }

/**
 * Finds how the output of a style can be turned back, by trying where its data do not say it.
 * Returns `undefined` for a style that itself restores plain text.
 */
export function findWayBack(
  generator: TextGenerator,
  catalogue: Catalogue,
  alphabet: Alphabet,
): WayBack | undefined {
  if (restores(generator)) return undefined
  const { decodes, decoder, traits, transform } = generator
  const encodedBy = catalogue.get(decodes ?? '')
  if (encodedBy !== undefined) return { kind: 'encoder', by: encodedBy }
  const { language, all } = alphabet
  // All letters and digits of the language, in words of seven.
  const probe = all.join('').replace(/.{7}/gu, '$& ').trimEnd()
  const output = transform(probe, language)
  const isBack = (by: TextGenerator): boolean =>
    by.transform(output, language).normalize('NFC') === probe
  const decodedBy = catalogue.get(decoder ?? '')
  if (decodedBy !== undefined && decodedBy !== generator) {
    return { kind: isBack(decodedBy) ? 'decoder' : 'decoder-lossy', by: decodedBy }
  }
  if (output !== probe && isBack(generator)) return { kind: 'itself' }
  const by = [...catalogue.values()].find(restores)
  if (by === undefined) return { kind: 'none' }
  if (traits().reversible) return { kind: 'all', by }
  const styled = transform(common, language)
  const plain = by.transform(styled, language)
  if (plain === styled) return { kind: 'none' }
  if (plain === common) return { kind: 'letters', by }
  const ignoreCase = (text: string): string => text.toLocaleLowerCase(language)
  return ignoreCase(plain) === ignoreCase(common) ? { kind: 'caseless', by } : { kind: 'none' }
}

const common = [...commonGroups.values()].map((group) => group.join('')).join(' ')

function restores({ data }: TextGenerator): boolean {
  return data.operations.some(isRestoring)
}
