import { isIP } from 'node:net'
import { compileTrust } from '../http/address.ts'
import { isAcceptedPath } from '../http/strict-http.ts'
import { logLevels } from '../log.ts'
import { StartError } from '../start-error.ts'

/**
 * One setting: the environment variable that sets it, what `--help` says of it, and how its value
 * is read. `Config` has its field, of the type that `parse` gives.
 */
interface Setting<Value> {
  readonly variable: string
  /** What `--help` shows as its default. */
  readonly fallback: string
  readonly meaning: string
  /** What a value may be, in the words of the error for any other. */
  readonly takes: string
  /** `undefined` for a value that is not taken. */
  readonly parse: (text: string) => Value | undefined
  /** The value where none is given. */
  readonly unset: (environment: Environment) => Value
}

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

const aFolder = {
  takes: 'the path of a folder',
  parse: (text: string) => (text.includes('\0') ? undefined : text),
}

// A request line may have no more than 16 KiB, and proxies allow less.
const mostPathLetters = 1_000
const aLength = `at most ${mostPathLetters} characters`

const proxies = 'addresses, CIDR ranges, loopback, uniquelocal or none'

/**
 * The table of settings: an entry, and the place where its field is used, is all that a new one
 * needs. Their order is that of `--help`, and that in which faults are found.
 */
export const settings = {
  /** An address, a host name, or the absolute path of a Unix-domain socket. */
  host: withDefault({
    variable: 'HOST',
    fallback: '127.0.0.1',
    meaning: 'address to listen on, or the absolute path of a Unix-domain socket',
    takes: 'an IP address, a host name, or an absolute path of at most 107 bytes',
    parse: (text) =>
      isIP(text) !== 0 || isHostName(text) || isSocketPath(text) ? text : undefined,
  }),
  port: wholeNumber('PORT', '8080', [0, 65_535], 'port; 0 takes a free one and prints it'),
  /** Path of {base_url}, without a final slash; `''` is the root. */
  basePath: withDefault({
    variable: 'BASE_PATH',
    fallback: '/api',
    meaning: 'path of the base address; it is answered with and without a trailing slash',
    takes: `a path such as /api: slashes, letters, digits and . _ ~ -, ${aLength}`,
    parse: parseBasePath,
  }),
  /** Without a final slash; where it is `undefined`, the address it listens on decides. */
  siteUrl: withoutDefault({
    variable: 'SITE_URL',
    fallback: 'http://localhost:PORT',
    meaning: 'origin and optional path that the `url` fields start with',
    takes: `an http or https address without query, fragment, | ^ %00 %0A or %0D, ${aLength}`,
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
    takes: `${proxies}, separated by commas`,
    parse: (text) => attempt(() => compileTrust(text)),
  }),
  /** Requests a window; 0 switches the limit off. */
  rateLimit: wholeNumber(
    'RATE_LIMIT',
    '100',
    [0, 100_000],
    'requests per window and client; 0 switches the limit off',
  ),
  rateWindowMs: wholeNumber(
    'RATE_WINDOW_SECONDS',
    '3600',
    [1, 2_592_000],
    'length of the window',
    1_000,
  ),
  ipv6PrefixBits: wholeNumber(
    'IPV6_PREFIX',
    '64',
    [48, 128],
    'how many bits of an IPv6 address name a client',
  ),
  maxClients: wholeNumber('MAX_CLIENTS', '1000000', [1, 100_000_000], 'windows kept at most'),
  maxTextCodePoints: wholeNumber(
    'MAX_TEXT_LENGTH',
    '10000',
    [1, 100_000],
    'code points of `text`',
  ),
  hasPages: withDefault({
    variable: 'PAGES',
    fallback: 'on',
    meaning: 'pages for people below SITE_URL: on, or off (only the interface answers)',
    takes: 'on or off',
    parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  }),
  logLevel: withDefault({
    variable: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'error, warn, info, or debug (one line a request)',
    takes: logLevels.join(', '),
    parse: (text) => logLevels.find((level) => level === text),
  }),
} satisfies Readonly<Record<string, Setting<unknown>>>

/** Everything that can be set, checked. */
export type Config = {
  readonly [Field in keyof typeof settings]: ReturnType<(typeof settings)[Field]['unset']>
}

/**
 * Reads the settings from environment variables; an empty one counts as not set. Throws a
 * StartError with a line for each that is wrong: the variable, its value and what it takes.
 */
export function readConfig(environment: Environment): Config {
  const faults: string[] = []
  const fields = Object.entries(settings).map(
    ([field, setting]) => [field, read(setting, environment, faults)] as const,
  )
  if (faults.length > 0) throw new StartError(...faults)
  // The fields of a table and what its entries give: TypeScript follows neither through a list.
  return Object.fromEntries(fields) as Config
}

/** The value of a setting; tells `faults` where it is not taken. */
function read(
  { variable, parse, takes, unset }: Setting<unknown>,
  environment: Environment,
  faults: string[],
): unknown {
  const text = environment[variable]
  if (text === undefined || text === '') return unset(environment)
  const value = parse(text)
  if (value === undefined) faults.push(`${variable}=${JSON.stringify(text)}: takes ${takes}`)
  return value
}

/** A setting whose default is read as a value would be. */
function withDefault<Value>(setting: Omit<Setting<Value>, 'unset'>): Setting<Value> {
  const { variable, fallback, parse } = setting
  return {
    ...setting,
    unset() {
      const value = parse(fallback)
      if (value === undefined) throw new Error(`${variable} does not take its own default`)
      return value
    },
  }
}

/** A setting of which the place where it is used knows what to do without. */
function withoutDefault<Value>(setting: Omit<Setting<Value>, 'unset'>): Setting<Value | undefined> {
  return { ...setting, unset: () => undefined }
}

/** A setting that is a whole number; what is kept of it is `unit` times as much. */
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
    takes: `a whole number from ${least} to ${most}`,
    parse(text) {
      const value = Number(text)
      if (!/^\d{1,9}$/.test(text) || value < least || value > most) return undefined
      return unit * value
    },
  })
}

// What ends in a number would be an IPv4 address, and was none.
function isHostName(text: string): boolean {
  return /^\w[\w-]*(?:\.\w[\w-]*)*$/.test(text) && !/(?:^|\.)\d+$/.test(text)
}

// The kernel takes no longer ones. https://man7.org/linux/man-pages/man7/unix.7.html
function isSocketPath(text: string): boolean {
  return /^\/[^\0]*[^\0/]$/.test(text) && Buffer.byteLength(text) <= 107
}

function parseBasePath(text: string): string | undefined {
  // Clients take out the segments . and .. before they send a path.
  if (!/^(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)*\/?$/.test(text)) return undefined
  return text.length > mostPathLetters ? undefined : text.replace(/\/$/, '')
}

function parseSiteUrl(text: string): string | undefined {
  // URL by itself takes `http:host`, and leaves out line feeds.
  if (!/^https?:\/\/[^\s?#\\]+$/i.test(text)) return undefined
  const url = attempt(() => new URL(text))
  if (url?.username !== '' || url.password !== '') return undefined
  const isUsable = url.href.length <= mostPathLetters && isAcceptedPath(url.pathname)
  return isUsable ? url.href.replace(/\/+$/, '') : undefined
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
