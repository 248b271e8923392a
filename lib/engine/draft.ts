import type { Accents } from './drawn-apart.ts'
import type { Mapping } from './mapping.ts'
import type { Kept } from './keep.ts'
import { clustersOf, compose, isEmoji, isInvisible, isSpace, toNfc } from './text.ts'

/** A grapheme cluster of the input, and its text so far. */
export interface Cell {
  /** Composed, so that it is found in tables however it was sent. */
  readonly source: string
  text: string
  /** The cluster as it was sent, if that differs. */
  readonly sent?: string
}

/** A text on its way through the steps: as one text, or as one cell for each grapheme cluster. */
export interface Draft {
  text: string
  cells: Cell[] | undefined
  /** The language tag of the request, whose rules the case styles follow. */
  readonly language: string
  /** What to do with letters that some browsers show as boxes. */
  readonly accents: Accents
  /** The text as it was sent, before any style of a chain. */
  readonly sent: string
  /** Draws numbers that depend only on the generator's slug and the text. */
  readonly draw: Draw
  /** The runs that stay as they are, which are hidden in the text. */
  readonly kept?: Kept | undefined
}

/** What a compiled operation does to a draft. */
export type Step = (draft: Draft) => void

/** Returns the text of a draft, whose cells are joined: a later step makes new ones. */
export function textOf(draft: Draft): string {
  if (draft.cells !== undefined) {
    draft.text = draft.cells.map(asSent).join('')
    draft.cells = undefined
  }
  return draft.text
}

/** Returns the text of a cell, where its cluster is as it was sent unless it has a new mark. */
function asSent({ source, text, sent }: Cell): string {
  if (sent === undefined || text === source) return sent ?? text
  // K in `Kilo` is not the sign of kelvin that was sent.
  const parts = source < '\x80' ? [] : text.split(source)
  const isMarked = parts.slice(1).some((next) => /^\p{M}/u.test(next))
  return parts.length > 1 && !isMarked ? parts.join(sent) : text
}

/** Makes a step that changes the text as a whole. */
export function onText(change: (text: string, draft: Draft) => string): Step {
  return (draft) => {
    draft.text = change(textOf(draft), draft)
  }
}

/** Makes a step that changes cells, or their order. */
export function onCells(change: (cells: Cell[], draft: Draft) => void): Step {
  return (draft) => {
    draft.cells ??= cellsOf(draft.text)
    change(draft.cells, draft)
  }
}

function cellsOf(text: string): Cell[] {
  const clusters = clustersOf(text)
  if (compose(text) === text) return clusters.map((source) => ({ source, text: source }))
  return clusters.map((sent) => {
    const source = compose(sent)
    return source === sent ? { source, text: source } : { source, text: source, sent }
  })
}

/** Splits a list into runs of neighbours that have the same key. */
export function splitRuns<Item>(
  items: readonly Item[],
  keyOf: (item: Item, index: number) => unknown,
): Item[][] {
  const runs: Item[][] = []
  let last: unknown
  for (const [index, item] of items.entries()) {
    const key = keyOf(item, index)
    if (runs.length > 0 && key === last) runs.at(-1)?.push(item)
    else runs.push([item])
    last = key
  }
  return runs
}

/** Makes a step that changes every cell except spaces, invisible clusters and stray marks. */
export function onVisible(change: (cell: Cell, draft: Draft) => string): Step {
  return onCells((cells, draft) => {
    for (const cell of cells) if (isVisible(cell)) cell.text = change(cell, draft)
  })
}

// A stray mark would be drawn on the text that is put before it.
function isVisible({ source }: Cell): boolean {
  return !isSpace(source) && !isInvisible(source) && !/^\p{M}/u.test(source)
}

/**
 * Maps a text code point by code point. A decomposed letter is mapped as the composed one, or stays
 * as it was sent; a keycap (`1`, U+FE0F, U+20E3) also stays.
 */
export function mapText(text: string, mapping: Mapping): string {
  const isComposed = compose(text) === text
  if (isComposed && !/\p{M}/u.test(text)) return mapping.replaceIn(text)
  return text.replace(isComposed ? marked : apart, (piece) => {
    if (/^[\d#*]\ufe0f?\u20e3/.test(piece)) return piece
    const composed = isComposed ? piece : compose(piece)
    const mapped = mapping.replaceIn(composed)
    return mapped === composed ? piece : mapped
  })
}

/** Letters with marks, and what is between them. */
const marked = /\P{M}\p{M}+|(?:(?!\P{M}\p{M})[^])+/gu
/** The same, but each character alone that may be composed. */
const apart = /[\0-\x7f]+(?!\p{M})|\P{M}\p{M}*|\p{M}+/gu

/** Maps the text of a cell, and composes the result; an emoji stays. */
export function mapCell(cell: Cell, mapping: Mapping): void {
  // An emoji may contain digits (keycaps) or letters that are not meant as such.
  if (isEmoji(cell.source)) return
  const { text } = cell
  const mapped = mapping.replaceIn(text)
  if (mapped !== text) cell.text = text.length === 1 ? mapped : toNfc(mapped)
}

/** Returns whether any of the mappings changes the cell. */
export function isMapped(cell: Cell, mappings: readonly Mapping[]): boolean {
  return !isEmoji(cell.source) && mappings.some((mapping) => mapping.changes(cell.text))
}

/** Draws a whole number from 0 to `count` − 1. */
export type Draw = (count: number) => number

/**
 * Returns a pseudo-random sequence that depends only on the seed: FNV-1a over its code units gives
 * the first state of mulberry32. Not for cryptography.
 */
export function createDraw(seed: string): Draw {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  }
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 0x100000000) * count)
  }
}
