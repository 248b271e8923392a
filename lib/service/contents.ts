import { join } from 'node:path'
import type { Contents } from '../api/live-catalogue.ts'
import type { LoadedCatalogue } from '../catalogue/catalogue.ts'
import type { Log } from '../log.ts'
import type { Config } from '../settings/config.ts'
import { StartError } from '../start-error.ts'
import type { Host } from './host.ts'

/**
 * Reads the catalogue that lies below `root`, with the overlay that the settings name. Throws a
 * StartError that names file and fault; those of the overlay are handed back.
 */
export function readCatalogue(
  { generatorsFolder, localesFolder }: Config,
  { root, loadCatalogue }: Pick<Host, 'root' | 'loadCatalogue'>,
): LoadedCatalogue {
  const folders = { generators: join(root, 'generators'), locales: join(root, 'locales') }
  return loadCatalogue(folders, { generators: generatorsFolder, locales: localesFolder })
}

/**
 * Reads it once more, and throws a StartError with the first fault of the overlay, too: whoever has
 * done something about it wants to hear of every fault. What is to be known of it is logged.
 */
export function readCatalogueAgain(config: Config, host: Host, log: Log): Contents {
  const { faults, warnings, ...contents } = readCatalogue(config, host)
  const [fault] = faults
  if (fault !== undefined) throw new StartError(fault)
  for (const warning of warnings) log.warn(warning)
  return contents
}
