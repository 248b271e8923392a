import { join, resolve } from 'node:path'
import { formatSome, listDataFiles } from '../catalogue/data-files.ts'
import type { CatalogueSources } from '../catalogue/data-files.ts'
import { findUnjoined } from '../catalogue/shipped-files.ts'
import { checkCatalogue } from '../catalogue/load-catalogue.ts'
import { checkTarget, chooseTarget, defaultSiteUrl } from '../http/listen.ts'
import { StartError } from '../log.ts'
import { checkSite } from '../service/wiring.ts'
import { settings } from '../settings/config.ts'
import type { Config } from '../settings/config.ts'
import { findMistakes, findWarnings } from '../settings/warnings.ts'
import type { Sources } from '../settings/warnings.ts'
import { checkFolder } from '../store/folder.ts'
import { alignColumns } from './command-line.ts'
import { findUnreadable } from './unreadable.ts'
import type { Account } from './unreadable.ts'

/** The settings of a start, and where they come from. */
export interface Settings extends Sources {
  readonly config: Config
}

/**
 * Checks everything that a start needs. Resolves to a report: each setting with its value and
 * source, the warnings, and the number of generators. Rejects with a StartError that lists every
 * fault. It does not listen, create files or open the store, so it can run next to a service.
 * `root` is the account of this process if it can read what others cannot.
 */
export async function checkStart(
  given: Settings,
  shipped: CatalogueSources,
  root?: Account,
): Promise<string> {
  const { config } = given
  const faults: string[] = []
  await collect(faults, () => checkTarget(chooseTarget(config.host, config.port)))
  await collect(faults, () => checkFolder(resolve(config.dataFolder)))
  await collect(faults, () => checkSite(config))
  const { generatorsFolder: generators, localesFolder: locales } = config
  const catalogue = checkCatalogue({ ...shipped, own: { generators, locales } })
  faults.push(...catalogue.faults)
  if (faults.length > 0) throw besideWarnings(new StartError(...faults), given)
  const needed = [import.meta.filename, ...filesIn(generators), ...filesIn(locales)]
  const closed = root === undefined ? [] : findUnreadable(needed, root)
  const ofFiles = [...catalogue.warnings, ...findUnjoined(shipped), ...warnOfClosed(closed)]
  const warnings = [...findWarnings(given, siteUrlOf(config)), ...ofFiles]
  const verdict = warnings.length === 0 ? 'Everything is fine' : 'It can start, with warnings'
  const lines = [
    ...describeSettings(given),
    ...warnings.map((warning) => `Warning: ${warning}`),
    `${verdict}: ${catalogue.size} generators`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Root's check finds nothing wrong with them, while the service usually runs as another user. */
function warnOfClosed(paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  return [`${formatSome(paths)}: only root can read it, but not the service: chmod a+rX`]
}

/** Returns the paths of a folder of an operator and of its files. */
function filesIn(folder: string | undefined): string[] {
  if (folder === undefined) return []
  return [folder, ...listDataFiles(folder).map((name) => join(folder, `${name}.json`))]
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
    if (!text) {
      const isGiven = variable === settings.dataFolder.variable && environment['STATE_DIRECTORY']
      const source = isGiven ? 'STATE_DIRECTORY' : 'default'
      return [variable, unsetValue(variable, config) ?? fallback, source]
    }
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
