/** Style → its lowest cost. */
export type Costs = Map<number, number>

/** Text → the styles that have it. */
export type Index = Map<string, Costs>

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

/** Adds a style to those of a text. */
export function addTo(index: Index, text: string, style: number, cost: number): void {
  const costs = index.get(text)
  if (costs === undefined) index.set(text, new Map([[style, cost]]))
  else keepLowest(costs, style, cost)
}

/** Adds styles with their costs and more; each keeps the lowest. */
export function addAll(found: Costs, costs: Costs | undefined, more: number): void {
  for (const [style, cost] of costs ?? []) keepLowest(found, style, cost + more)
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
