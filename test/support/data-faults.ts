import { join } from 'node:path'
import { findOperationFaults, loadCatalogue } from '../../lib/catalogue/catalogue.ts'
import { StartError } from '../../lib/start-error.ts'

/**
 * Returns a sentence for each generator with a fault in a folder with `generators` and `locales`,
 * or the one for which a start would fail.
 */
export function findDataFaults(folder: string): readonly string[] {
  const generators = join(folder, 'generators')
  try {
    return findOperationFaults(loadCatalogue(generators, join(folder, 'locales')), generators)
  } catch (error) {
    if (error instanceof StartError) return error.lines
    throw error
  }
}
