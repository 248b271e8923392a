import { readdirSync } from 'node:fs'
import type { CatalogueFiles } from '../catalogue/catalogue-files.ts'
import { foldersBelow } from '../catalogue/data-files.ts'
import { StartError } from '../log.ts'
import { settings } from '../settings/config.ts'
import type { Config } from '../settings/config.ts'
import type { Host } from './host.ts'

/** The settings of the operator's own folders. */
type OwnFolders = Pick<Config, 'generatorsFolder' | 'localesFolder'>

/**
 * Returns a function that reads the folders of data below `root` and those of the settings. It
 * throws a StartError for a fault that stops a start.
 */
export async function createReader(
  config: OwnFolders,
  { root, readFiles }: Pick<Host, 'root' | 'readFiles'>,
): Promise<() => CatalogueFiles> {
  const { generatorsFolder, localesFolder } = config
  const folders = foldersBelow(root)
  const overlay = { generators: generatorsFolder, locales: localesFolder }
  // Styles of an operator are checked at once; shipped ones need no such code before a request.
  const own = generatorsFolder && (await import('../catalogue/own-generators.ts'))
  return () => {
    const { faults } = findUnreadable(config)
    if (faults.length > 0) throw new StartError(...faults)
    return readFiles(folders, overlay, own ? own.joinOwnGenerators : undefined)
  }
}

/**
 * Returns a line for each of the operator's own folders that cannot be read, which names its
 * setting, and the settings without these folders.
 */
export function findUnreadable({ generatorsFolder, localesFolder }: OwnFolders): {
  readonly faults: readonly string[]
  readonly readable: OwnFolders
} {
  const faults: string[] = []
  const read = (folder: string | undefined, variable: string): string | undefined => {
    try {
      if (folder !== undefined) readdirSync(folder)
      return folder
    } catch (error) {
      faults.push(`${variable}=${folder} cannot be read: ${String(error)}`)
      return undefined
    }
  }
  const readable = {
    generatorsFolder: read(generatorsFolder, settings.generatorsFolder.variable),
    localesFolder: read(localesFolder, settings.localesFolder.variable),
  }
  return { faults, readable }
}
