import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StartError } from '../../lib/log.ts'
import { readConfig, settings } from '../../lib/settings/config.ts'
import { address } from '../support/addresses.ts'

describe('readConfig', () => {
  test('returns the default of every setting', () => {
    const { isTrusted, ...config } = readConfig({})
    assert.deepEqual(config, {
      host: '127.0.0.1',
      port: 8080,
      basePath: '/api',
      siteUrl: undefined,
      dataFolder: 'data',
      generatorsFolder: undefined,
      localesFolder: undefined,
      rateLimit: 100,
      rateWindowMs: 3_600_000,
      ipv6PrefixBits: 64,
      maxClients: 1_000_000,
      maxTextCodePoints: 10_000,
      hasPages: true,
      hasMetrics: false,
      logLevel: 'info',
    })
    const trusted = ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1'].map(address).map(isTrusted)
    assert.deepEqual(trusted, [true, true, true, false])
  })

  test('reads an empty value as not set', () => {
    const empty = Object.fromEntries(Object.values(settings).map(({ variable }) => [variable, '']))
    const { isTrusted: _one, ...config } = readConfig({ ...empty, STATE_DIRECTORY: '' })
    const { isTrusted: _other, ...defaults } = readConfig({})
    assert.deepEqual(config, defaults)
  })

  const longPath = `/${'a'.repeat(999)}`
  const good: Array<[name: string, value: string, field: string, expected: unknown]> = [
    ...['::', '::1', '0.0.0.0', 'localhost', 'a-b.example', 'fe80::1%eth0', 'x1', '1x', '/a b/c.sock'].map(
      (host): [string, string, string, unknown] => ['HOST', host, 'host', host],
    ),
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    ['BASE_PATH', '/', 'basePath', ''],
    ['BASE_PATH', '/a/', 'basePath', '/a'],
    ['BASE_PATH', '/a.b/c_d/~e-1', 'basePath', '/a.b/c_d/~e-1'],
    ['SITE_URL', 'https://example.com', 'siteUrl', 'https://example.com'],
    ['SITE_URL', 'https://example.com/', 'siteUrl', 'https://example.com'],
    ['SITE_URL', 'https://example.com/a//', 'siteUrl', 'https://example.com/a'],
    ['SITE_URL', 'HTTP://Example.com:81/a/', 'siteUrl', 'http://example.com:81/a'],
    ['BASE_PATH', longPath, 'basePath', longPath],
    ['DATA_DIR', '/a b', 'dataFolder', '/a b'],
    ['STATE_DIRECTORY', '/var/lib/a', 'dataFolder', '/var/lib/a'],
    ['STATE_DIRECTORY', '/var/lib/a:/var/lib/b', 'dataFolder', '/var/lib/a'],
    ['GENERATORS_DIR', 'g', 'generatorsFolder', 'g'],
    ['LOCALES_DIR', 'l', 'localesFolder', 'l'],
    ['RATE_LIMIT', '0', 'rateLimit', 0],
    ['RATE_LIMIT', '10000', 'rateLimit', 10_000],
    // In 2.0, these will be refused.
    ['RATE_LIMIT', '10001', 'rateLimit', 10_000],
    ['RATE_LIMIT', '100000', 'rateLimit', 10_000],
    ['RATE_WINDOW_SECONDS', '1', 'rateWindowMs', 1000],
    ['RATE_WINDOW_SECONDS', '2592000', 'rateWindowMs', 2_592_000_000],
    ['IPV6_PREFIX', '48', 'ipv6PrefixBits', 48],
    ['IPV6_PREFIX', '128', 'ipv6PrefixBits', 128],
    ['MAX_CLIENTS', '1', 'maxClients', 1],
    ['MAX_TEXT_LENGTH', '100000', 'maxTextCodePoints', 100_000],
    ['PAGES', 'on', 'hasPages', true],
    ['PAGES', 'off', 'hasPages', false],
    ['METRICS', 'on', 'hasMetrics', true],
    ...['error', 'warn', 'info', 'debug'].map(
      (level): [string, string, string, unknown] => ['LOG_LEVEL', level, 'logLevel', level],
    ),
  ]
  for (const [name, value, field, expected] of good) {
    test(`accepts ${name}=${value.slice(0, 60)}`, () => {
      assert.equal(new Map(Object.entries(readConfig({ [name]: value }))).get(field), expected)
    })
  }

  test('prefers DATA_DIR to STATE_DIRECTORY', () => {
    assert.equal(readConfig({ DATA_DIR: 'a', STATE_DIRECTORY: '/b' }).dataFolder, 'a')
  })

  test('names the wrong entry of a list, and the scheme that an address lacks', () => {
    const rows = [
      ['TRUST_PROXY', 'loopback, 10.0.0.0/33,all', /, separated by commas, not "10\.0\.0\.0\/33"$/],
      ['TRUST_PROXY', 'none,', /, not ""$/],
      ['SITE_URL', 'your.site', /must be like https:\/\/your\.site, without /],
    ] as const
    for (const [name, value, message] of rows) {
      assert.throws(() => readConfig({ [name]: value }), { message })
    }
  })

  test('reports each wrong value on a line, in the order of the table', () => {
    const wrong = { RATE_LIMIT: 'a\nb', PORT: 'http', PAGES: 'on', LOG_LEVEL: 'all' }
    assert.throws(() => readConfig(wrong), (error) => {
      assert.ok(error instanceof StartError)
      const expected = ['PORT="http"', 'RATE_LIMIT="a\\nb"', 'LOG_LEVEL="all"']
      assert.deepEqual(error.message.split('\n').map((line) => line.split(' must')[0]), expected)
      return true
    })
  })

  const bad: Array<[name: string, values: readonly string[]]> = [
    ['HOST', ['a b', '256.1.1.1', '1.2.3', '1', '[::1]', ':::', 'a_b:1', '-a', 'a..b', '.', 'a/b']],
    ['HOST', ['/', '/a/', './a', '/a\0b', `/${'a'.repeat(107)}`, `/${'é'.repeat(54)}`]],
    ['PORT', ['-1', '65536', '80.0', '8e3', '0x50', ' 80', '80 ', '+80', 'http', '１', '1e9']],
    ['BASE_PATH', ['api', '//', '/a//b', '/a b', '/a?b', '/a#b', '/ä', '/%61', 'http://a/', '/\n', '/.', '/a/../b', `${longPath}a`]],
    [
      'SITE_URL',
      [
        ...['example.com', '//example.com', 'ftp://example.com', 'http://', 'http:example.com'],
        ...['https://a/?b', 'https://a/#b', 'https://u@a', 'https://u:p@a', 'https://:p@a'],
        ...['https://a b', 'https://a\nb', 'https://a/b c', 'https:\\\\a', 'https://a:99999'],
      ],
    ],
    ['DATA_DIR', ['a\0b']],
    ['GENERATORS_DIR', ['a\0b']],
    ['LOCALES_DIR', ['a\0b']],
    ['TRUST_PROXY', ['all', 'Loopback', 'localhost', '10.0.0.0/33', '::/129', '1.2.3', 'none,']],
    ['RATE_LIMIT', ['-1', '100001', '1.5', 'off', '1_000']],
    ['RATE_WINDOW_SECONDS', ['0', '2592001', '1h']],
    ['IPV6_PREFIX', ['47', '129', '/64']],
    ['MAX_CLIENTS', ['0', '100000001']],
    ['MAX_TEXT_LENGTH', ['0', '100001', '10,000']],
    ['METRICS', ['ON', 'true', '1']],
    ['LOG_LEVEL', ['INFO', 'trace', 'silent', '0', 'toString']],
  ]
  for (const [name, values] of bad) {
    for (const value of values) {
      test(`refuses ${name}=${JSON.stringify(value).slice(0, 60)}`, () => {
        assert.throws(() => readConfig({ [name]: value }), (error) => {
          assert.ok(error instanceof StartError)
          return error.message.startsWith(`${name}=${JSON.stringify(value)} must be `)
        })
      })
    }
  }
})
