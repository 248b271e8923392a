import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { readsBack } from '../engine/kind.ts'
import type { Kind } from '../engine/kind.ts'
import { countCodePoints } from '../engine/text.ts'
import type { PageTexts } from './page-texts.ts'

// Search results show about as much.
const mostOfTitle = 62
const mostOfDescription = 155
const mostOfLetter = 30

/** What the title and the description of a page are about. */
type Group = 'style' | 'code' | 'case' | 'decoder' | 'plain' | 'cleaned'

/** The kinds whose titles and descriptions are their own. */
const groups: ReadonlyMap<Kind, Group> = new Map([
  ...(['case', 'decoder', 'plain', 'cleaned'] as const).map((kind) => [kind, kind] as const),
  ['reread', 'decoder'],
])

/** Returns what the title and the description of a style's page are about. */
export function groupOf({ kind, category }: TextGenerator['data']): Group {
  return groups.get(kind) ?? (category === 'coded' ? 'code' : 'style')
}

/** Returns the title of a style's page: its names that fit, and its own name in the style. */
export function titleOf(
  { data, entry, transform }: TextGenerator,
  group: Group,
  { text, language }: PageTexts,
): string {
  const { name, aliases } = entry(language)
  const known = name.toLowerCase()
  const others = aliases.filter((alias) => !alias.split(' ').every((word) => known.includes(word)))
  const examples = [name, name.split(' ')[0] ?? name, data.sample, name.slice(0, 3)]
    .map((plain) => [plain, transform(plain, language)] as const)
    .flatMap(([plain, styled]) => (styled !== plain && !styled.includes('\n') ? [styled] : []))
  const all = [2, 1, 0].map((count) => [name, ...others.slice(0, count)].join(', '))
  const shown = group === 'style' ? all.flatMap((names) =>
    examples.map((example) => text('title-shown', { names, example }))) : []
  const unshown = [
    ...all.map((names) => text(`title-${group}`, { name: names })),
    ...(readsBack(data.kind) ? [] : [text('title-short', { name })]),
  ]
  return [...shown, ...unshown].find((title) => countCodePoints(title) <= mostOfTitle) ?? name
}

/**
 * Returns the description of a style's page: what it is and what it is used for (`about`), and what
 * becomes of an accented letter, as far as this fits. `usual` fits always.
 */
export function descriptionOf(
  { entry, transform, data }: TextGenerator,
  usual: string,
  about: string,
  { text, language }: PageTexts,
): string {
  const letter = accented.get(language) ?? 'é'
  const styled = transform(letter, language)
  const accents = styled === letter
    ? text('description-kept', { letter })
    : text('description-accents', { letter, styled })
  const own = text('description-about', { name: entry(language).name, about })
  const isLine = !styled.includes('\n') && countCodePoints(styled) <= mostOfLetter
  const isShown = isLine && !readsBack(data.kind)
  const shown = isShown ? [own, usual].map((one) => `${one} ${accents}`) : []
  const all = [...shown.slice(0, 1), own, ...shown.slice(1)]
  return all.find((one) => countCodePoints(one) <= mostOfDescription) ?? usual
}

/** An accented letter of languages in which é is not the usual one. */
const accented: ReadonlyMap<Language, string> = new Map([['es', 'ñ'], ['tr', 'ş']])
