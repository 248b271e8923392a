import { createClosest } from '../engine/closest.ts'
import { parseAddress } from '../http/address.ts'
import { mostRequests, parseTrust, settings } from './config.ts'
import type { Environment } from './config.ts'
import type { EnvironmentFile } from './environment-file.ts'

/** The placeholder in the documents that readers replace by their own origin. */
const placeholderSiteUrl = 'https://your.site'

/** The variables of a start, and where they come from. */
export interface Sources {
  /** All variables; those of the file replace those of the process. */
  readonly environment: Environment
  /** The file that the command line names. */
  readonly file: (EnvironmentFile & { readonly path: string }) | undefined
}

/** Returns a warning for each ignored line of the file, and each variable that looks mistyped. */
export function findMistakes({ environment, file }: Sources): string[] {
  const mistyped = Object.keys(environment).flatMap((name) => {
    const meant = findMeant(name)
    return meant === undefined ? [] : [`${name} has no effect: the setting is ${meant}`]
  })
  return [...(file?.ignored ?? []), ...mistyped]
}

/**
 * Returns all warnings about settings with which the service can start: also about a TRUST_PROXY
 * that includes every address, a folder called `~`, a higher limit or more clients than are meant,
 * and a SITE_URL that is not set. `siteUrl` is the beginning of page addresses.
 */
export function findWarnings(sources: Sources, siteUrl: string): string[] {
  const { environment } = sources
  const warnings = findMistakes(sources)
  const trusted = environment[settings.isTrusted.variable] ?? ''
  if (trustsEveryone(trusted)) {
    const danger = 'any client can choose its address with X-Forwarded-For'
    warnings.push(`TRUST_PROXY=${trusted} trusts every address: ${danger}`)
  }
  const { dataFolder, generatorsFolder, localesFolder } = settings
  for (const { variable } of [dataFolder, generatorsFolder, localesFolder]) {
    const path = environment[variable] ?? ''
    if (!/^~(?:\/|$)/.test(path)) continue
    warnings.push(`${variable}=${path} is a folder called ~: only a shell means your home folder`)
  }
  const requests = environment[settings.rateLimit.variable] ?? ''
  if (Number(requests) > mostRequests) {
    const counts = `counts as ${mostRequests}, and version 2.0 will refuse it`
    warnings.push(`RATE_LIMIT=${requests} ${counts}: 0 switches the limit off`)
  }
  const clients = environment[settings.maxClients.variable] ?? ''
  if (Number(clients) > mostClients) {
    const bounds = 'the data file (160 MiB) and the memory are measured for a million at most'
    warnings.push(`MAX_CLIENTS=${clients}: ${bounds}`)
  }
  const fault = !environment[settings.siteUrl.variable]
    ? 'not set'
    : siteUrl === placeholderSiteUrl && 'the placeholder of the documents'
  if (fault) {
    warnings.push(`SITE_URL is ${fault}: the \`url\` fields of the answers begin with ${siteUrl}`)
  }
  return warnings
}

/** More than a million clients were never tried. */
const mostClients = 1_000_000

/** Addresses in every quarter of each kind: who trusts these trusts everyone. */
const farApart = [
  ['1.1.1.1', '100.1.1.1', '150.1.1.1', '200.1.1.1'],
  ['2001:4860::1', '2606:4700::1', '2a00:1450::1', '3fff::1'],
].map((addresses) => addresses.flatMap((address) => parseAddress(address) ?? []))

function trustsEveryone(proxies: string): boolean {
  const isTrusted = parseTrust(proxies) ?? (() => false)
  return farApart.some((addresses) => addresses.every(isTrusted))
}

const variables: readonly string[] = Object.values(settings).map(({ variable }) => variable)

/** Shorter names resemble common variables: HOST and HOME, PORT and PATH. */
const findClosest = createClosest(variables, 7)

/** Returns the setting that an unknown variable looks like, if there is one. */
function findMeant(name: string): string | undefined {
  return variables.includes(name) ? undefined : findClosest(name)
}
