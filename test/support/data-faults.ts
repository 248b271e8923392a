import { findDeepFaults, loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { StartError } from '../../lib/log.ts'

/**
 * Returns a sentence for each file with a fault in a folder with `generators` and `locales`. For a
 * fault that would stop a start, returns what `explain` makes of it: its lines.
 */
export function findDataFaults(
  root: string,
  explain = ({ lines }: StartError): readonly string[] => lines,
): readonly string[] {
  const folders = foldersBelow(root)
  try {
    return findDeepFaults(loadWithOverlay(folders).catalogue, folders)
  } catch (error) {
    if (error instanceof StartError) return explain(error)
    throw error
  }
}
