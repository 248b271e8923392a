import type { Step } from './draft.ts'
import type { Mapping } from './mapping.ts'

/** How what an operation has done to a text is undone by another one who reads the text. */
export type Inverse =
  /** By itself: `step` gives back what there was, and `factor` is the most that it makes of it. */
  | { readonly kind: 'step'; readonly step: Step; readonly factor: number }
  /** By reading all of the text, with the codes that the decoder adds. */
  | { readonly kind: 'encoding'; readonly decode: Decode }
  /** By reading its table backwards, together with what other operations put between the codes. */
  | { readonly kind: 'table'; readonly mapping: Mapping }
  | { readonly kind: 'separator'; readonly text: string }
  | { readonly kind: 'signs'; readonly signs: RunSigns }

/**
 * Reads a text, and leaves what it cannot read. `codes`, such as the names of characters in HTML,
 * are read, too; without them the text becomes no longer.
 */
export type Decode = (text: string, codes: ReadonlyMap<string, string>) => string

/** What stands before a run of capitals or digits. */
export interface RunSigns {
  readonly members: 'capitals' | 'digits'
  /** What does not end a run when it stands between two members. */
  readonly joiners: string
  readonly before: string
  /** The sign where the run has two members or more. */
  readonly many: string
  /** Put behind a run that one of the followers would otherwise seem to be part of. */
  readonly stop: { readonly followers: string; readonly text: string }
}

/** A step that reads texts, and what it makes of a code point at most. */
export interface CompiledInverse {
  readonly step: Step
  readonly factor: number
  /** The codes of a single code point, each with what becomes of it, in any language. */
  readonly mappings: readonly Mapping[]
}
