import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { settings } from '../../lib/settings/config.ts'
import type { Environment } from '../../lib/settings/config.ts'
import { findWarnings as findAll } from '../../lib/settings/warnings.ts'
import { readBlock, readDocument } from '../support/documents.ts'

const findWarnings = (environment: Environment, siteUrl: string): string[] =>
  findAll({ environment, file: undefined }, siteUrl)
const siteUrl = { SITE_URL: 'https://example.org' }
const local = 'http://localhost:81'

/** A name, and the setting that it looks like. */
const mistyped: ReadonlyArray<readonly [name: string, setting: string]> = [
  ['RATE_LIMT', 'RATE_LIMIT'],
  ['RATE_LIIMT', 'RATE_LIMIT'],
  ['RATELIMIT', 'RATE_LIMIT'],
  ['rate_limit', 'RATE_LIMIT'],
  ['RATE-LIMIT', 'RATE_LIMIT'],
  ['RATE_LIMIT_PER_HOUR', 'RATE_LIMIT'],
  ['RATE_WINDOW', 'RATE_WINDOW_SECONDS'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['SITE_ULR', 'SITE_URL'],
  ['SITE_URI', 'SITE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['DATA_DIRECTORY', 'DATA_DIR'],
  ['GENERATOR_DIR', 'GENERATORS_DIR'],
  ['LOCALES', 'LOCALES_DIR'],
  ['MAX_CLIENT', 'MAX_CLIENTS'],
  ['MAX_TEXT_LENGHT', 'MAX_TEXT_LENGTH'],
  ['IP6_PREFIX', 'IPV6_PREFIX'],
  ['Log_Level', 'LOG_LEVEL'],
  ['host', 'HOST'],
  ['Port', 'PORT'],
]

/** What shells, npm, systemd, web servers, proxies and hosting platforms set. */
const usual = `
  PATH HOME HOSTNAME HOSTTYPE LANG LANGUAGE LC_ALL LOGNAME MAIL OLDPWD PWD SHELL SHLVL TERM USER
  USERNAME PAGER EDITOR DISPLAY COLORTERM LS_COLORS MANPATH TMPDIR TZ _ SUDO_USER LD_LIBRARY_PATH
  XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_DATA_HOME SSH_CLIENT SSH_TTY DBUS_SESSION_BUS_ADDRESS
  INVOCATION_ID JOURNAL_STREAM LISTEN_PID LISTEN_FDS LISTEN_FDNAMES NOTIFY_SOCKET STATE_DIRECTORY
  RUNTIME_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY
  SYSTEMD_EXEC_PID WATCHDOG_USEC MEMORY_PRESSURE_WATCH MALLOC_ARENA_MAX NODE_ENV NODE_OPTIONS
  NODE_PATH NODE_EXTRA_CA_CERTS UV_THREADPOOL_SIZE INIT_CWD npm_config_loglevel npm_config_proxy
  npm_config_cache npm_config_local_prefix npm_lifecycle_event npm_package_json npm_execpath
  http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY PORT0 PORTS
  PORT_HTTP HTTP_PORT SERVER_PORT SERVER_NAME WEBSITES_PORT WEBSITE_HOSTNAME WEBSITE_SITE_NAME
  HTTP_PLATFORM_PORT REDIS_PORT DB_HOST DB_PORT DATABASE_URL KUBERNETES_SERVICE_HOST
  KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP_ADDR DOCKER_HOST IN_PASSENGER PASSENGER_APP_ENV
  PASSENGER_BASE_URI LSNODE_ROOT LSNODE_SOCKET LSNODE_CONSOLE_LOG RENDER_EXTERNAL_URL BASE_URL URL
  RAILWAY_STATIC_URL FLY_APP_NAME FLY_PUBLIC_IP DYNO HEROKU_APP_NAME VERCEL_URL DEPLOY_URL
  K_SERVICE WEB_CONCURRENCY PM2_HOME LOG_DIR LOG_FILE LOGS_DIR LOCALE BASE SITE DATA NVM_DIR
`.trim().split(/\s+/)

describe('findWarnings', () => {
  test('names the setting that a mistyped one looks like', () => {
    for (const [name, setting] of mistyped) {
      const expected = `${name} has no effect: the setting is ${setting}`
      assert.deepEqual(findWarnings({ ...siteUrl, [name]: 'x' }, local), [expected])
    }
  })

  test('returns nothing for settings, and for variables that other programs set', () => {
    const own = Object.values(settings).map(({ variable }) => variable)
    const environment = Object.fromEntries([...own, ...usual].map((name) => [name, 'x']))
    assert.deepEqual(findWarnings({ ...environment, ...siteUrl }, local), [])
  })

  const rows: Array<[environment: Environment, beginning: string, end: string]> = [
    [{}, 'SITE_URL is not set: ', ` begin with ${local}`],
    [{ SITE_URL: '' }, 'SITE_URL is not set: ', ` begin with ${local}`],
    [{ SITE_URL: 'https://your.site' }, 'SITE_URL is the placeholder of ', ' https://your.site'],
  ]
  const everyone = [
    ...['0.0.0.0/0', '::/0', 'loopback, ::/00 ,10.0.0.0/8', '0.0.0.0/1,128.0.0.0/1', '2000::/3'],
    ...['::ffff:0:0/96', '64.0.0.0/2,128.0.0.0/1,0.0.0.0/2'],
  ]
  for (const range of everyone) {
    const beginning = `TRUST_PROXY=${range} trusts every address: `
    rows.push([{ ...siteUrl, TRUST_PROXY: range }, beginning, 'X-Forwarded-For'])
  }
  for (const name of ['DATA_DIR', 'GENERATORS_DIR', 'LOCALES_DIR']) {
    rows.push([{ ...siteUrl, [name]: '~/a' }, `${name}=~/a is a folder called ~: `, 'home folder'])
  }
  rows.push([{ ...siteUrl, MAX_CLIENTS: '1000001' }, 'MAX_CLIENTS=1000001: ', 'at most'])
  rows.push([{ ...siteUrl, RATE_LIMIT: '10001' }, 'RATE_LIMIT=10001 counts as 10000', 'limit off'])
  for (const [environment, beginning, end] of rows) {
    test(`warns of ${JSON.stringify(environment)}`, () => {
      const [warning = '', ...others] = findWarnings(environment, environment['SITE_URL'] || local)
      assert.ok(warning.startsWith(beginning) && warning.endsWith(end), warning)
      assert.deepEqual(others, [])
    })
  }

  test('knows the placeholder that the documents contain', () => {
    const written = 'SITE_URL=https://your.site'
    assert.ok(readBlock('install').includes(`${written}#`))
    assert.ok(readDocument('systemd/text-decoration.env').includes(`\n${written}\n`))
  })

  test('does not warn of a TRUST_PROXY with a smaller range, of other folders, or of a million', () => {
    const ranges = ['loopback', 'uniquelocal', 'none', '10.0.0.0/8', '::1/128', '192.0.2.0/30', '128.0.0.0/1']
    for (const TRUST_PROXY of ranges) {
      assert.deepEqual(findWarnings({ ...siteUrl, TRUST_PROXY }, local), [])
    }
    const sound = { ...siteUrl, DATA_DIR: '/a/~/b', LOCALES_DIR: '~a', MAX_CLIENTS: '1000000', RATE_LIMIT: '10000' }
    assert.deepEqual(findWarnings(sound, local), [])
  })
})
