import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { compileTrust, formatAddress, parseAddress } from '../../lib/http/address.ts'
import { address } from '../support/addresses.ts'
import { root } from '../support/folders.ts'

interface KeyData {
  readonly invalid: readonly string[]
  readonly pythonOracle: ReadonlyArray<{ readonly ip: string }>
}

const keyData: KeyData = readData('ip-key')

describe('parseAddress', () => {
  for (const text of keyData.invalid) {
    test(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseAddress(text), undefined))
  }

  test('has 4 bytes for IPv4, mapped in any notation too, and 16 for all other IPv6', () => {
    const ipv4 = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:0201']
    for (const text of ipv4) {
      assert.deepEqual(parseAddress(text), new Uint8Array([192, 0, 2, 1]), text)
    }
    const zeros = new Array<number>(10).fill(0)
    const notMapped: Array<[text: string, bytes: number[]]> = [
      ['::', [...zeros, 0, 0, 0, 0, 0, 0]],
      ['::192.0.2.1', [...zeros, 0, 0, 192, 0, 2, 1]],
      ['::ffff:0:192.0.2.1', [...zeros.slice(2), 0xff, 0xff, 0, 0, 192, 0, 2, 1]],
      ['::fffe:192.0.2.1', [...zeros, 0xff, 0xfe, 192, 0, 2, 1]],
      ['1::ffff:192.0.2.1', [0, 1, ...zeros.slice(2), 0xff, 0xff, 192, 0, 2, 1]],
      ['102:304:506:708:90a:b0c:d0e:f10', Array.from({ length: 16 }, (_, i) => i + 1)],
      ['102:304:506:708:90a:b0c:13.14.15.16', Array.from({ length: 16 }, (_, i) => i + 1)],
    ]
    for (const [text, bytes] of notMapped) {
      assert.deepEqual(parseAddress(text), new Uint8Array(bytes), text)
    }
  })
})

describe('formatAddress', () => {
  // The examples of RFC 5952, and the corners of its section 4.2.
  const rows: Array<[text: string, canonical: string]> = [
    ['2001:DB8::0001', '2001:db8::1'],
    ['2001:db8:0:0:0:0:2:1', '2001:db8::2:1'],
    ['2001:db8::1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['1:0:0:0:0:0:0:0', '1::'],
    ['0:1:0:1:0:1:0:1', '0:1:0:1:0:1:0:1'],
    ['0:0:1::', '0:0:1::'],
    ['::ffff:c000:0201', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
  ]
  for (const [text, canonical] of rows) {
    test(`${text} is ${canonical}`, () => assert.equal(formatAddress(address(text)), canonical))
  }

  test('is read back as the same address', () => {
    for (const { ip } of keyData.pythonOracle) {
      assert.deepEqual(address(formatAddress(address(ip))), address(ip), ip)
    }
  })
})

describe('compileTrust', () => {
  const rows: Array<[setting: string, trusted: string[], others: string[]]> = [
    ['none', [], ['127.0.0.1', '::1', '0.0.0.0', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.255', '::1', '::ffff:7f00:1'],
      ['126.255.255.255', '128.0.0.0', '::', '::2', '::127.0.0.1']],
    ['uniquelocal',
      ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.9.9', 'fc00::',
        'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '::ffff:10.1.2.3'],
      ['9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255',
        '192.169.0.0', 'fbff::', 'fe00::', '127.0.0.1']],
    [' loopback ,192.0.2.1, 2001:db8::/33', ['127.0.0.1', '192.0.2.1', '2001:db8:7fff::1'],
      ['192.0.2.0', '192.0.2.2', '2001:db8:8000::', '10.0.0.1']],
    ['192.0.2.77/26', ['192.0.2.64', '192.0.2.127'], ['192.0.2.63', '192.0.2.128']],
    ['192.0.2.1/31', ['192.0.2.0', '192.0.2.1'], ['192.0.2.2']],
    ['192.0.2.1/32', ['192.0.2.1'], ['192.0.2.0']],
    ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255', '::ffff:1.2.3.4'], ['::', '::1', '2001:db8::1']],
    ['::/0', ['::', '2001:db8::1'], ['0.0.0.0', '::ffff:1.2.3.4']],
    ['::ffff:10.0.0.0/104', ['10.0.0.0', '10.255.255.255', '::ffff:a01:203'], ['11.0.0.0', '::']],
    ['::FFFF:c000:201', ['192.0.2.1'], ['192.0.2.2']],
    ['2001:db8::1/127', ['2001:db8::', '2001:db8::1'], ['2001:db8::2']],
  ]
  for (const [setting, trusted, others] of rows) {
    test(`reads "${setting}"`, () => {
      const isTrusted = compileTrust(setting)
      for (const text of trusted) assert.equal(isTrusted(address(text)), true, text)
      for (const text of others) assert.equal(isTrusted(address(text)), false, text)
    })
  }

  const bad = ['', 'Loopback', 'linklocal', 'localhost', '10.0.0.0/33', '::1/129', '10.0.0.0/',
    '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0.0/8a', '10.0.0.0/255.0.0.0', '10.0.0/8', '*', 'true',
    '1', '::ffff:10.0.0.0/95', 'fe80::1%eth0', '[::1]', '10.0.0.1:80', '/8', '10.0.0.0 /8']
  for (const entry of bad) {
    test(`refuses "${entry}", and names it`, () => {
      for (const setting of [entry, `loopback,${entry}`, `${entry},none`]) {
        assert.throws(() => compileTrust(setting), (error) => {
          assert.ok(error instanceof Error)
          assert.ok(error.message.startsWith(`"${entry}" is not `), error.message)
          assert.match(error.message, /address.*CIDR.*loopback.*uniquelocal.*none/)
          return true
        }, setting)
      }
    })
  }
})

function readData<T>(name: string): T {
  return JSON.parse(readFileSync(join(root, 'test', 'data', `${name}.json`), 'utf8'))
}
