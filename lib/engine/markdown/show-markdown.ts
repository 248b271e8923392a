import { mapCell } from '../draft.ts'
import type { Cell } from '../draft.ts'
import type { Mapping } from '../mapping.ts'
import { isLineBreak } from '../text.ts'
import { readMarkdown } from './markdown-text.ts'

/**
 * Shows what Markdown says of the cells of a text: by the mappings what is bold, italic, both, and
 * code, and by the bullet the items of lists; `strike` strikes cells through.
 */
export type ShowMarkdown = (
  cells: readonly Cell[],
  mappings: readonly Mapping[],
  bullet: string,
  strike: (cells: Cell[]) => void,
) => void

export const showMarkdown: ShowMarkdown = (cells, mappings, bullet, strike) => {
  const [bold, italic, both, code] = mappings
  const { parts, signs } = readMarkdown(cells.map(signOf).join(''), bullet)
  const changes = parts
    .flatMap(([style, start, end]) => [{ at: start, style, by: 1 }, { at: end, style, by: -1 }])
    .toSorted((one, other) => one.at - other.at)
  const depths = { bold: 0, italic: 0, struck: 0, code: 0, address: 0 }
  const struck: Cell[] = []
  let next = 0
  for (const [at, cell] of cells.entries()) {
    for (let one = changes[next]; one?.at === at; one = changes[++next]) depths[one.style] += one.by
    const shown = signs.get(at)
    if (shown !== undefined) cell.text = shown
    else if (depths.address === 0) {
      const strong = depths.italic > 0 ? both : bold
      const emphasized = depths.bold > 0 ? strong : depths.italic > 0 ? italic : undefined
      const mapping = depths.code > 0 ? code : emphasized
      if (mapping !== undefined) mapCell(cell, mapping)
      if (depths.struck > 0) struck.push(cell)
    }
  }
  strike(struck)
}

/** Returns a sign for a cluster: itself, or one of its kind. */
function signOf({ source }: Cell): string {
  if (source.length === 1) return source
  return isLineBreak(source) ? '\n' : /^[\p{L}\p{N}]/u.test(source) ? 'x' : '\ufffc'
}
