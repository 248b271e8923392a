import type { Step } from './draft.ts'
import type { Accents } from './drawn-apart.ts'
import { DataError, object, readFields, text } from './fields.ts'
import type { Shape, Values } from './fields.ts'
import type { CodeStyle, CompiledInverse, Encoding, EncodingName } from './inverse.ts'
import type { Inverse, WordGame } from './inverse.ts'
import type { Kind } from './kind.ts'
import type { Layer } from './layer.ts'
import type { Mapping } from './mapping.ts'
import type { ShowMarkdown } from './markdown/show-markdown.ts'
import type { RestoreTable, RestoreEntry } from './restoration.ts'

/** What a type of operation does with the fields of a generator file. */
export interface Behaviour {
  /**
   * Whether each line of a text becomes one line, as it would alone; false unless stated. A letter
   * may be composed in one and decomposed in the other.
   */
  readonly isByLine?: boolean
  /** The slugs of the generators whose tables or operations it uses. */
  readonly references?: readonly string[]
  /** The slug of the generator whose output it decodes. */
  readonly decodes?: string
  /** Its table, if replacing characters by this table is all it does. */
  readonly mapping?: Mapping
  /** Prepares the step; throws a DataError if another generator lacks what it needs. */
  compile(siblings: Siblings): Step
  /** The mappings that may change a character. */
  mappings?(siblings: Siblings): readonly Mapping[]
  /** What it adds to a text, each with the plain text that `plain-text` puts in its place. */
  restoreEntries?(): Iterable<RestoreEntry>
  /** Returns what finds out whether a text can hardly be anything but the code that it decodes. */
  recognizerOf?(siblings: Siblings): CompiledInverse['recognizes']
  /** How a decoder reads its output, if it can. */
  inverse?(siblings: Siblings): Inverse
  /** The published fields, if they are not simply those that were read. */
  published?(language: string, accents: Accents): object
}

/** One step of a generator, made from the fields of its file. */
export interface Operation extends Behaviour {
  readonly type: string
  readonly effect: Effect
  readonly isByLine: boolean
  readonly references: readonly string[]
  mappings(siblings: Siblings): readonly Mapping[]
  restoreEntries(): Iterable<RestoreEntry>
  /** Returns what clients get, defaults included: enough to do the same. */
  published(language: string, accents: Accents): object
}

/** The fields of an operation in a generator file, which may have faults. */
export type JsonFields = Readonly<Record<string, unknown>>

/** What can be said of a type of operation before its fields are read. */
export interface WhatItIs {
  /** What it changes, which may depend on its fields. */
  readonly layer: Layer | ((fields: JsonFields) => Layer)
  /** What a style with it is, if its file does not say so. */
  readonly kind?: Kind
  /** What it does to a text; `rewrites` unless stated. */
  readonly effect?: Effect
}

/** A type of operation. */
export interface OperationType extends WhatItIs {
  /** Reads an operation; throws a DataError that names the field. */
  read(type: string, value: unknown, path: string): Operation
}

/** Types of operations by their names in generator files. */
export type OperationTypes = ReadonlyMap<string, OperationType>

/** Creates what reads one step of a generator; it throws a DataError that names the field. */
export function createOperationReader(
  types: OperationTypes,
): (value: unknown, path: string) => Operation {
  return (value, path) => {
    const { type } = object(value, path)
    const known = types.get(String(type))
    if (known !== undefined) return known.read(String(type), value, path)
    throw new DataError(`${path}.type must be one of ${[...types.keys()].join(', ')}`)
  }
}

/** Defines a type of operation: what it is, its fields, and what it does with them. */
export function defineOperation<const Own extends Shape>(
  what: WhatItIs,
  shape: Own,
  behave: (values: Values<Own>) => Behaviour,
): OperationType {
  const read: OperationType['read'] = (type, value, path) => {
    const { type: _type, ...values } = readFields<Shape>(value, path, { type: text, ...shape })
    // The compiler does not know that these are the values of the shape.
    const behaviour = behave(values as Values<Own>)
    return {
      effect: what.effect ?? 'rewrites',
      isByLine: false,
      references: [],
      mappings: () => [],
      restoreEntries: () => [],
      ...behaviour,
      type,
      published: (language, accents) => ({
        type,
        ...(behaviour.published?.(language, accents) ?? writeTables(values)),
      }),
    }
  }
  return { ...what, read }
}

/** Returns the values as JSON has them: tables become objects. */
function writeTables(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      return [name, value instanceof Map ? Object.fromEntries(value) : value]
    }),
  )
}

/**
 * What an operation does to a text: replaces characters, adds combining marks, puts something
 * around the whole text, puts signs before runs of characters, or anything else.
 */
export type Effect = 'replaces' | 'marks' | 'wraps' | 'runs' | 'rewrites'

/** What an operation may ask of the other generators in the catalogue. */
export interface Siblings {
  /** Returns the mapping of another generator; throws a DataError if it has none. */
  mappingOf(slug: string): Mapping
  /** Returns the operations of another generator; throws a DataError if there is none. */
  operationsOf(slug: string): readonly Operation[]
  /** Returns how decorated text becomes plain; computed at the first use. */
  restoreTable(): RestoreTable
  /** Returns what reads texts back. */
  decoding(): Decoding
  /** Returns what ordinary texts do not need. */
  extras(): Extras
}

/** The parts of the engine that browsers load later than the rest, as they are at the moment. */
export interface LaterParts {
  types(): OperationTypes
  decoding(): Decoding
  extras(): Extras
}

/** What ordinary texts do not need, so that browsers load it when another one is typed. */
export interface Extras {
  /** Removes what is not seen; `isPlain` makes signs those of a keyboard, too. */
  clean?(text: string, isPlain: boolean): string
  /** Returns whether a text is seen, and has what is not. */
  isUnclean?(text: string): boolean
  readonly showMarkdown?: ShowMarkdown
  /** Reads UTF-8 that a program took for another encoding. */
  readonly mojibake?: {
    decode(text: string): string
    recognizes(text: string): boolean
  }
  /** Returns what turns decorated text plain, with look-alike letters and the emoji of frames. */
  createRestorer?(
    table: RestoreTable,
    lookalikes: ReadonlyMap<string, string>,
    emoji: string,
  ): (text: string, language: string) => string
}

/** What reads texts back. */
export interface Decoding {
  /**
   * Undoes the operations of a generator, the last one first. Throws a DataError if one of them
   * cannot be undone.
   */
  compileInverse(
    slug: string,
    operations: readonly Operation[],
    siblings: Siblings,
    style: CodeStyle,
  ): CompiledInverse
  readonly encodings: Readonly<Record<EncodingName, Encoding>>
  readRomanNumerals(text: string): string
  /** Returns a step that reads a language game; `encode` writes it. */
  createGameReader(game: WordGame, encode: Step): Step
  createRestoreTable(entries: Iterable<RestoreEntry>): RestoreTable
}

/** Returns the slug of the generator that a decoder reads; `undefined` for other generators. */
export function decodedBy(operations: readonly Operation[]): string | undefined {
  return operations.find(({ decodes }) => decodes !== undefined)?.decodes
}

/** Returns the mapping of operations that only replace characters by one table. */
export function loneMapping(operations: readonly Operation[]): Mapping | undefined {
  return operations.length === 1 ? operations[0]?.mapping : undefined
}
