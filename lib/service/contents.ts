import { join } from 'node:path'
import type { Readable } from '../api/live-catalogue.ts'
import type { CatalogueFiles } from '../catalogue/catalogue-files.ts'
import type { DataFolders } from '../catalogue/data-files.ts'
import type { Log } from '../log.ts'
import type { Config } from '../settings/config.ts'
import { StartError } from '../start-error.ts'
import type { Host } from './host.ts'

/** Reads the folders of data. Throws a StartError for a fault that stops a start. */
export type Read = () => CatalogueFiles

/** Returns a function that reads the folders of data below `root` and those of the settings. */
export async function createReader(
  { generatorsFolder, localesFolder }: Config,
  { root, readFiles }: Pick<Host, 'root' | 'readFiles'>,
): Promise<Read> {
  const folders = foldersBelow(root)
  const overlay = { generators: generatorsFolder, locales: localesFolder }
  // Styles of an operator are checked at once; shipped ones need no such code before a request.
  const own = generatorsFolder && (await import('../catalogue/own-generators.ts'))
  return () => readFiles(folders, overlay, own ? own.joinOwnGenerators : undefined)
}

/** The folders of data that ship with the service. */
export function foldersBelow(root: string): DataFolders {
  return { generators: join(root, 'generators'), locales: join(root, 'locales') }
}

/** Returns a catalogue whose styles are loaded with the first request for one. */
export function openLater(files: CatalogueFiles, { openFiles }: Pick<Host, 'openFiles'>): Readable {
  return { size: files.generators.size, open: () => openFiles(files) }
}

/**
 * Reads the folders for a reload, and logs the warnings. A fault in an operator's own file throws a
 * StartError, too: the operator has just changed something and wants to know.
 */
export function readAgain(read: Read, host: Host, log: Log): Readable {
  const files = read()
  const [fault] = files.faults
  if (fault !== undefined) throw new StartError(fault)
  for (const warning of files.warnings) log.warn(warning)
  return openLater(files, host)
}
