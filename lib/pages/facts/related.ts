import type { Catalogue, TextGenerator } from '../../catalogue/catalogue.ts'

const most = 6

/**
 * The styles that are closest to one, six at most and the closest first: those that take its table
 * or give it theirs, then those of its category that do the same, then its neighbours there, then
 * those of the next categories.
 */
export function relatedStyles(generator: TextGenerator, catalogue: Catalogue): TextGenerator[] {
  const all = [...catalogue.values()]
  const place = all.indexOf(generator)
  const others = all
    .map((other, index) => {
      return { other, rank: rankOf(generator, other), far: Math.abs(index - place) }
    })
    .filter(({ other }) => other !== generator)
  return others
    .toSorted((one, other) => one.rank - other.rank || one.far - other.far)
    .slice(0, most)
    .map(({ other }) => other)
}

function rankOf(one: TextGenerator, other: TextGenerator): number {
  const sharesCategory = one.data.category === other.data.category
  if (takesFrom(one, other) || takesFrom(other, one)) return 0
  if (!sharesCategory) return 3
  return typesOf(one) === typesOf(other) ? 1 : 2
}

function takesFrom({ data }: TextGenerator, { slug }: TextGenerator): boolean {
  return data.operations.some(({ references }) => references.includes(slug))
}

function typesOf({ data }: TextGenerator): string {
  return data.operations.map(({ type }) => type).join(' ')
}
