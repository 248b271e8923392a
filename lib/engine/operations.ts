import { list } from './fields.ts'
import { typesOf } from './first-operations.ts'
import type { GeneratorFile } from './generator-file.ts'
import { kinds, readsBack } from './kind.ts'
import type { Kind } from './kind.ts'
import type { Layer } from './layer.ts'
import { createOperationReader } from './operation.ts'
import type { OperationTypes } from './operation.ts'
import { beside, choose, cycle, divide, harmonize, initials } from './operations/alternate.ts'
import { copies, dropEmoji } from './operations/amount.ts'
import { around, between, fill, join, wrap } from './operations/between.ts'
import { changeCase } from './operations/case.ts'
import { clean, decode, encode, reread, restore } from './operations/code.ts'
import { draw } from './operations/draw.ts'
import { figure } from './operations/figure.ts'
import { echo, insert, move, remove } from './operations/letters.ts'
import { box, breakLines, stack } from './operations/lines.ts'
import { map, mapLike } from './operations/map.ts'
import { mapAfter } from './operations/map-after.ts'
import { markdown } from './operations/markdown.ts'
import { atop, crown, marks, scatter } from './operations/marks.ts'
import { flags, numbers, numerals } from './operations/numerals.ts'
import { reverse } from './operations/reverse.ts'
import { run } from './operations/run.ts'
import { shuffle } from './operations/shuffle.ts'

/**
 * Every type of operation, in the order of the messages. Browsers have those of `first-operations`
 * at first.
 */
export const operationTypes: OperationTypes = new Map([
  ['map', map],
  ['map-like', mapLike],
  ['map-after', mapAfter],
  ['cycle', cycle],
  ['choose', choose],
  ['divide', divide],
  ['initials', initials],
  ['harmonize', harmonize],
  ['beside', beside],
  ['marks', marks],
  ['scatter', scatter],
  ['crown', crown],
  ['around', around],
  ['between', between],
  ['run', run],
  ['fill', fill],
  ['reverse', reverse],
  ['shuffle', shuffle],
  ['copies', copies],
  ['drop-emoji', dropEmoji],
  ['case', changeCase],
  ['join', join],
  ['encode', encode],
  ['decode', decode],
  ['insert', insert],
  ['echo', echo],
  ['move', move],
  ['remove', remove],
  ['wrap', wrap],
  ['break', breakLines],
  ['box', box],
  ['stack', stack],
  ['figure', figure],
  ['draw', draw],
  ['atop', atop],
  ['numerals', numerals],
  ['numbers', numbers],
  ['flags', flags],
  ['restore', restore],
  ['clean', clean],
  ['reread', reread],
  ['markdown', markdown],
])

/** Reads one step of a generator; throws a DataError that names the field. */
export const readOperation = createOperationReader(operationTypes)

/** Reads the operations of a generator file; throws a DataError that names the field. */
export const readOperations = list(1, readOperation)

const knownTypesOf = (operations: unknown) => typesOf(operations, operationTypes)

/** What the file of a style says; its operations are still JSON, and may have faults. */
type Stated = Pick<GeneratorFile, 'category' | 'operations'> & Partial<Pick<GeneratorFile, 'kind'>>

/** Of a style with operations of several layers, the first of these decides. */
const precedence = ['code', 'letters', 'text', 'marks', 'frame'] as const

/** Returns the layer of a style. */
export function layerOf({ category, operations }: Stated): Layer {
  const found = knownTypesOf(operations).map(([{ layer }, fields]) => {
    return typeof layer === 'function' ? layer(fields) : layer
  })
  const layer = precedence.find((one) => found.includes(one)) ?? 'text'
  return layer === 'letters' && ['coded', 'decoded'].includes(category) ? 'code' : layer
}

/** Returns what a style is: what its file says, else its first operation, else its category. */
export function kindOf({ kind, category, operations }: Stated): Kind {
  const [first] = knownTypesOf(operations).find(([type]) => type.kind !== undefined) ?? []
  const own = kind ?? first?.kind
  return own ?? kinds.find((one) => one === category) ?? 'symbols'
}

/** Returns whether a style needs the part of the engine that reads texts back. */
export function isReading(operations: unknown): boolean {
  return knownTypesOf(operations).some(([{ kind }]) => kind !== undefined && readsBack(kind))
}

/** Returns whether a style changes no ordinary text, but needs the extras for others. */
export function needsExtras(operations: unknown): boolean {
  return knownTypesOf(operations).some(([{ kind = '' }]) => {
    return ['reread', 'plain', 'cleaned', 'markup'].includes(kind)
  })
}

/** Returns whether a style turns all others back into plain text. */
export function isRestoring(operations: unknown): boolean {
  return knownTypesOf(operations).some(([{ kind }]) => kind === 'plain')
}
