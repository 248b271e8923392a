import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '../../lib/catalogue/locale.ts'
import { decoding } from '../../lib/engine/decoding/decoding.ts'
import * as extras from '../../lib/engine/extras.ts'
import { readGeneratorFile } from '../../lib/engine/generator-file.ts'
import { kindOf, layerOf, readOperations as read } from '../../lib/engine/operations.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { characterTable } from '../../lib/engine/mapping-data.ts'
import type { Operation, Siblings } from '../../lib/engine/operation.ts'
import { compileTransform, createSiblings } from '../../lib/engine/style.ts'
import type { GeneratorData } from '../../lib/engine/style.ts'
import { wholeEngine } from '../../lib/engine/whole-engine.ts'
import { show } from './texts.ts'

/** An operation as a generator file states it. */
export type OperationFields = Readonly<Record<string, unknown>>

/** The other generators of these tests: each maps like `turned`, and 𝐚 is taken back. */
export const siblings: Siblings = {
  mappingOf: () => turned,
  operationsOf: () => readOperations({ type: 'map', characters: { abn: 'ɐqu' } }),
  restoreTable: () => decoding.createRestoreTable([['𝐚', 'a']]),
  decoding: () => decoding,
  extras: () => extras,
}

const turned = new Mapping({ characters: characterTable({ abn: 'ɐqu' }, 'characters'), accents: 'keep' })

/** Reads the JSON value of a generator file as a whole; throws a DataError that names the field. */
export function readGenerator(value: unknown): GeneratorData {
  const file = readGeneratorFile(value)
  // First: the canonical form has the order in which fields are read.
  const operations = read(file.operations, 'operations')
  return { ...file, kind: kindOf(file), layer: layerOf(file), operations }
}

/** Reads operations as a generator file contains them. */
export function readOperations(...operations: readonly OperationFields[]): readonly Operation[] {
  return read(operations, 'operations')
}

/** What clients get of an operation, as JSON. */
export function published(operation: Operation | undefined): OperationFields {
  return JSON.parse(JSON.stringify(operation?.published('en', 'styled')))
}

/** Compiles operations as a generator file contains them. */
export function compileOperations(
  operations: readonly OperationFields[],
  slug = 'slug',
): (text: string, language?: Language) => string {
  const transform = compileTransform(slug, readOperations(...operations), siblings)
  return (text, language = 'en') => transform(text, language)
}

/** Compiles what reads the texts that the operations make; `style` has other fields of `decode`. */
export function compileDecoder(
  operations: readonly OperationFields[],
  style: OperationFields = {},
): (text: string, language?: Language) => string {
  const decode = readOperations({ type: 'decode', generator: 'code', ...style })
  const transform = compileTransform('decoder', decode, siblingsWithCode(operations))
  return (text, language = 'en') => transform(text, language)
}

/** A single other generator, `code`, which does the operations. */
function siblingsWithCode(operations: readonly OperationFields[]): Siblings {
  const code = { restore: false, operations: readOperations(...operations) }
  return createSiblings(new Map([['code', code]]), wholeEngine)
}

/** Returns the output of operations for an input. */
export type Row = readonly [title: string, input: string, output: string, language?: Language]

/** One test a row, of the result of a function for a text. */
export function describeTexts(
  title: string,
  transform: (text: string, language?: Language) => string,
  rows: readonly Row[],
): void {
  describe(title, () => {
    for (const [row, input, output, language] of rows) {
      test(row, () => {
        assert.equal(transform(input, language), output, show(transform(input, language)))
      })
    }
  })
}

/** The same of operations. */
export function describeOperations(
  title: string,
  operations: readonly OperationFields[],
  rows: readonly Row[],
): void {
  describeTexts(title, compileOperations(operations), rows)
}

export const family = '👩‍👩‍👧'
export const bold: OperationFields = { type: 'map', characters: { 'a-c': '𝐚𝐛𝐜', 1: '𝟏' } }
export const reverse: OperationFields = { type: 'reverse', units: 'clusters' }
