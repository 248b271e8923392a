import type { Step } from './draft.ts'
import type { Mapping } from './mapping.ts'

/** How the output of an operation is decoded. */
export type Inverse =
  /** By a step of its own, without looking at the other operations. */
  | { readonly kind: 'step'; readonly step: Step }
  /** By reading the whole text, with the codes that the decoder adds. */
  | ({ readonly kind: 'encoding' } & Encoding)
  /** By reading its table backwards, together with what other operations put around the codes. */
  | { readonly kind: 'table'; readonly mapping: Mapping }
  | { readonly kind: 'separator'; readonly text: string }
  | { readonly kind: 'signs'; readonly signs: RunSigns }

/** A language game: what it does to the letters that count, and with which text. */
export interface WordGame {
  readonly kind: 'insert' | 'echo' | 'move'
  readonly letters: string
  readonly text: string
  /** What is added to words that begin with a letter that counts. */
  readonly unmoved?: string
}

/** Decodes a text. */
export interface CompiledInverse {
  readonly step: Step
  /** Returns whether a text is not in this code; missing where the step itself finds out. */
  readonly isForeign?: (text: string, language: string) => boolean
  /** Returns whether a text can hardly be anything but this code. */
  readonly recognizes?: (text: string, language: string) => boolean
  /** Returns the codes of a single code point with what they become, in any language. */
  mappings(): readonly Mapping[]
}

/** Other ways in which people write a code. */
export interface CodeStyle {
  /** Maps a code point to the signs of the code that it represents, such as • to a dot. */
  readonly signs: ReadonlyMap<string, string>
  /** Further codes, and codes that mean another character than the first one that has them. */
  readonly codes: ReadonlyMap<string, string>
  /** What the letters a to z of a decoded text may stand for, if that is likelier. */
  readonly alphabets: readonly string[]
}

/** The encodings by their names in generator files. */
export const encodingNames = [
  'binary',
  'octal',
  'decimal',
  'hexadecimal',
  'code-points',
  'base32',
  'base64',
  'character-references',
  'percent',
] as const
export type EncodingName = (typeof encodingNames)[number]

/** The letters of Base32, in order of their values. */
export const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** How an encoding is read. */
export interface Encoding {
  readonly decode: Decode
  /** Returns whether a whole text can hardly be anything else. */
  readonly recognizes?: (text: string) => boolean
}

/** Decodes a text and copies what it cannot read; `codes` are further codes, such as `&amp;`. */
export type Decode = (text: string, codes: ReadonlyMap<string, string>) => string

/** The signs around a run of capitals or digits. */
export interface RunSigns {
  readonly members: 'capitals' | 'digits'
  /** Characters that do not end a run if they are between two members. */
  readonly joiners: string
  readonly before: string
  /** The sign before a run of two or more members. */
  readonly many: string
  /** Added after a run if one of `followers` comes next and would seem to be part of the run. */
  readonly stop: { readonly followers: string; readonly text: string }
}
