import type { Cell } from './draft.ts'
import type { Mapping } from './mapping.ts'
import { toNfc } from './normal-form.ts'
import { isEmoji } from './text.ts'

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
  return mappings.some((mapping) => mapping.replaceIn(text) !== text)
}

/** A letter with marks is looked up composed, however it was sent. */
function lookupForm(text: string): string {
  return text.length > 1 && /\p{M}/u.test(text) ? toNfc(text) : text
}
