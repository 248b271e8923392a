import type { Encoding, MappingChoice, MarkPool, Operation, RunOperation } from './generator.ts'
import { changeCase } from './letter-case.ts'
import { applyMapping, compileMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { createDraw } from './random.ts'
import type { Draw } from './random.ts'
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
      return onText((text, { language, draw }) => changeCase(text, operation.to, language, draw))
    case 'encode':
      return onText((text) => encode(text, operation.as))
    case 'wrap':
      return onText((text) => operation.before + text + operation.after)
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
    for (const cell of cells) if (!isSpace(cell.source)) cell.text = change(cell)
  })
}

function mapEach(mapping: Mapping): Step {
  return onCells((cells) => {
    for (const cell of cells) mapCell(cell, mapping)
  })
}

// An emoji may hold digits (keycaps) or letters that are not meant as such.
function mapCell(cell: Cell, mapping: Mapping): void {
  if (!isEmoji(cell.source)) cell.text = applyMapping(mapping, cell.text)
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
  for (const point of cell.text) {
    if (mappings.some((mapping) => mapping.has(point))) return true
  }
  return false
}

function addMarks(marks: string, spaces: boolean): Step {
  // Marks such as U+0338 compose with some characters; the rest of ASCII is looked up here too.
  const ascii = Array.from({ length: 128 }, (_, unit) =>
    (String.fromCharCode(unit) + marks).normalize('NFC'),
  )
  const mark = (cluster: string): string => {
    if (!takesMarks(cluster) && !(spaces && isBlank(cluster))) return cluster
    return (cluster.length === 1 && ascii[cluster.charCodeAt(0)]) || compose(cluster, marks)
  }
  return onCells((cells) => {
    for (const cell of cells) cell.text = eachCluster(cell.text, mark)
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
    for (const cell of cells) cell.text = eachCluster(cell.text, mark)
  })
}

function eachCluster(text: string, change: (cluster: string) => string): string {
  return text.length === 1 ? change(text) : graphemeClusters(text).map(change).join('')
}

// NFC puts the marks into their canonical order, and keeps é one code point.
function compose(cluster: string, marks: string): string {
  return (cluster + marks).normalize('NFC')
}

function isBlank(cluster: string): boolean {
  return isSpace(cluster) && !isLineBreak(cluster)
}

function joinClusters(texts: readonly string[], where: 'visible' | 'mapped' | 'all'): Step {
  const joins = {
    visible: (cell: Cell) => !isSpace(cell.source),
    mapped: (cell: Cell) => cell.text !== cell.source,
    all: (cell: Cell) => !isLineBreak(cell.source),
  }[where]
  return onCells((cells) => {
    let turn = 0
    let previous: Cell | undefined
    let previousJoins = false
    for (const cell of cells) {
      const cellJoins = joins(cell)
      if (previous !== undefined && previousJoins && cellJoins) {
        previous.text += texts[turn % texts.length]
        turn++
      }
      previous = cell
      previousJoins = cellJoins
    }
  })
}

function joinWords(texts: readonly string[]): Step {
  return onText((text) => {
    let turn = 0
    // A blank that carries a mark or a joiner is a cluster of its own and stays.
    return text.replace(
      /(?<=\S)[^\S\n\v\f\r\u0085\u2028\u2029]+(?=[^\s\p{M}\u200d])/gu,
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
      const joins = joiners.includes(cells[index]?.source ?? ' ')
      runs[index] ||= joins && runs[index - 1] === true && runs[index + 1] === true
    }
    for (let start = 0; start < cells.length; start++) {
      const first = cells[start]
      if (first === undefined || !runs[start]) continue
      let end = start + 1
      while (runs[end]) end++
      const last = cells[end - 1] ?? first
      const isLong = end - start > 1
      if (stop.followers.includes(cells[end]?.source ?? ' ') && (isLong || many === before)) {
        last.text += stop.text
      }
      first.text = (isLong ? many : before) + first.text
      start = end - 1
    }
  })
}

const reverseLines = onCells((cells) => reverseRuns(cells, (cell) => isLineBreak(cell.source)))

const reverseWords = onCells((cells) => reverseRuns(cells, (cell) => isSpace(cell.source)))

function reverseRuns(cells: Cell[], isBreak: (cell: Cell) => boolean): void {
  let start = 0
  for (let end = 0; end <= cells.length; end++) {
    const cell = cells[end]
    if (cell !== undefined && !isBreak(cell)) continue
    cells.splice(start, end - start, ...cells.slice(start, end).reverse())
    start = end + 1
  }
}

const reverseWordOrder = onText((text) =>
  text.replace(/[^\n\v\f\r\u0085\u2028\u2029]+/g, (line) =>
    line
      .split(/(\s+)/)
      .reverse()
      .join(''),
  ),
)

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

