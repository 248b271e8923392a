import type { Catalogue, TextGenerator } from '../../catalogue/catalogue.ts'
import type { Language } from '../../catalogue/locale.ts'
import { isRestoring } from '../../engine/operations/restore.ts'
import { alphabetOf, commonGroups } from './alphabets.ts'

/** Whether, and by which style, a text can be taken back. */
export type WayBack =
  /** All that the style changes comes back. */
  | { readonly kind: 'all'; readonly by: TextGenerator }
  /** A to Z and the digits do; others may come back as their like. */
  | { readonly kind: 'letters'; readonly by: TextGenerator }
  /** They do, but for upper and lower case. */
  | { readonly kind: 'caseless'; readonly by: TextGenerator }
  /** A decoder reads it. */
  | { readonly kind: 'decoder'; readonly by: TextGenerator }
  /** The style takes back its own output. */
  | { readonly kind: 'itself' }
  /** None here does. */
  | { readonly kind: 'none' }

/**
 * Finds how the output of a style is taken back, by trying; `undefined` for what takes others back
 * itself.
 */
export function findWayBack(
  generator: TextGenerator,
  catalogue: Catalogue,
  language: Language,
): WayBack | undefined {
  if (restores(generator) || generator.decodes !== undefined) return undefined
  const decoder = catalogue.get(generator.decoder ?? '')
  if (decoder !== undefined && decoder !== generator) return { kind: 'decoder', by: decoder }
  const probe = probeOf(language)
  const output = generator.transform(probe, language)
  const again = generator.transform(output, language).normalize('NFC')
  if (output !== probe && again === probe) return { kind: 'itself' }
  const by = [...catalogue.values()].find(restores)
  if (by === undefined) return { kind: 'none' }
  if (generator.traits().reversible) return { kind: 'all', by }
  const styled = generator.transform(common, language)
  const plain = by.transform(styled, language)
  if (plain === common && styled !== common) return { kind: 'letters', by }
  const ignoreCase = (text: string): string => text.toLocaleLowerCase(language)
  const isCaseless = plain !== styled && ignoreCase(plain) === ignoreCase(common)
  return isCaseless ? { kind: 'caseless', by } : { kind: 'none' }
}

const common = [...commonGroups.values()].map((group) => group.join('')).join(' ')

/** All letters and digits of the language, some to a word. */
function probeOf(language: Language): string {
  return alphabetOf(language).join('').replace(/.{7}/gu, '$& ')
}

function restores({ data }: TextGenerator): boolean {
  return data.operations.some(isRestoring)
}
