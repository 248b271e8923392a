/** Style → its lowest cost. */
export type Costs = Map<number, number>

/**
 * Styles in their order, each followed by its lowest cost. An index has one for each of thousands
 * of words, and a map for each would take most of the time of the first search.
 */
export type CostList = number[]

/** Text → the styles that have it. */
export type Index = Map<string, CostList>

/**
 * What a word does in a query, unless it counts in full: it says nothing about a style, such as
 * `font`; or it counts only if no other finds anything, such as `instagram`.
 */
export type Role = 'silent' | 'faint'

/** What a word or sign of a query finds. */
export interface Part {
  /** The word that is probably meant: the one that was typed, or that without its error. */
  readonly word: string
  readonly costs: Costs
  readonly role?: Role
}

/** Adds a style to those of a text. Styles are added in their order; the lowest cost counts. */
export function addTo(index: Index, text: string, style: number, cost: number): void {
  const list = index.get(text)
  if (list === undefined) index.set(text, [style, cost])
  else addLast(list, style, cost)
}

/** Adds a style to a list, in which it is the last one; the lowest cost counts. */
export function addLast(list: CostList, style: number, cost: number): void {
  if (list.at(-2) !== style) list.push(style, cost)
  else list[list.length - 1] = Math.min(cost, list.at(-1) ?? cost)
}

/** Adds styles with their costs and more; each keeps the lowest. */
export function addAll(found: Costs, list: CostList | undefined, more: number): void {
  const pairs = list ?? []
  for (let at = 0; at < pairs.length; at += 2) {
    keepLowest(found, pairs[at] ?? 0, (pairs[at + 1] ?? 0) + more)
  }
}

/** Returns whether a style of a list costs less. */
export function hasLower(list: CostList, cost: number): boolean {
  return list.some((own, at) => at % 2 === 1 && own < cost)
}

export function keepLowest(costs: Costs, style: number, cost: number): void {
  const kept = costs.get(style)
  if (kept === undefined || kept > cost) costs.set(style, cost)
}

/** Adds an item to the list of a key. */
export function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
