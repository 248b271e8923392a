import { resolve } from 'node:path'
import { readCatalogueFiles } from '../catalogue/catalogue-files.ts'
import { checkEndpoint, chooseEndpoint, defaultSiteUrl } from '../http/listen.ts'
import { createReader, foldersBelow } from '../service/contents.ts'
import { checkSite } from '../service/parts.ts'
import { settings } from '../settings/config.ts'
import type { Config, Environment } from '../settings/config.ts'
import type { EnvironmentFile } from '../settings/environment-file.ts'
import { findMistyped, findWarnings } from '../settings/warnings.ts'
import { StartError } from '../start-error.ts'
import { checkFolder } from '../store/folder.ts'

/** The settings of a start, and where they come from. */
export interface Settings {
  readonly config: Config
  /** All variables; those of the file replace those of the process. */
  readonly environment: Environment
  /** The file that the command line names. */
  readonly file: (EnvironmentFile & { readonly path: string }) | undefined
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
  const read = await createReader(config, { root, readFiles: readCatalogueFiles })
  const files = await collect(faults, read)
  if (files !== undefined) {
    const { createCatalogue, findDeepFaults } = await import('../catalogue/catalogue.ts')
    const { catalogue } = createCatalogue(files)
    faults.push(...files.faults, ...findDeepFaults(catalogue, foldersBelow(root)))
  }
  if (files === undefined || faults.length > 0) {
    throw besideWarnings(new StartError(...faults), given)
  }
  const warnings = [...warningsOf(given, siteUrlOf(config)), ...files.warnings]
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

/**
 * Adds warnings to the error of a refused start: a line for each variable that looks mistyped, and
 * for each line of the settings file that systemd ignores.
 */
export function besideWarnings(
  error: unknown,
  { environment, file }: Pick<Settings, 'environment' | 'file'>,
): unknown {
  if (!(error instanceof StartError)) return error
  const warnings = [...(file?.ignored ?? []), ...findMistyped(environment)]
  return new StartError(...error.lines, ...warnings.map((warning) => `Warning: ${warning}`))
}

/** Returns all warnings about the settings. `siteUrl` is the beginning of page addresses. */
export function warningsOf({ environment, file }: Settings, siteUrl: string): string[] {
  return [...(file?.ignored ?? []), ...findWarnings(environment, siteUrl)]
}

function describeSettings(given: Settings): string[] {
  const rows = Object.values(settings).map(({ variable, fallback }) => {
    const text = given.environment[variable] || undefined
    if (text !== undefined) return [variable, quote(text), sourceOf(variable, given)]
    return [variable, unsetValue(variable, given.config) ?? fallback, 'default']
  })
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

/** Returns the value behind a default that `--help` describes in words. */
function unsetValue(variable: string, config: Config): string | undefined {
  if (variable === settings.dataFolder.variable) return resolve(config.dataFolder)
  return variable === settings.siteUrl.variable ? siteUrlOf(config) : undefined
}

function siteUrlOf({ siteUrl, host, port }: Config): string {
  const address = host.startsWith('/') ? host : { address: host, family: '', port }
  return siteUrl ?? defaultSiteUrl(address)
}

function sourceOf(variable: string, { file }: Settings): string {
  return file !== undefined && variable in file.variables ? file.path : 'environment'
}

/** Formats a value on one line; as JSON if it has characters that would be invisible. */
function quote(value: string): string {
  return /^[^\p{C}\p{Z}"]+$/u.test(value) ? value : JSON.stringify(value)
}
