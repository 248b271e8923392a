import { DataError, object } from './fields.ts'
import type { Operation, OperationReader } from './operation.ts'
import { beside, choose, cycle, divide, harmonize, initials } from './operations/alternate.ts'
import { copies, dropEmoji } from './operations/amount.ts'
import { around, between, fill, join, wrap } from './operations/between.ts'
import { changeCase } from './operations/case.ts'
import { decode, encode, restore } from './operations/code.ts'
import { draw } from './operations/draw.ts'
import { figure } from './operations/figure.ts'
import { echo, insert, move, remove } from './operations/letters.ts'
import { box, breakLines, stack } from './operations/lines.ts'
import { map, mapLike } from './operations/map.ts'
import { mapAfter } from './operations/map-after.ts'
import { atop, crown, marks, scatter } from './operations/marks.ts'
import { flags, numbers, numerals } from './operations/numerals.ts'
import { reverse } from './operations/reverse.ts'
import { run } from './operations/run.ts'
import { shuffle } from './operations/shuffle.ts'

/** Every type of operation → its reader, in the order of the messages. */
export const operationReaders: ReadonlyMap<string, OperationReader> = new Map([
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
])

/** Reads one step of a generator; throws a DataError that names the field. */
export function readOperation(value: unknown, path: string): Operation {
  const { type } = object(value, path)
  if (typeof type === 'string') {
    const read = operationReaders.get(type)
    if (read !== undefined) return read(type, value, path)
  }
  throw new DataError(`${path}.type must be one of ${[...operationReaders.keys()].join(', ')}`)
}
