import { DataError, Fields } from './fields.ts'
import type { Operation } from './operation.ts'
import { readChoose, readCycle } from './operations/alternate.ts'
import { readAround, readFill } from './operations/around.ts'
import { readAtop } from './operations/atop.ts'
import { readBetween } from './operations/between.ts'
import { readBox } from './operations/box.ts'
import { readBreak } from './operations/break.ts'
import { readCase } from './operations/case.ts'
import { readDecode } from './operations/decode.ts'
import { readEncode } from './operations/encode.ts'
import { readFlags } from './operations/flags.ts'
import { readEcho, readInsert } from './operations/insert.ts'
import { readMapLike } from './operations/map-like.ts'
import { readMap } from './operations/map.ts'
import { readMarks, readScatter } from './operations/marks.ts'
import { readMove } from './operations/move.ts'
import { readNumbers, readNumerals } from './operations/numerals.ts'
import { readRemove } from './operations/remove.ts'
import { readRestore } from './operations/restore.ts'
import { readReverse } from './operations/reverse.ts'
import { readRun } from './operations/run.ts'
import { readStack } from './operations/stack.ts'
import { readWrap } from './operations/wrap.ts'

/** Makes an operation of the fields of its JSON object; throws a DataError that names the field. */
export type OperationReader = (fields: Fields) => Operation

/** Every type of operation → its reader, in the order of the messages. */
export const operationReaders: ReadonlyMap<string, OperationReader> = new Map([
  ['map', readMap],
  ['map-like', readMapLike],
  ['cycle', readCycle],
  ['choose', readChoose],
  ['marks', readMarks],
  ['scatter', readScatter],
  ['around', readAround],
  ['between', readBetween],
  ['run', readRun],
  ['fill', readFill],
  ['reverse', readReverse],
  ['case', readCase],
  ['encode', readEncode],
  ['decode', readDecode],
  ['insert', readInsert],
  ['echo', readEcho],
  ['move', readMove],
  ['remove', readRemove],
  ['wrap', readWrap],
  ['break', readBreak],
  ['box', readBox],
  ['stack', readStack],
  ['atop', readAtop],
  ['numerals', readNumerals],
  ['numbers', readNumbers],
  ['flags', readFlags],
  ['restore', readRestore],
])

/** Reads one step of a generator; throws a DataError that names the field. */
export function readOperation(value: unknown, place: string): Operation {
  const fields = new Fields(value, place)
  const read = fields.readFirst('type', readerOf)
  return read(fields)
}

function readerOf(type: unknown, place: string): OperationReader {
  const read = typeof type === 'string' ? operationReaders.get(type) : undefined
  if (read !== undefined) return read
  throw new DataError(`${place} takes one of ${[...operationReaders.keys()].join(', ')}`)
}
