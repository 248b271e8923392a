import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../log.ts'
import { readSmallFile } from '../small-file.ts'

/** The folders of a catalogue. */
export interface DataFolders {
  readonly generators: string
  readonly locales: string
}

/** Returns the folders of a catalogue in a folder. */
export function foldersBelow(root: string): DataFolders {
  return { generators: join(root, 'generators'), locales: join(root, 'locales') }
}

/** The folders of an operator's own files; `undefined` where there is none. */
export type OwnFolders = { readonly [Folder in keyof DataFolders]: string | undefined }

/** What a catalogue is read from. */
export interface CatalogueSources {
  /** The folders that ship with the service. */
  readonly folders: DataFolders
  /** The file in which the shipped generators are joined; without it, their folder is read. */
  readonly joined?: string | undefined
  /** Folders whose files are added to the shipped ones, or replace those of the same name. */
  readonly own?: OwnFolders
}

/** Sentences about the files of a catalogue for its operator. */
export interface Remarks {
  /** File, field and what it accepts. A service with a fault does not start. */
  readonly faults: string[]
  readonly warnings: string[]
}

/**
 * Lists the names of the files in a data folder, without `.json`. Throws a StartError, which calls
 * the folder by `name`.
 */
export function listDataFiles(folder: string, name = folder): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .sort()
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${String(error)}`)
  }
}

/**
 * Reads `<folder>/<name>.json` and returns the result of `check` for its JSON value. Throws a
 * StartError that names the file for every fault.
 */
export function readDataFile<Data>(
  folder: string,
  name: string,
  check: (value: unknown) => Data,
): Data {
  const path = join(folder, `${name}.json`)
  try {
    return check(JSON.parse(readSmallFile(path).toString()))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const what = error instanceof SyntaxError ? `is not JSON: ${reason}` : reason
    throw new StartError(`${path}: ${what}`)
  }
}
