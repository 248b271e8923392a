import { findDeepFaults, loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import { foldersBelow } from '../../lib/service/contents.ts'
import { StartError } from '../../lib/start-error.ts'

/**
 * Returns a sentence for each file with a fault in a folder with `generators` and `locales`, or the
 * fault for which a start would fail.
 */
export function findDataFaults(root: string): readonly string[] {
  const folders = foldersBelow(root)
  try {
    return findDeepFaults(loadWithOverlay(folders).catalogue, folders)
  } catch (error) {
    if (error instanceof StartError) return error.lines
    throw error
  }
}
