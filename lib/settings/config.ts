import { compileTrust } from '../http/address.ts'
import { logLevels, StartError } from '../log.ts'
import { mostPathCharacters, parseBasePath, parseHost, parseSiteUrl } from './addresses.ts'

/** A setting: its environment variable, its row in `--help`, and how its value is parsed. */
interface Setting<Value> {
  readonly variable: string
  /** The default, as `--help` shows it. */
  readonly fallback: string
  readonly meaning: string
  /** What a value must be, in the words of the error. */
  readonly mustBe: string
  /** Returns `undefined` for a value that is not accepted. */
  readonly parse: (text: string) => Value | undefined
  /** Returns the part of such a value that is wrong, if it has parts. */
  readonly findWrong?: (text: string) => string | undefined
  /** Returns the value of a setting that is not set. */
  readonly unset: (environment: Environment) => Value
}

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

const aFolder = {
  mustBe: 'the path of a folder',
  parse: (text: string) => (text.includes('\0') ? undefined : text),
}

const aLength = `at most ${mostPathCharacters} characters`
const perWindow = 'requests per window and client; 0 switches the limit off'
const aWindow = 'length of the window'

/** The highest limit. The record of a client has the times of as many requests. */
export const mostRequests = 10_000

const rateLimit = wholeNumber('RATE_LIMIT', '100', [0, 100_000], perWindow)

const pagesOrNot = 'pages for people below SITE_URL: on, or off (only the interface answers)'
const metricsOrNot = 'GET /metrics for Prometheus, to clients on this machine: on, or off'
const aPrefix = 'how many bits of an IPv6 address name a client'
const proxies = 'addresses, CIDR ranges, loopback, uniquelocal or none'

/** The table of settings, in the order of `--help` and of error messages. */
export const settings = {
  /** An address, a host name, or the absolute path of a Unix-domain socket. */
  host: withDefault({
    variable: 'HOST',
    fallback: '127.0.0.1',
    meaning: 'address to listen on, or the absolute path of a Unix-domain socket',
    mustBe: 'an IP address, a host name, or an absolute path of at most 107 bytes',
    parse: parseHost,
  }),
  port: wholeNumber('PORT', '8080', [0, 65_535], 'port; 0 picks a free one and prints it'),
  /** The path of {base_url}, without a final slash; `''` is the root. */
  basePath: withDefault({
    variable: 'BASE_PATH',
    fallback: '/api',
    meaning: 'path of the base address; it is answered with and without a trailing slash',
    mustBe: `a path such as /api: slashes, letters, digits and . _ ~ -, ${aLength}`,
    parse: parseBasePath,
  }),
  /** Without a final slash; if it is not set, the address that the service listens on. */
  siteUrl: withoutDefault({
    variable: 'SITE_URL',
    fallback: 'http://localhost:PORT',
    meaning: 'origin and optional path that the `url` fields start with',
    mustBe: `like https://your.site, without query, fragment, | ^ %00 %0A or %0D, ${aLength}`,
    parse: parseSiteUrl,
  }),
  dataFolder: {
    variable: 'DATA_DIR',
    fallback: '$STATE_DIRECTORY, else data',
    meaning: 'folder of the LMDB files, created with mode 0700',
    ...aFolder,
    unset: ({ STATE_DIRECTORY }: Environment): string => STATE_DIRECTORY?.split(':')[0] || 'data',
  },
  generatorsFolder: withoutDefault({
    variable: 'GENERATORS_DIR',
    fallback: 'none',
    meaning: 'folder of generators that are added to those of the service, or replace them by name',
    ...aFolder,
  }),
  localesFolder: withoutDefault({
    variable: 'LOCALES_DIR',
    fallback: 'none',
    meaning: 'folder of locale files whose entries are added, or replace those of the service',
    ...aFolder,
  }),
  isTrusted: withDefault({
    variable: 'TRUST_PROXY',
    fallback: 'loopback',
    meaning: `proxies whose X-Forwarded-For is believed: ${proxies}`,
    mustBe: `${proxies}, separated by commas`,
    parse: parseTrust,
    findWrong: (text) => text.split(',').find((entry) => parseTrust(entry) === undefined),
  }),
  rateLimit: {
    ...rateLimit,
    mustBe: `a whole number from 0 to ${mostRequests}`,
    // Version 2.0 will refuse larger ones.
    parse(text: string) {
      const requests = rateLimit.parse(text)
      return requests === undefined ? undefined : Math.min(requests, mostRequests)
    },
  },
  rateWindowMs: wholeNumber('RATE_WINDOW_SECONDS', '3600', [1, 2_592_000], aWindow, 1_000),
  ipv6PrefixBits: wholeNumber('IPV6_PREFIX', '64', [48, 128], aPrefix),
  maxClients: wholeNumber('MAX_CLIENTS', '1000000', [1, 100_000_000], 'windows kept at most'),
  maxTextCodePoints: wholeNumber('MAX_TEXT_LENGTH', '10000', [1, 100_000], 'code points of `text`'),
  hasPages: onOrOff('PAGES', 'on', pagesOrNot),
  hasMetrics: onOrOff('METRICS', 'off', metricsOrNot),
  logLevel: withDefault({
    variable: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'error, warn, info, or debug (one line a request)',
    mustBe: logLevels.join(', '),
    parse: (text) => logLevels.find((level) => level === text),
  }),
} satisfies Readonly<Record<string, Setting<unknown>>>

/** The values of all settings. */
export type Config = {
  readonly [Field in keyof typeof settings]: ReturnType<(typeof settings)[Field]['unset']>
}

/**
 * Reads the settings from environment variables; an empty variable is not set. Throws a StartError
 * with a line for each wrong value.
 */
export function readConfig(environment: Environment): Config {
  const faults: string[] = []
  const fields = Object.entries(settings).map(
    ([field, setting]) => [field, read(setting, environment, faults)] as const,
  )
  if (faults.length > 0) throw new StartError(...faults)
  // TypeScript cannot follow the types of the table through a list.
  return Object.fromEntries(fields) as Config
}

/** Returns the value of a setting; adds a value that is not accepted to the faults. */
function read(
  { variable, parse, mustBe, findWrong, unset }: Setting<unknown>,
  environment: Environment,
  faults: string[],
): unknown {
  const text = environment[variable]
  if (text === undefined || text === '') return unset(environment)
  const value = parse(text)
  if (value === undefined) {
    const wrong = findWrong?.(text)
    const named = wrong === undefined ? '' : `, not ${JSON.stringify(wrong.trim())}`
    faults.push(`${variable}=${JSON.stringify(text)} must be ${mustBe}${named}`)
  }
  return value
}

/** Makes a setting whose default is parsed like a value. */
function withDefault<Value>(setting: Omit<Setting<Value>, 'unset'>): Setting<Value> {
  const { variable, fallback, parse } = setting
  return {
    ...setting,
    unset() {
      const value = parse(fallback)
      if (value === undefined) throw new Error(`${variable} does not accept its own default`)
      return value
    },
  }
}

/** Makes a setting that may be undefined. */
function withoutDefault<Value>(setting: Omit<Setting<Value>, 'unset'>): Setting<Value | undefined> {
  return { ...setting, unset: () => undefined }
}

/** Makes a setting that switches something on or off. */
function onOrOff(variable: string, fallback: 'on' | 'off', meaning: string): Setting<boolean> {
  const parse = (text: string) => (text === 'on' ? true : text === 'off' ? false : undefined)
  return withDefault({ variable, fallback, meaning, mustBe: 'on or off', parse })
}

/** Makes a setting for a whole number, which is multiplied by `unit`. */
function wholeNumber(
  variable: string,
  fallback: string,
  [least, most]: readonly [number, number],
  meaning: string,
  unit = 1,
): Setting<number> {
  return withDefault({
    variable,
    fallback,
    meaning,
    mustBe: `a whole number from ${least} to ${most}`,
    parse(text) {
      const value = Number(text)
      if (!/^\d{1,9}$/.test(text) || value < least || value > most) return undefined
      return unit * value
    },
  })
}

/** Parses TRUST_PROXY, or one of its entries. */
export function parseTrust(text: string): ReturnType<typeof compileTrust> | undefined {
  try {
    return compileTrust(text)
  } catch {
    return undefined
  }
}
