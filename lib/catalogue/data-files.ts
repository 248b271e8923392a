import { isUtf8 } from 'node:buffer'
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
  const files = listFiles(folder, name).filter(isData)
  return files.map((file) => file.slice(0, -'.json'.length))
}

/** Formats the first items of a list, and the number of others. */
export function formatSome(items: readonly string[], most = 3): string {
  const others = items.length > most ? ` and ${items.length - most} more` : ''
  return items.slice(0, most).join(', ') + others
}

/** Returns warnings about what in an operator's folder is not read, or not as it is meant. */
export function findMisread(folder: string, name: string): string[] {
  const files = listFiles(folder, name)
  const warn = (found: readonly string[], why: string): string[] => {
    if (found.length === 0) return []
    return [`${name}: ${formatSome(found.map((file) => JSON.stringify(file)))} ${why}`]
  }
  return [
    ...warn(files.filter((file) => !isData(file)), 'not read: only files called NAME.json are'),
    ...warn(
      files.filter((file) => isData(file) && isInOtherCoding(join(folder, file))),
      'not in UTF-8, so letters beyond ASCII are lost: save as UTF-8',
    ),
  ]
}

function isInOtherCoding(path: string): boolean {
  try {
    const bytes = readSmallFile(path)
    return decode(bytes) !== '' && !isUtf8(bytes)
  } catch {
    // Reading it names the fault.
    return false
  }
}

function listFiles(folder: string, name: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${String(error)}`)
  }
}

/** Editors and systems write hidden files next to those that are edited or copied. */
function isData(file: string): boolean {
  return file.endsWith('.json') && !file.startsWith('.')
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
    return check(JSON.parse(decode(readSmallFile(path))))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const what = error instanceof SyntaxError ? `is not JSON: ${reason}` : reason
    throw new StartError(`${path}: ${what}`)
  }
}

/** Reads UTF-8, with or without the mark at its beginning that Windows writes. */
function decode(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') throw new Error('is UTF-16: save it as UTF-8')
  return bytes.toString().replace(/^\ufeff/, '')
}
