/**
 * Returns how often a test repeats something: `usual`, a fifth with ROUNDS=few, as in
 * `npm run test:quick`, and `many` with ROUNDS=many, as in `.ci/soak`.
 */
export function rounds(usual: number, many = 10 * usual): number {
  if (triesAll) return many
  return process.env['ROUNDS'] === 'few' ? Math.ceil(usual / 5) : usual
}

/** Whether tests try everything, as in `.ci/soak`. */
export const triesAll = process.env['ROUNDS'] === 'many'

/** Returns `count` of the items, evenly spaced from an index on; in `.ci/soak`, all of them. */
export function someOf<Item>(items: readonly Item[], count: number, from = 0): readonly Item[] {
  if (triesAll) return items
  const places = Array.from({ length: count }, (_, index) => {
    return (from + Math.floor((index * items.length) / count)) % items.length
  })
  return items.filter((_item, place) => places.includes(place))
}
