import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSmallFile } from '../small-file.ts'
import { StartError } from '../start-error.ts'

/** The folders of a catalogue. */
export interface DataFolders {
  readonly generators: string
  readonly locales: string
}

/** The folders of an operator's own files; `undefined` where there is none. */
export type Overlay = { readonly [Folder in keyof DataFolders]: string | undefined }

/** Receives a sentence about the data of an overlay. */
export type Remark = (sentence: string) => void

/** Receives what is left out of an overlay because of a fault, and warnings about the rest. */
export interface Remarks {
  readonly fault: Remark
  readonly warn: Remark
}

/** Lists the names of the files in a data folder, without `.json`. Throws a StartError. */
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
 * Reads `<folder>/<name>.json` and returns the result of `check` for its JSON value. Throws a
 * StartError for every fault.
 */
export function readDataFile<Data>(
  folder: string,
  name: string,
  check: (value: unknown) => Data,
  read: (path: string) => string = (path) => readSmallFile(path).toString(),
): Data {
  return atFile(folder, name, () => check(JSON.parse(read(join(folder, `${name}.json`)))))
}

/** Reads a file of the service itself, which needs no caution: this takes half the time. */
export function readShippedFile(path: string): string {
  return readFileSync(path, 'utf8')
}

/** Does work on a file; where that throws, it throws a StartError that names the file. */
export function atFile<Result>(folder: string, name: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const what = error instanceof SyntaxError ? `is not JSON: ${reason}` : reason
    throw new StartError(`${join(folder, `${name}.json`)}: ${what}`)
  }
}

/** Does work; where that throws a StartError, it passes the message on and returns `undefined`. */
export function leaveOut<Result>(work: () => Result, remark: Remark): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    remark(error.message)
    return undefined
  }
}
