import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { compileTrust } from './http/address.ts'
import { StartError } from './start-error.ts'
import { logLevels } from './log.ts'
import type { LogLevel } from './log.ts'

/** Everything that can be set, checked. */
export interface Config {
  /** An address, a host name, or the absolute path of a Unix-domain socket. */
  readonly host: string
  readonly port: number
  /** Path of {base_url}, without a final slash; `''` is the root. */
  readonly basePath: string
  /** Without a final slash; where it is `undefined`, the address it listens on decides. */
  readonly siteUrl: string | undefined
  readonly dataFolder: string
  readonly generatorsFolder: string | undefined
  readonly localesFolder: string | undefined
  readonly isTrusted: (address: Uint8Array) => boolean
  /** Requests a window; 0 switches the limit off. */
  readonly rateLimit: number
  readonly rateWindowMs: number
  readonly ipv6PrefixBits: number
  readonly maxClients: number
  readonly maxTextCodePoints: number
  readonly logLevel: LogLevel
}

type Environment = Readonly<Record<string, string | undefined>>

interface Setting<Value> {
  readonly fallback: string
  readonly meaning: string
  /** What a value may be, in the words of the error for any other. */
  readonly takes: string
  /** `undefined` for a value that is not taken. */
  readonly parse: (text: string) => Value | undefined
}

const settings = {
  HOST: {
    fallback: '127.0.0.1',
    meaning: 'address to listen on, or the absolute path of a Unix-domain socket',
    takes: 'an IP address, a host name, or an absolute path of at most 107 bytes',
    parse: (text) =>
      isIP(text) !== 0 || isHostName(text) || isSocketPath(text) ? text : undefined,
  } satisfies Setting<string>,
  PORT: wholeNumber('8080', 0, 65_535, 'port; 0 takes a free one and prints it'),
  BASE_PATH: {
    fallback: '/api',
    meaning: 'path of {base_url}; it is answered with and without a trailing slash',
    takes: 'a path such as /api: slashes, letters, digits and . _ ~ -',
    parse: (text) => (/^(?:\/[\w.~-]+)*\/?$/.test(text) ? text.replace(/\/$/, '') : undefined),
  } satisfies Setting<string>,
  SITE_URL: {
    fallback: 'http://localhost:PORT',
    meaning: 'origin and optional path that the `url` fields start with',
    takes: 'an http or https address without query and fragment',
    parse: parseSiteUrl,
  } satisfies Setting<string>,
  DATA_DIR: folder(
    '$STATE_DIRECTORY, else data',
    'folder of the LMDB files, created with mode 0700',
  ),
  GENERATORS_DIR: folder('the one that ships with the service', 'folder of the generators'),
  LOCALES_DIR: folder('the one that ships with the service', 'folder of the locales'),
  TRUST_PROXY: {
    fallback: 'loopback',
    meaning: 'proxies whose X-Forwarded-For is believed',
    takes: 'addresses, CIDR ranges, loopback, uniquelocal or none, separated by commas',
    parse: (text) => attempt(() => compileTrust(text)),
  } satisfies Setting<(address: Uint8Array) => boolean>,
  RATE_LIMIT: wholeNumber(
    '100',
    0,
    100_000,
    'requests per window and client; 0 switches the limit off',
  ),
  RATE_WINDOW_SECONDS: wholeNumber('3600', 1, 2_592_000, 'length of the window'),
  IPV6_PREFIX: wholeNumber('64', 48, 128, 'how many bits of an IPv6 address name a client'),
  MAX_CLIENTS: wholeNumber('1000000', 1, 100_000_000, 'windows kept at most'),
  MAX_TEXT_LENGTH: wholeNumber('10000', 1, 100_000, 'code points of `text`'),
  LOG_LEVEL: {
    fallback: 'info',
    meaning: 'error, warn, info, or debug (one line a request)',
    takes: logLevels.join(', '),
    parse: (text) => logLevels.find((level) => level === text),
  } satisfies Setting<LogLevel>,
}

/**
 * Reads the settings from environment variables; an empty one counts as not set. Throws a
 * StartError that names the variable, its value and what it takes.
 */
export function readConfig(environment: Environment): Config {
  const given = <Value>(name: keyof typeof settings, { parse, takes }: Setting<Value>) => {
    const text = environment[name]
    if (text === undefined || text === '') return undefined
    const value = parse(text)
    if (value === undefined) throw new StartError(`${name}=${JSON.stringify(text)}: takes ${takes}`)
    return value
  }
  const valueOf = <Value>(name: keyof typeof settings, setting: Setting<Value>): Value => {
    const value = given(name, setting) ?? setting.parse(setting.fallback)
    if (value === undefined) throw new StartError(`${name}: takes ${setting.takes}`)
    return value
  }
  const [stateDirectory = ''] = (environment['STATE_DIRECTORY'] ?? '').split(':')
  return {
    host: valueOf('HOST', settings.HOST),
    port: valueOf('PORT', settings.PORT),
    basePath: valueOf('BASE_PATH', settings.BASE_PATH),
    siteUrl: given('SITE_URL', settings.SITE_URL),
    dataFolder: given('DATA_DIR', settings.DATA_DIR) ?? (stateDirectory || 'data'),
    generatorsFolder: given('GENERATORS_DIR', settings.GENERATORS_DIR),
    localesFolder: given('LOCALES_DIR', settings.LOCALES_DIR),
    isTrusted: valueOf('TRUST_PROXY', settings.TRUST_PROXY),
    rateLimit: valueOf('RATE_LIMIT', settings.RATE_LIMIT),
    rateWindowMs: 1000 * valueOf('RATE_WINDOW_SECONDS', settings.RATE_WINDOW_SECONDS),
    ipv6PrefixBits: valueOf('IPV6_PREFIX', settings.IPV6_PREFIX),
    maxClients: valueOf('MAX_CLIENTS', settings.MAX_CLIENTS),
    maxTextCodePoints: valueOf('MAX_TEXT_LENGTH', settings.MAX_TEXT_LENGTH),
    logLevel: valueOf('LOG_LEVEL', settings.LOG_LEVEL),
  }
}

/** What the command line asks for. */
export type Command = 'serve' | 'check' | 'help' | 'version'

/** Reads the command line; throws a StartError for anything that it does not know. */
export function readCommand(words: readonly string[]): Command {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    check: { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ args: [...words], options })
    return values.help ? 'help' : values.version ? 'version' : values.check ? 'check' : 'serve'
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : ''} (see --help)`)
  }
}

/** The text of `--help`: the options and the table of settings. */
export function helpText(): string {
  const rows = Object.entries(settings).map(([name, { fallback, meaning }]) => [
    name,
    fallback,
    meaning,
  ])
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd(),
  )
  return `The text decoration service.

Options
  --check      checks the settings and the catalogue, and ends
  --version    prints the version, and ends
  -h, --help   prints this text, and ends

Settings (environment variables, with their defaults)
  ${lines.join('\n  ')}
`
}

function wholeNumber(
  fallback: string,
  least: number,
  most: number,
  meaning: string,
): Setting<number> {
  return {
    fallback,
    meaning,
    takes: `a whole number from ${least} to ${most}`,
    parse(text) {
      const value = Number(text)
      return /^\d{1,9}$/.test(text) && value >= least && value <= most ? value : undefined
    },
  }
}

function folder(fallback: string, meaning: string): Setting<string> {
  return {
    fallback,
    meaning,
    takes: 'the path of a folder',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }
}

// What ends in a number would be an IPv4 address, and was none.
function isHostName(text: string): boolean {
  return /^\w[\w-]*(?:\.\w[\w-]*)*$/.test(text) && !/(?:^|\.)\d+$/.test(text)
}

// The kernel takes no longer ones. https://man7.org/linux/man-pages/man7/unix.7.html
function isSocketPath(text: string): boolean {
  return /^\/[^\0]*[^\0/]$/.test(text) && Buffer.byteLength(text) <= 107
}

function parseSiteUrl(text: string): string | undefined {
  // URL by itself takes `http:host`, and leaves out line feeds.
  if (!/^https?:\/\/[^\s?#\\]+$/i.test(text)) return undefined
  const url = attempt(() => new URL(text))
  return url?.username === '' && url.password === '' ? url.href.replace(/\/$/, '') : undefined
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
