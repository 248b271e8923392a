import type { Accents } from './drawn-apart.ts'
import type { Draw } from './seeded-random.ts'
import { graphemeClusters, isInvisible, isSpace } from './text.ts'
import type { SharedText } from './text.ts'

/** A grapheme cluster of the input, and what has become of it so far. */
export interface Cell {
  readonly source: string
  text: string
}

/** A text on its way through the steps: as one text, or as one cell a grapheme cluster. */
export interface Draft {
  text: string
  cells: Cell[] | undefined
  /** The text as it came, where other generators take it, too. */
  readonly shared?: SharedText | undefined
  /** The language tag of the request, whose rules the case styles follow. */
  readonly language: string
  /** What becomes of accented letters that some browsers show as boxes. */
  readonly accents: Accents
  /** Chance that the slug of the generator and the text alone decide. */
  readonly draw: Draw
}

/** What a compiled operation does to a draft. */
export type Step = (draft: Draft) => void

/** The text of a draft; its cells are joined and will be made anew. */
export function textOf(draft: Draft): string {
  if (draft.cells !== undefined) {
    draft.text = draft.cells.map((cell) => cell.text).join('')
    draft.cells = undefined
  }
  return draft.text
}

/** A step that changes the text as a whole. */
export function onText(change: (text: string, draft: Draft) => string): Step {
  return (draft) => {
    draft.text = change(textOf(draft), draft)
  }
}

/** A step that changes cells, or their order. */
export function onCells(change: (cells: Cell[], draft: Draft) => void): Step {
  return (draft) => {
    draft.cells ??= clustersOf(draft.text, draft).map((source) => ({ source, text: source }))
    change(draft.cells, draft)
  }
}

/** The clusters of a text; those of the text as it came are found once for all generators. */
export function clustersOf(text: string, { shared }: Draft): readonly string[] {
  return shared?.text === text ? shared.clusters() : graphemeClusters(text)
}

/** A step that gives every cell another text, but for spaces, what is not seen, and stray marks. */
export function onVisible(change: (cell: Cell) => string): Step {
  return onCells((cells) => {
    for (const cell of cells) if (isVisible(cell)) cell.text = change(cell)
  })
}

// A stray mark would be drawn on whatever is put before it.
function isVisible({ source }: Cell): boolean {
  return !isSpace(source) && !isInvisible(source) && !/^\p{M}/u.test(source)
}
