import { isIPv4 } from 'node:net'

/**
 * Parses an address without port, brackets or zone into 4 bytes (IPv4, and IPv4-mapped IPv6 in any
 * notation) or 16 bytes (other IPv6). Returns `undefined` for any other text.
 * https://www.rfc-editor.org/rfc/rfc4291#section-2.2
 */
export function parseAddress(text: string): Uint8Array | undefined {
  const ipv4 = parseIpv4(text)
  if (ipv4 !== undefined) return ipv4
  const ipv6 = parseIpv6(text)
  const isMapped = ipv6 !== undefined && mappedPrefix.every((byte, i) => ipv6[i] === byte)
  return isMapped ? ipv6.slice(mappedPrefix.length) : ipv6
}

// ::ffff:0:0/96, https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2
const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

/** Formats an address, IPv6 as in https://www.rfc-editor.org/rfc/rfc5952#section-4. */
export function formatAddress(address: Uint8Array): string {
  if (address.length === 4) return address.join('.')
  const groups = Buffer.from(address).toString('hex').match(/.{4}/g) ?? []
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/**
 * Compiles the comma-separated addresses, CIDR ranges and names of `TRUST_PROXY` into a test of an
 * address. Throws an Error that names an invalid entry. (The BlockList of node:net would do, but
 * takes 20 times as long.)
 */
export function compileTrust(setting: string): (address: Uint8Array) => boolean {
  const tests = setting.split(',').flatMap((entry) => {
    const name = entry.trim()
    return (namedRanges.get(name) ?? [name]).map(compileRange)
  })
  return (address) => tests.some((contains) => contains(address))
}

const namedRanges: ReadonlyMap<string, readonly string[]> = new Map([
  ['none', []],
  ['loopback', ['127.0.0.0/8', '::1']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

function compileRange(text: string): (address: Uint8Array) => boolean {
  const [, addressText = '', prefixText] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const first = parseAddress(addressText)
  const addressBits = (first?.length ?? 0) * 8
  // The prefix of an IPv4-mapped range counts the 96 bits before the IPv4 address.
  const skippedBits = addressText.includes(':') ? 128 - addressBits : 0
  const prefixBits = prefixText === undefined ? addressBits : Number(prefixText) - skippedBits
  if (first === undefined || prefixBits < 0 || prefixBits > addressBits) {
    const accepted = 'an address, a CIDR range such as 10.0.0.0/8, loopback, uniquelocal or none'
    throw new Error(`"${text}" is not ${accepted}`)
  }
  const prefix = mask(first, prefixBits)
  return (address) =>
    address.length === first.length && Buffer.compare(mask(address, prefixBits), prefix) === 0
}

/** Returns the first `prefixBits` of an address, in as few bytes as possible. */
export function mask(address: Uint8Array, prefixBits: number): Uint8Array {
  const prefix = address.slice(0, Math.ceil(prefixBits / 8))
  const last = prefix.length - 1
  if (last >= 0) prefix[last] = (prefix[last] ?? 0) & (0xff00 >> (prefixBits - last * 8))
  return prefix
}

function parseIpv4(text: string): Uint8Array | undefined {
  if (!isIPv4(text)) return undefined
  const bytes = new Uint8Array(4)
  for (const [i, number] of text.split('.').entries()) bytes[i] = Number(number)
  return bytes
}

/** Parses IPv6. (The first call of Node's `isIPv6` compiles its pattern, which takes 5 ms.) */
function parseIpv6(text: string): Uint8Array | undefined {
  const groups = text.split(':')
  // The last two groups may be an IPv4 address.
  const ipv4 = parseIpv4(groups.at(-1) ?? '')
  if (ipv4 !== undefined) groups.splice(-1, 1, '0', '0')
  if (text.startsWith('::')) groups.shift()
  if (text.endsWith('::')) groups.pop()
  const gap = text.includes('::') ? groups.indexOf('') : -1
  if (gap === -1 ? groups.length !== 8 : groups.length > 8) return undefined
  const bytes = new Uint8Array(16)
  let at = 0
  for (const [i, group] of groups.entries()) {
    if (i === gap) {
      at = 16 - 2 * (groups.length - 1 - gap)
      continue
    }
    if (!/^[\da-f]{1,4}$/i.test(group)) return undefined
    const value = Number.parseInt(group, 16)
    bytes[at++] = value >> 8
    bytes[at++] = value & 0xff
  }
  if (ipv4 !== undefined) bytes.set(ipv4, 12)
  return bytes
}
