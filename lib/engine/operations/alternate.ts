import { isMapped, mapCell, onCells, splitRuns } from '../draft.ts'
import type { Cell, Draft, Step } from '../draft.ts'
import type { Accents } from '../drawn-apart.ts'
import { fieldsOf, flag, list, text } from '../fields.ts'
import type { Shape, Values } from '../fields.ts'
import type { Kind } from '../kind.ts'
import { Mapping } from '../mapping.ts'
import { mappingFields } from '../mapping-data.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import type { OperationType, Siblings, WhatItIs } from '../operation.ts'
import { isEmoji, isInvisible, isLineBreak, isSpace } from '../text.ts'

/** `cycle`: uses its mappings in turn, one for each cell that any of them changes. */
export const cycle = alternate('alternating', {}, false, () => {
  return (_cells, count) => (turn) => turn % count
})

/** `choose`: uses a random one of its mappings for each cell that any of them changes. */
export const choose = alternate('mixed', {}, false, () => {
  return (_cells, count, { draw }) => () => draw(count)
})

/** `divide`: uses its mappings for equal parts of each word; the first may be a letter longer. */
export const divide = alternate('halved', {}, true, () => (cells, count) => {
  const parts = cells.map(() => 0)
  const seen = [...cells.keys()].filter((at) => !isInvisible(cells[at]?.source ?? ''))
  for (const word of splitRuns(seen, (at) => /^[\p{L}\p{N}]/u.test(cells[at]?.source ?? ''))) {
    for (const [turn, at] of word.entries()) parts[at] = Math.floor((turn * count) / word.length)
  }
  return (_turn, at) => parts[at] ?? 0
})

/** `initials`: uses the first mapping for the first letter of a word, and the other elsewhere. */
export const initials = alternate('initials', {}, true, () => (cells) => {
  const isFirst = cells.map(() => false)
  let isWithin = false
  for (const [at, { source }] of cells.entries()) {
    if (isInvisible(source)) continue
    const isInWord = /^[\p{L}\p{N}'’]/u.test(source) && !isEmoji(source)
    isFirst[at] = isInWord && !isWithin
    isWithin = isInWord
  }
  return (_turn, at) => (isFirst[at] === true ? 0 : 1)
})

/**
 * `harmonize`: uses the mapping for the vowel before each letter in its word, or else for the first
 * vowel of the word; the first mapping where there are no vowels.
 */
export const harmonize = alternate('alternating', { vowels: list(2, text) }, true, ({ vowels }) => {
  return (cells, _count, { language }) => {
    const indices = findVowels(cells, vowels, language)
    return (_turn, at) => indices[at] ?? 0
  }
})

/** `beside`: writes each line once with each of its mappings, with a text in between. */
export const beside = defineWithMappings({ layer: 'letters' }, { text }, true, (all, { text }) =>
  onCells((cells, draft) => {
    const mappings = all.map((mapping) => mapping.in(draft.language, draft.accents))
    draft.cells = splitRuns(cells, ({ source }) => isLineBreak(source)).flatMap((line) => {
      // What is not seen is not repeated.
      const others = line.filter(({ source }) => !isInvisible(source))
      if (others.every(({ source }) => isSpace(source))) return line
      return mappings.flatMap((mapping, turn) => {
        const copies = (turn === 0 ? line : others).map((cell) => ({ ...cell }))
        for (const cell of copies) mapCell(cell, mapping)
        return turn === 0 ? copies : [{ source: text, text }, ...copies]
      })
    })
  }),
)

/** Returns, for a cell, the index of its list of vowels or of that of the vowel it goes by. */
function findVowels(
  cells: readonly Cell[],
  vowels: readonly string[],
  language: string,
): readonly number[] {
  const indices = cells.map(() => 0)
  let last: number | undefined
  let start = 0
  for (const [at, { source }] of cells.entries()) {
    if (isInvisible(source)) continue
    if (!/^\p{L}/u.test(source)) {
      last = undefined
      start = at + 1
    }
    const letter = source.toLocaleLowerCase(language)
    const own = vowels.findIndex((some) => some.includes(letter))
    if (own >= 0 && last === undefined) indices.fill(own, start, at)
    if (own >= 0) last = own
    indices[at] = last ?? 0
  }
  return indices
}

/** Prepares the choice of a mapping, by its index, for the cell of a turn counted from 0. */
type Chooser = (
  cells: readonly Cell[],
  count: number,
  draft: Draft,
) => (turn: number, at: number) => number

function alternate<const Own extends Shape>(
  kind: Kind,
  shape: Own,
  isByLine: boolean,
  chooserOf: (fields: Values<Own>) => Chooser,
): OperationType {
  const what = { layer: 'letters', kind, effect: 'replaces' } as const
  return defineWithMappings(what, shape, isByLine, (all, own) => mapByTurns(all, chooserOf(own)))
}

/** Defines an operation that has a list of mappings, besides the fields of a shape. */
export function defineWithMappings<const Own extends Shape>(
  what: WhatItIs,
  shape: Own,
  isByLine: boolean,
  compile: (all: readonly Mapping[], fields: Values<Own>, siblings: Siblings) => Step,
): OperationType {
  const fieldsOfAll = { ...shape, mappings: list(2, choice), complete: flag }
  return defineOperation(what, fieldsOfAll, (fields) => {
    const { mappings: choices, complete, ...own } = fields
    const mappings = (siblings: Siblings): readonly Mapping[] => {
      const chosen = choices.map((one) => one.mapping(siblings))
      return complete ? chosen.map(({ completed }) => completed) : chosen
    }
    return {
      isByLine,
      references: choices.flatMap(({ reference = [] }) => reference),
      compile: (siblings) => compile(mappings(siblings), fields, siblings),
      mappings,
      published: (language, accents) => ({
        ...own,
        mappings: choices.map((one) => one.published(language, accents)),
        complete,
      }),
    }
  })
}

function mapByTurns(all: readonly Mapping[], chooserOf: Chooser): Step {
  return onCells((cells, draft) => {
    const mappings = all.map((mapping) => mapping.in(draft.language, draft.accents))
    let turn = 0
    const indexOf = chooserOf(cells, mappings.length, draft)
    const takesTurn = memoize((text: string) => isMapped({ source: text, text }, mappings))
    for (const [at, cell] of cells.entries()) {
      // In a cell that has changed already, the source decides, too.
      const isSent = cell.text === cell.source
      if (!(isSent ? takesTurn(cell.text) : isMapped(cell, mappings))) continue
      const mapping = mappings[indexOf(turn++, at)]
      if (mapping !== undefined) mapCell(cell, mapping)
    }
  })
}

/** One of the mappings: its own, or that of another generator. */
interface Choice {
  readonly reference?: string
  mapping(siblings: Siblings): Mapping
  published(language: string, accents: Accents): unknown
}

/** Reads a mapping, the slug of a generator whose mapping to use, or `plain` for no change. */
function choice(value: unknown, path: string): Choice {
  if (typeof value === 'string' && value !== 'plain') {
    const slug = text(value, path)
    return { reference: slug, mapping: ({ mappingOf }) => mappingOf(slug), published: () => slug }
  }
  const isPlain = value === 'plain'
  const mapping = new Mapping(isPlain ? { characters: new Map() } : readMapping(value, path))
  return {
    mapping: () => mapping,
    published: (language, accents) => (isPlain ? value : mapping.in(language, accents)),
  }
}

const readMapping = fieldsOf(mappingFields)
