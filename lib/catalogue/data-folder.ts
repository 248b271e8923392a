import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataError } from '../engine/fields.ts'
import { StartError } from '../start-error.ts'

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
 * Reads `<folder>/<name>.json` and returns what `check` makes of its JSON value. Every fault
 * becomes a StartError with the path of the file, the field, and what it takes.
 */
export function readDataFile<Data>(
  folder: string,
  name: string,
  check: (value: unknown) => Data,
): Data {
  const path = join(folder, `${name}.json`)
  try {
    return check(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartError(`${path}: ${reason(error)}`)
  }
}

function reason(error: unknown): string {
  if (error instanceof DataError) return error.message
  if (error instanceof SyntaxError) return `is not JSON: ${error.message}`
  return String(error)
}
