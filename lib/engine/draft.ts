import type { Accents } from './drawn-apart.ts'
import type { Mapping } from './mapping.ts'
import type { Kept } from './keep.ts'
import { clustersOf, isEmoji, isInvisible, isSpace, toNfc } from './text.ts'

/** A grapheme cluster of the input, and its text so far. */
export interface Cell {
  readonly source: string
  text: string
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
    draft.text = draft.cells.map((cell) => cell.text).join('')
    draft.cells = undefined
  }
  return draft.text
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
    draft.cells ??= clustersOf(draft.text).map((source) => ({ source, text: source }))
    change(draft.cells, draft)
  }
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
  if (!/\p{M}/u.test(text)) return mapping.replaceIn(text)
  return text.replace(/(\P{M}\p{M}+)|(?:(?!\P{M}\p{M})[^])+/gu, (piece, letter?: string) => {
    if (/^[\d#*]\ufe0f?\u20e3/.test(piece)) return piece
    const composed = letter === undefined ? piece : toNfc(piece)
    const mapped = mapping.replaceIn(composed)
    return mapped === composed ? piece : mapped
  })
}

/** Maps the text of a cell, and composes the result; an emoji stays. */
export function mapCell(cell: Cell, mapping: Mapping): void {
  // An emoji may contain digits (keycaps) or letters that are not meant as such.
  if (isEmoji(cell.source)) return
  const text = lookupForm(cell.text)
  const mapped = mapping.replaceIn(text)
  if (mapped !== text) cell.text = text.length === 1 ? mapped : toNfc(mapped)
}

/** Returns whether any of the mappings changes the cell. */
export function isMapped(cell: Cell, mappings: readonly Mapping[]): boolean {
  if (isEmoji(cell.source)) return false
  const text = lookupForm(cell.text)
  return mappings.some((mapping) => mapping.changes(text))
}

/** A letter with marks is looked up composed, however it was sent. */
function lookupForm(text: string): string {
  return text.length > 1 && /\p{M}/u.test(text) ? toNfc(text) : text
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
