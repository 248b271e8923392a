import { resolve } from 'node:path'
import { readCatalogueFiles } from '../catalogue/catalogue-files.ts'
import { foldersBelow } from '../catalogue/data-files.ts'
import { checkEndpoint, chooseEndpoint, defaultSiteUrl } from '../http/listen.ts'
import { StartError } from '../log.ts'
import { checkSite } from '../service/parts.ts'
import { createReader, findUnreadable } from '../service/reader.ts'
import { settings } from '../settings/config.ts'
import type { Config } from '../settings/config.ts'
import { findMistakes, findWarnings } from '../settings/warnings.ts'
import type { Sources } from '../settings/warnings.ts'
import { checkFolder } from '../store/folder.ts'
import { alignColumns } from './command-line.ts'

/** The settings of a start, and where they come from. */
export interface Settings extends Sources {
  readonly config: Config
}

/**
 * Checks everything that a start needs. Resolves to a report: each setting with its value and
 * source, the warnings, and the number of generators. Rejects with a StartError that lists every
 * fault, also those that would only leave something out of the catalogue. It does not listen,
 * create files or open the store, so it can run next to a service.
 */
export async function checkStart(given: Settings, root: string): Promise<string> {
  const { config } = given
  const faults: string[] = []
  await collect(faults, () => checkEndpoint(chooseEndpoint(config.host, config.port)))
  await collect(faults, () => checkFolder(resolve(config.dataFolder)))
  await collect(faults, () => checkSite(config))
  // The faults of a folder must not hide those in the other one.
  const { readable, faults: unreadable } = findUnreadable(config)
  faults.push(...unreadable)
  const read = await createReader(readable, { root, readFiles: readCatalogueFiles })
  const files = await collect(faults, read)
  if (files !== undefined) {
    const { createCatalogue, findDeepFaults } = await import('../catalogue/catalogue.ts')
    const { catalogue } = createCatalogue(files)
    faults.push(...files.faults, ...findDeepFaults(catalogue, foldersBelow(root)))
  }
  if (files === undefined || faults.length > 0) {
    throw besideWarnings(new StartError(...faults), given)
  }
  const warnings = [...findWarnings(given, siteUrlOf(config)), ...files.warnings]
  const verdict = warnings.length === 0 ? 'Everything is fine' : 'It can start, with warnings'
  const lines = [
    ...describeSettings(given),
    ...warnings.map((warning) => `Warning: ${warning}`),
    `${verdict}: ${files.generators.size} generators`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Returns the result of `work`, or adds the lines of its StartError to the faults. */
async function collect<Result>(
  faults: string[],
  work: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    faults.push(...error.lines)
    return undefined
  }
}

/** Adds warnings about the settings to the error of a refused start. */
export function besideWarnings(error: StartError, sources: Sources): StartError {
  const warnings = findMistakes(sources).map((warning) => `Warning: ${warning}`)
  return new StartError(...error.lines, ...warnings)
}

function describeSettings(given: Settings): string[] {
  const { environment, file, config } = given
  const rows = Object.values(settings).map(({ variable, fallback }) => {
    const text = environment[variable]
    if (!text) return [variable, unsetValue(variable, config) ?? fallback, 'default']
    const isInFile = file !== undefined && variable in file.variables
    return [variable, quote(text), isInFile ? file.path : 'environment']
  })
  return alignColumns(rows)
}

/** Returns the value of a default that `--help` describes in words. */
function unsetValue(variable: string, config: Config): string | undefined {
  if (variable === settings.dataFolder.variable) return resolve(config.dataFolder)
  return variable === settings.siteUrl.variable ? siteUrlOf(config) : undefined
}

function siteUrlOf({ siteUrl, host, port }: Config): string {
  const address = host.startsWith('/') ? host : { address: host, family: '', port }
  return siteUrl ?? defaultSiteUrl(address)
}

/** Formats a value on one line; as JSON if it has characters that would be invisible. */
function quote(value: string): string {
  return /^[^\p{C}\p{Z}"]+$/u.test(value) ? value : JSON.stringify(value)
}
