import type { Encoding, MappingChoice, MarkPool, Operation, RunOperation } from './generator.ts'
import { drawBox, raiseFlags, stackClusters, writeRomanNumerals } from './layout.ts'
import { changeCase } from './letter-case.ts'
import { applyMapping, compileMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { createDraw } from './seeded-random.ts'
import type { Draw } from './seeded-random.ts'
import { restore } from './restoration.ts'
import type { Restoration } from './restoration.ts'
import { graphemeClusters, isEmoji, isLineBreak, isSpace, takesMarks } from './text.ts'

/** Decorates a text; `language` (en, es, fr, tr) matters to the case styles alone. */
export type Transform = (text: string, language: string) => string

/** What the steps of a generator may ask of the rest of the catalogue. */
export interface Surroundings {
  /** The mapping of another generator; throws a DataError if there is none. */
  readonly mappingOf: (slug: string) => Mapping
  /** How decorated characters are taken back; asked for at the first use. */
  readonly restoration: () => Restoration
}

/** A grapheme cluster of the input, and what has become of it so far. */
interface Cell {
  readonly source: string
  text: string
}

/** A text on its way through the steps: as one text, or as one cell a grapheme cluster. */
interface Draft {
  text: string
  cells: Cell[] | undefined
  readonly language: string
  readonly draw: Draw
}

type Step = (draft: Draft) => void

/**
 * Compiles the operations of a generator to a function. The slug and the text seed every choice,
 * so that the same text always gives the same output. Throws a DataError for a mapping that is
 * asked for and does not exist.
 */
export function compileTransform(
  slug: string,
  operations: readonly Operation[],
  surroundings: Surroundings,
): Transform {
  const mapping = compileMappingAlone(operations)
  if (mapping !== undefined) return (text) => applyMapping(mapping, text)
  const steps = operations.map((operation) => compileStep(operation, surroundings))
  return (text, language) => {
    const draft = { text, cells: undefined, language, draw: createDraw(`${slug}\n${text}`) }
    for (const step of steps) step(draft)
    return textOf(draft)
  }
}

/** The mapping of a generator that does nothing but map, else `undefined`. */
export function compileMappingAlone(operations: readonly Operation[]): Mapping | undefined {
  const [first] = operations
  return operations.length === 1 && first?.type === 'map' ? compileMapping(first) : undefined
}

function compileStep(operation: Operation, surroundings: Surroundings): Step {
  const toMapping = (choice: MappingChoice): Mapping =>
    compileChoice(choice, surroundings.mappingOf)
  switch (operation.type) {
    case 'map':
      return mapEach(compileMapping(operation))
    case 'map-like':
      return mapEach(surroundings.mappingOf(operation.generator))
    case 'cycle':
      return mapInTurn(operation.mappings.map(toMapping))
    case 'choose':
      return mapByChance(operation.mappings.map(toMapping))
    case 'marks':
      return addMarks(operation.marks, operation.spaces)
    case 'scatter':
      return scatterMarks(operation.pools)
    case 'around':
      return onVisible((cell) => operation.before + cell.text + operation.after)
    case 'between':
      return operation.units === 'words'
        ? joinWords(operation.texts)
        : joinClusters(operation.texts, operation.where)
    case 'run':
      return signRuns(operation)
    case 'fill':
      return onVisible(() => operation.text)
    case 'reverse':
      return { clusters: reverseLines, letters: reverseWords, words: reverseWordOrder }[
        operation.units
      ]
    case 'case':
      return onText((text, { language, draw }) =>
        composeMarks(changeCase(composeMarks(text), operation.to, language, draw)),
      )
    case 'encode':
      return onText((text) => encode(text, operation.as))
    case 'wrap':
      return onText((text) => operation.before + text + operation.after)
    case 'box':
      return onText((text) => drawBox(text, operation))
    case 'stack':
      return onText(stackClusters)
    case 'numerals':
      return onText(writeRomanNumerals)
    case 'flags': {
      const codes = new Set(operation.codes.split(' '))
      return onText((text) => raiseFlags(text, codes))
    }
    case 'restore':
      return onText((text) => restore(text, surroundings.restoration()))
  }
}

/** The mapping that a cycle or choice names: its own, another generator's, or none (`plain`). */
export function compileChoice(
  choice: MappingChoice,
  mappingOf: (slug: string) => Mapping,
): Mapping {
  if (typeof choice !== 'string') return compileMapping(choice)
  return choice === 'plain' ? new Map() : mappingOf(choice)
}

function textOf(draft: Draft): string {
  if (draft.cells !== undefined) {
    draft.text = draft.cells.map((cell) => cell.text).join('')
    draft.cells = undefined
  }
  return draft.text
}

function cellsOf(draft: Draft): Cell[] {
  draft.cells ??= graphemeClusters(draft.text).map((source) => ({ source, text: source }))
  return draft.cells
}

function onText(change: (text: string, draft: Draft) => string): Step {
  return (draft) => {
    draft.text = change(textOf(draft), draft)
  }
}

function onCells(change: (cells: Cell[], draft: Draft) => void): Step {
  return (draft) => change(cellsOf(draft), draft)
}

function onVisible(change: (cell: Cell) => string): Step {
  return onCells((cells) => {
    for (const cell of cells) if (isVisible(cell)) cell.text = change(cell)
  })
}

// A stray mark would be drawn on whatever is put before it.
function isVisible({ source }: Cell): boolean {
  return !isSpace(source) && !/^\p{M}/u.test(source)
}

function mapEach(mapping: Mapping): Step {
  return onCells((cells) => {
    for (const cell of cells) mapCell(cell, mapping)
  })
}

// An emoji may hold digits (keycaps) or letters that are not meant as such.
function mapCell(cell: Cell, mapping: Mapping): void {
  if (isEmoji(cell.source)) return
  const text = lookupForm(cell.text)
  const mapped = applyMapping(mapping, text)
  if (mapped !== text) cell.text = text.length === 1 ? mapped : mapped.normalize('NFC')
}

// Turkish casing takes î and its decomposed form for different letters, and ΐ falls apart.
function composeMarks(text: string): string {
  return text.replace(/\P{M}\p{M}+/gu, (letter) => letter.normalize('NFC'))
}

/** A letter with marks is looked up composed, however it was sent. */
function lookupForm(text: string): string {
  return text.length > 1 && /\p{M}/u.test(text) ? text.normalize('NFC') : text
}

function mapInTurn(mappings: readonly Mapping[]): Step {
  return onCells((cells) => {
    let turn = 0
    for (const cell of cells) {
      if (!isMapped(cell, mappings)) continue
      mapCell(cell, mappings[turn % mappings.length] ?? new Map())
      turn++
    }
  })
}

function mapByChance(mappings: readonly Mapping[]): Step {
  return onCells((cells, { draw }) => {
    for (const cell of cells) {
      if (!isMapped(cell, mappings)) continue
      mapCell(cell, mappings[draw(mappings.length)] ?? new Map())
    }
  })
}

// Only what some mapping changes takes a turn: spaces and emoji do not shift the pattern.
function isMapped(cell: Cell, mappings: readonly Mapping[]): boolean {
  if (isEmoji(cell.source)) return false
  for (const point of lookupForm(cell.text)) {
    if (mappings.some((mapping) => mapping.has(point))) return true
  }
  return false
}

function addMarks(marks: string, spaces: boolean): Step {
  const takes = (cluster: string): boolean =>
    takesMarks(cluster) || (spaces && /^\p{Zs}$/u.test(cluster))
  const add = (cluster: string): string => (takes(cluster) ? compose(cluster, marks) : cluster)
  // Most text is ASCII, whose clusters are worked out once.
  const ascii: string[] = []
  const mark = (cluster: string): string =>
    cluster.length === 1 && cluster <= '\x7f'
      ? (ascii[cluster.charCodeAt(0)] ??= add(cluster))
      : add(cluster)
  return onCells((cells) => {
    const known = new Map<string, string>()
    for (const cell of cells) {
      const { text } = cell
      if (text.length === 1) {
        cell.text = mark(text)
        continue
      }
      cell.text = known.get(text) ?? eachCluster(cell, mark)
      known.set(text, cell.text)
    }
  })
}

function scatterMarks(pools: readonly MarkPool[]): Step {
  return onCells((cells, { draw }) => {
    const mark = (cluster: string): string => {
      if (!takesMarks(cluster)) return cluster
      let marks = ''
      for (const pool of pools) {
        const count = pool.least + draw(pool.most - pool.least + 1)
        for (let index = 0; index < count; index++) marks += pool.marks[draw(pool.marks.length)]
      }
      return compose(cluster, marks)
    }
    for (const cell of cells) cell.text = eachCluster(cell, mark)
  })
}

function eachCluster({ source, text }: Cell, change: (cluster: string) => string): string {
  // What nothing has changed yet is one cluster; to segment it would take most of the time.
  if (text.length === 1 || text === source) return change(text)
  return graphemeClusters(text).map(change).join('')
}

// NFC puts the marks into their canonical order, and keeps é one code point.
function compose(cluster: string, marks: string): string {
  return (cluster + marks).normalize('NFC')
}

function isBlank(cluster: string): boolean {
  return isSpace(cluster) && !isLineBreak(cluster)
}

function joinClusters(texts: readonly string[], where: 'visible' | 'mapped' | 'all'): Step {
  const join = {
    visible: (one: Cell, other: Cell) => !isSpace(one.source) && !isSpace(other.source),
    mapped: joinsMapped,
    all: (one: Cell, other: Cell) => !isLineBreak(one.source) && !isLineBreak(other.source),
  }[where]
  return onCells((cells) => {
    const joints = cells.filter((cell, index) => {
      const next = cells[index + 1]
      return next !== undefined && join(cell, next)
    })
    joints.forEach((cell, turn) => {
      cell.text += texts[turn % texts.length]
    })
  })
}

// A flag of the text must not fuse with a regional indicator that a mapping has put beside it.
function joinsMapped(one: Cell, other: Cell): boolean {
  const isOneMapped = one.text !== one.source
  const isOtherMapped = other.text !== other.source
  if (isOneMapped) return isOtherMapped || isEmoji(other.source)
  return isOtherMapped && isEmoji(one.source)
}

function joinWords(texts: readonly string[]): Step {
  return onText((text) => {
    let turn = 0
    // A blank that carries a mark or a joiner is a cluster of its own and stays.
    return text.replace(
      /(?<=[^\s\u0085])[^\S\n\v\f\r\u2028\u2029]+(?=[^\s\u0085\p{M}\u200d])/gu,
      () => texts[turn++ % texts.length] ?? '',
    )
  })
}

const runMembers = { capitals: /^\p{Lu}/u, digits: /^\p{Nd}/u }

function signRuns({ members, joiners, before, many, stop }: RunOperation): Step {
  const isMember = (cell: Cell | undefined): boolean =>
    cell !== undefined && cell.text !== cell.source && runMembers[members].test(cell.source)
  return onCells((cells) => {
    const runs = cells.map(isMember)
    for (let index = 1; index < cells.length - 1; index++) {
      const isBetween = runs[index - 1] === true && runs[index + 1] === true
      runs[index] ||= isBetween && isIn(joiners, cells[index])
    }
    for (let start = 0; start < cells.length; start++) {
      const first = cells[start]
      if (first === undefined || !runs[start]) continue
      let end = start + 1
      while (runs[end]) end++
      const isLong = end - start > 1
      let next = end
      while (isIn(joiners, cells[next])) next++
      if (isIn(stop.followers, cells[next]) && (isLong || many === before)) {
        const last = cells[next - 1] ?? first
        last.text += stop.text
      }
      first.text = (isLong ? many : before) + first.text
      start = end - 1
    }
  })
}

function isIn(characters: string, cell: Cell | undefined): boolean {
  return cell !== undefined && characters.includes(cell.source.normalize('NFC'))
}

const reverseLines = onCells((cells) => reverseRuns(cells, isNoBreak))

const reverseWords = onCells((cells) => reverseRuns(cells, isNoSpace))

// All of a line is turned round, and then each word and each blank is turned back.
const reverseWordOrder = onCells((cells) => {
  reverseRuns(cells, isNoBreak)
  reverseRuns(cells, isNoSpace)
  reverseRuns(cells, ({ source }) => isBlank(source))
})

function isNoBreak({ source }: Cell): boolean {
  return !isLineBreak(source)
}

function isNoSpace({ source }: Cell): boolean {
  return !isSpace(source)
}

function reverseRuns(cells: Cell[], isMember: (cell: Cell) => boolean): void {
  let start = 0
  for (let end = 0; end <= cells.length; end++) {
    const cell = cells[end]
    if (cell !== undefined && isMember(cell)) continue
    const reversed = cells.slice(start, end).reverse()
    for (const [offset, member] of reversed.entries()) cells[start + offset] = member
    start = end + 1
  }
}

function encode(text: string, as: Encoding): string {
  if (as === 'code-points') {
    return Array.from(text, (point) => `U+${digits(point.codePointAt(0) ?? 0, 16, 4)}`).join(' ')
  }
  const bytes = new TextEncoder().encode(text)
  if (as === 'base64') {
    let binary = ''
    for (const byte of bytes) binary += String.fromCharCode(byte)
    return btoa(binary)
  }
  const [radix, width] = { binary: [2, 8], octal: [8, 3], decimal: [10, 1], hexadecimal: [16, 2] }[
    as
  ] as [number, number]
  return Array.from(bytes, (byte) => digits(byte, radix, width)).join(' ')
}

function digits(value: number, radix: number, width: number): string {
  return value.toString(radix).toUpperCase().padStart(width, '0')
}

