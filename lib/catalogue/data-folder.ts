import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSmallFile } from '../small-file.ts'
import { StartError } from '../start-error.ts'

/** The folders that a catalogue is read from. */
export interface DataFolders {
  readonly generators: string
  readonly locales: string
}

/** The folders of what is added to a catalogue; `undefined` where there is none. */
export type Overlay = { readonly [Folder in keyof DataFolders]: string | undefined }

/** Takes a sentence about the data of an overlay. */
export type Remark = (sentence: string) => void

/** What is remarked upon in an overlay: what is left out because of a fault, and all else. */
export interface Remarks {
  readonly fault: Remark
  readonly warn: Remark
}

/** The file names (without `.json`) of a data folder, sorted; throws a StartError. */
export function listDataFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .sort()
  } catch (error) {
    throw new StartError(`${folder} cannot be read: ${String(error)}`)
  }
}

/**
 * Reads `<folder>/<name>.json` and returns what `check` makes of its JSON value and its text. Every
 * fault becomes a StartError with the path of the file, the field, and what it takes.
 */
export function readDataFile<Data>(
  folder: string,
  name: string,
  check: (value: unknown, text: string) => Data,
): Data {
  return atFile(folder, name, () => {
    const text = readSmallFile(join(folder, `${name}.json`)).toString()
    return check(JSON.parse(text), text)
  })
}

/** Does what may throw because of a file; the StartError that it throws then names the file. */
export function atFile<Result>(folder: string, name: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new StartError(`${join(folder, `${name}.json`)}: ${reason(error)}`)
  }
}

/** Does what may throw a StartError, and hands its message on instead, giving `undefined`. */
export function leaveOut<Result>(work: () => Result, remark: Remark): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    remark(error.message)
    return undefined
  }
}

function reason(error: unknown): string {
  if (error instanceof SyntaxError) return `is not JSON: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
