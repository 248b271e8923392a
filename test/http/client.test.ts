import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { compileTrust, formatAddress, parseAddress } from '../../lib/http/address.ts'
import { clientKey, peerKey } from '../../lib/http/client.ts'
import { address, findForwarded } from '../support/addresses.ts'
import { root } from '../support/folders.ts'

interface KeyData {
  invalid: string[]
  pythonOracle: Array<{ ip: string; bits: number; key: string }>
}

interface ProxyRow {
  name: string
  socket: string | null
  xff: string
  trust: string[]
  client: string | null
}

const keyData: KeyData = readData('ip-key')
const { cases: proxyRows }: { cases: ProxyRow[] } = readData('xff-proxy-addr')

describe('parseAddress', () => {
  for (const text of keyData.invalid) {
    test(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseAddress(text), undefined))
  }
})

describe('formatAddress', () => {
  test('writes IPv6 as the URLs of Node do', () => {
    // The examples of RFC 5952, the corners of its section 4.2, and what is nearly IPv4-mapped.
    const texts = [
      ...['2001:DB8::0001', '2001:db8:0:0:0:0:2:1', '2001:db8::1:1:1:1:1', '2001:0:0:1:0:0:0:1'],
      ...['2001:db8:0:0:1:0:0:1', '0:0:0:0:0:0:0:0', '0:0:0:0:0:0:0:1', '1:0:0:0:0:0:0:0'],
      ...['0:1:0:1:0:1:0:1', '0:0:1::', '::192.0.2.1', '::ffff:0:192.0.2.1', '::fffe:192.0.2.1'],
      ...['1::ffff:192.0.2.1', '102:304:506:708:90a:b0c:13.14.15.16'],
    ]
    for (const text of texts) {
      assert.equal(`[${formatAddress(address(text))}]`, new URL(`http://[${text}]`).hostname)
    }
  })

  test('is read back as the same address', () => {
    for (const { ip } of keyData.pythonOracle) {
      assert.deepEqual(address(formatAddress(address(ip))), address(ip), ip)
    }
  })
})

describe('peerKey', () => {
  const isTrusted = compileTrust('10.0.0.0/8')

  test('is that of the client, for every peer but proxies and this machine', () => {
    const rules = { isTrusted, ipv6PrefixBits: 56 }
    for (const remoteAddress of ['192.0.2.1', '2001:db8::1', '2001:db8:0:1::1', '::ffff:192.0.2.1']) {
      assert.equal(peerKey({ remoteAddress }, rules), clientKey(address(remoteAddress), 56))
    }
    assert.equal(peerKey({ remoteAddress: 'fe80::1%eth0' }, rules), clientKey(address('fe80::1'), 56))
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', undefined]) {
      assert.equal(peerKey({ remoteAddress }, rules), undefined, remoteAddress)
    }
    const passenger = { ...rules, peerOf: () => '192.0.2.1' }
    assert.equal(peerKey({ remoteAddress: '192.0.2.1' }, passenger), undefined)
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
        const message = `"${entry}" is not a range of addresses`
        assert.throws(() => compileTrust(setting), { message }, setting)
      }
    })
  }
})

describe('clientKey', () => {
  for (const { ip, bits, key } of keyData.pythonOracle) {
    test(`ipaddress of Python: ${ip} by ${bits} bits is ${key}`, () => {
      assert.equal(describeKey(clientKey(address(ip), bits), bits), key)
    })
  }

  test('is the family and the kept bytes, one code unit each', () => {
    assert.equal(clientKey(address('192.0.2.255'), 64), '\x04\xc0\x00\x02\xff')
    const ipv6 = address('2001:db8:1:2ff:ffff::')
    assert.equal(clientKey(ipv6, 64), '\x06\x20\x01\x0d\xb8\x00\x01\x02\xff')
    assert.equal(clientKey(ipv6, 57), '\x06\x20\x01\x0d\xb8\x00\x01\x02\x80')
    assert.equal(clientKey(ipv6, 56), '\x06\x20\x01\x0d\xb8\x00\x01\x02')
    assert.equal(clientKey(ipv6, 128).length, 17)
  })

  test('is never the key of the clients that are not known', () => {
    for (const text of ['0.0.0.0', '::']) {
      assert.notEqual(clientKey(address(text), 48), clientKey(undefined, 48))
    }
  })
})

describe('findClient', () => {
  for (const row of proxyRows) {
    test(`proxy-addr: ${row.name}`, () => {
      const { trust, expected } = adapt(row)
      const client = findForwarded(row.socket ?? undefined, row.xff, compileTrust(trust))
      assert.equal(client && formatAddress(client), expected)
    })
  }

  type Text = string | undefined
  const rows: Array<[title: string, peer: Text, forwardedFor: Text, client: Text]> = [
    ['a trusted peer with an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['a mapped peer', '::ffff:127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['much space between hops', '::1', ' 192.0.2.1 \t,\t 203.0.113.7 ', '203.0.113.7'],
    ['the leftmost hop where all are trusted', '::1', '10.0.0.3, 10.0.0.2, 10.0.0.1', '10.0.0.3'],
    ['an empty entry stops the walk', '::1', '192.0.2.1, , 10.0.0.1', '10.0.0.1'],
    ['an empty last entry stops the walk', '::1', '192.0.2.1,', '::1'],
    ['an empty first entry stops the walk', '::1', ',10.0.0.1', '10.0.0.1'],
    ['nothing but commas', '::1', ',,,', '::1'],
    ['IPv4 with a port', '::1', '192.0.2.1:5678', '192.0.2.1'],
    ['IPv6 in brackets', '::1', '[2001:db8::1]', '2001:db8::1'],
    ['IPv6 in brackets with a port', '::1', '192.0.2.1, [2001:db8::1]:443', '2001:db8::1'],
    ['a trusted hop with a port', '::1', '192.0.2.1, 10.0.0.1:80', '192.0.2.1'],
    ['the longest hop', '::1', '[2001:0db8:ffff:ffff:ffff:ffff:255.255.255.255]:65535',
      '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['a mapped hop in brackets', '::1', '[::ffff:c000:201]:443', '192.0.2.1'],
    ['IPv4 in brackets does not parse', '::1', '[192.0.2.1]', '::1'],
    ['a port without brackets belongs to the IPv6', '::1', '2001:db8::1:443', '2001:db8::1:443'],
    ['a port after a full IPv6 does not parse', '::1', '1:2:3:4:5:6:7:8:443', '::1'],
    ['a name with a port does not parse', '::1', 'localhost:80', '::1'],
    ['an obfuscated hop does not parse', '::1', '192.0.2.1, unknown', '::1'],
    ['a zone in a hop does not parse', '::1', 'fe80::1%eth0', '::1'],
    ['a port of a wrong form does not parse', '::1', '192.0.2.1:', '::1'],
    ['a port that is too long does not parse', '::1', '192.0.2.1:123456', '::1'],
    ['the zone of a peer is its interface', 'fe80::1%eth0', '192.0.2.1', 'fe80::1'],
    ['a peer without an address is not trusted', undefined, '192.0.2.1', undefined],
    ['a peer that is no address is not trusted', 'localhost', '192.0.2.1', undefined],
  ]
  const isTrusted = compileTrust('loopback,uniquelocal')
  for (const [title, peer, forwardedFor, expected] of rows) {
    test(title, () => {
      const client = findForwarded(peer, forwardedFor, isTrusted)
      assert.equal(client && formatAddress(client), expected)
    })
  }

  test('walks over at most 50 hops, and survives a single long one', () => {
    const walk = (hops: number): Uint8Array | undefined =>
      findForwarded('127.0.0.1', `192.0.2.1${', 10.0.0.1'.repeat(hops)}`, isTrusted)
    assert.deepEqual(walk(49), address('192.0.2.1'))
    assert.deepEqual(walk(50), address('10.0.0.1'))
    for (const unit of ['1', ':', '[', '[:', '1:', ' ', ',']) {
      const long = findForwarded('127.0.0.1', unit.repeat(1_000_000), isTrusted)
      assert.equal(long && formatAddress(long), '127.0.0.1', unit)
    }
  })
})

/** Formats a key like the rows. */
function describeKey(key: string, bits: number): string {
  const bytes = Buffer.from(key, 'latin1')
  if (bytes[0] === 4) return formatAddress(bytes.subarray(1))
  assert.equal(bytes[0], 6)
  assert.equal(bytes.length, 1 + Math.ceil(bits / 8))
  const network = new Uint8Array(16)
  network.set(bytes.subarray(1))
  return `${formatAddress(network)}/${bits}`
}

/**
 * Converts a row of proxy-addr: its `linklocal` and its netmasks become ranges. If its client is not
 * an address, our walk stops one hop before: at the entry to the right, or at the socket.
 */
function adapt(row: ProxyRow): { trust: string; expected: string | undefined } {
  const { socket, xff, trust, client } = row
  const ranges = trust.map((entry) =>
    entry
      .replace('linklocal', '169.254.0.0/16,fe80::/10')
      .replace('/255.255.255.192', '/26'))
  const hops = [socket, ...xff.split(', ').reverse()]
  const stop = client === null || parseAddress(client) ? client : hops[hops.indexOf(client) - 1]
  return { trust: ranges.join() || 'none', expected: stop ?? undefined }
}

function readData<T>(name: string): T {
  return JSON.parse(readFileSync(join(root, 'test', 'data', `${name}.json`), 'utf8'))
}
