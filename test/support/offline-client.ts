// A second implementation of what lib/api/README.md says of `operations`, by its words alone: it
// takes nothing of the project.

import { clustersOf, isChanged, isEmoji, isLineEnd, isSpace, isUnseen } from './offline-clusters.ts'
import type { Cell } from './offline-clusters.ts'
import { putMarks, reverse, signRuns } from './offline-steps.ts'

/** What a client reads of a detail answer. */
export interface Detail {
  readonly characters: Table
  readonly operations: readonly Step[]
}

type Table = Readonly<Record<string, string>>

/** A step as it is published; which fields it has depends on its type. */
export interface Step {
  readonly type: string
  readonly characters?: Table
  readonly mappings?: ReadonlyArray<string | Table>
  readonly complete?: boolean
  readonly marks?: string
  readonly last?: string
  readonly spaces?: boolean
  readonly before?: string
  readonly after?: string
  readonly text?: string
  readonly units?: string
  readonly where?: string
  readonly lines?: string
  readonly texts?: readonly string[]
  readonly members?: string
  readonly joiners?: string
  readonly many?: string
  readonly stop?: { readonly followers: string; readonly text: string }
  readonly first?: number
}

/** What a client decorates with, besides the answer. */
interface Surroundings {
  readonly language: string
  /** The detail answer of another generator in the same language, with the same accents. */
  readonly detailOf: (slug: string) => Detail
  /** The regular expressions of the document. */
  readonly gaps: RegExp
  readonly numbers: RegExp
}

/** Decorates a text without the service; throws for a type that is told by its name alone. */
export function decorateOffline(detail: Detail, text: string, given: Surroundings): string {
  const { characters, operations } = detail
  const [only] = operations
  if (operations.length === 1 && only?.type === 'map') return mapText(text, characters)
  let cells: Cell[] | undefined
  let whole = text
  for (const step of operations) {
    const onWhole = wholeTypes[step.type]
    if (onWhole !== undefined || step.units === 'words' && step.type === 'between') {
      if (cells !== undefined) whole = cells.map((cell) => cell.text).join('')
      cells = undefined
      whole = (onWhole ?? joinWords)(whole, step, given)
      continue
    }
    const onCells = cellTypes[step.type]
    if (onCells === undefined) throw new Error(`${step.type} is told by its name alone`)
    cells ??= clustersOf(whole).map((source) => ({ source, text: source }))
    onCells(cells, step, given, detail)
  }
  return cells === undefined ? whole : cells.map((cell) => cell.text).join('')
}

/** Whether the document is enough for all steps of a generator. */
export function isToldWhole({ operations }: Detail): boolean {
  return operations.every(({ type }) => type in cellTypes || type in wholeTypes)
}

function mapText(text: string, table: Table): string {
  return text.replace(/\P{M}\p{M}+|./gsu, (part) => {
    if (/^[\d#*]\ufe0f?\u20e3/.test(part)) return part
    const composed = part.normalize('NFC')
    const mapped = replaceIn(composed, table)
    return mapped === composed ? part : mapped
  })
}

function replaceIn(text: string, table: Table): string {
  return [...text].map((point) => table[point] ?? point).join('')
}

type OnWhole = (text: string, step: Step, given: Surroundings) => string

const wholeTypes: Readonly<Record<string, OnWhole>> = {
  wrap: (text, { before, after }) => `${before}${text}${after}`,
  numbers: (text, { first = 0, texts = [] }, { numbers }) =>
    text.replace(numbers, (digits) => texts[Number(digits) - first] ?? digits),
}

function joinWords(text: string, { texts = [] }: Step, { gaps }: Surroundings): string {
  let turn = 0
  return text.replace(gaps, () => texts[turn++ % texts.length] ?? '')
}

type OnCells = (cells: Cell[], step: Step, given: Surroundings, detail: Detail) => void

const cellTypes: Readonly<Record<string, OnCells>> = {
  map: (cells, { characters = {} }) => cells.forEach((cell) => mapCell(cell, characters)),
  'map-like': (cells, _step, _given, { characters }) =>
    cells.forEach((cell) => mapCell(cell, characters)),
  cycle,
  marks: putMarks,
  around: (cells, { before, after }) =>
    eachVisible(cells, (text) => `${before}${text}${after}`),
  fill: (cells, { text = '' }) => eachVisible(cells, () => text),
  between: putBetween,
  run: signRuns,
  reverse,
}

function mapCell(cell: Cell, table: Table): void {
  const text = lookedUp(cell.text)
  const mapped = isEmoji(cell.source) ? text : replaceIn(text, table)
  if (mapped !== text) cell.text = mapped.normalize('NFC')
}

function lookedUp(text: string): string {
  return /\p{M}/u.test(text) ? text.normalize('NFC') : text
}

function cycle(cells: Cell[], { mappings = [], complete }: Step, given: Surroundings): void {
  const named = mappings.map((one) => tableOf(one, given))
  const tables = complete === true ? named.map((table) => completed(table, given)) : named
  let turn = 0
  for (const cell of cells) {
    const text = lookedUp(cell.text)
    if (isEmoji(cell.source)) continue
    if (tables.every((table) => replaceIn(text, table) === text)) continue
    mapCell(cell, tables[turn++ % tables.length] ?? {})
  }
}

function tableOf(mapping: string | Table, { detailOf }: Surroundings): Table {
  if (typeof mapping !== 'string') return mapping
  if (mapping === 'plain') return {}
  const { characters, operations } = detailOf(mapping)
  return operations[0]?.characters ?? characters
}

const spelled = 'Æ AE Ð D Ø O Þ TH ß ss æ ae ð d ø o þ th Đ D đ d ı i Ł L ł l Œ OE œ oe ẞ SS'

function completed(table: Table, { language }: Surroundings): Table {
  const words = spelled.split(' ')
  const added = words.flatMap((letter, at) => {
    const texts = [...(words[at + 1] ?? '')].map((one) => table[one])
    const isLeft = at % 2 === 1 || letter in table || (letter === 'ı' && language === 'tr')
    return isLeft || texts.includes(undefined) ? [] : [[letter, texts.join('')] as const]
  })
  const whole = { ...table, ...Object.fromEntries(added) }
  const marked = [...'ǢǼǾǣǽǿ'].flatMap((letter) => {
    const [base = '', mark = ''] = letter.normalize('NFD')
    const text = whole[base]
    return text === undefined || letter in table ? [] : [[letter, (text + mark).normalize('NFC')]]
  })
  return { ...whole, ...Object.fromEntries(marked) }
}

function eachVisible(cells: Cell[], change: (text: string) => string): void {
  for (const cell of cells) {
    const { source } = cell
    const isVisible = !isSpace(source) && !isUnseen(source) && !/^\p{M}/u.test(source)
    if (isVisible) cell.text = change(cell.text)
  }
}

function putBetween(cells: Cell[], { where = '', texts = [] }: Step): void {
  const joins = joinsBy[where]
  let [turn, seen, last]: [number, Cell | undefined, Cell | undefined] = [0, undefined, undefined]
  for (const cell of cells) {
    if (!isUnseen(cell.source)) {
      if (seen && last && joins?.(seen, cell)) last.text += texts[turn++ % texts.length]
      seen = cell
    }
    last = cell
  }
}

const joinsBy: Readonly<Record<string, (one: Cell, other: Cell) => boolean>> = {
  visible: (one, other) => !isSpace(one.source) && !isSpace(other.source),
  all: (one, other) => !isLineEnd(one.source) && !isLineEnd(other.source),
  mapped: (one, other) =>
    (isChanged(one) && (isChanged(other) || isEmoji(other.source))) ||
    (isChanged(other) && isEmoji(one.source)),
}
