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
 * address. Throws a RangeError for an invalid entry. (The BlockList of node:net would do, but
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
    throw new RangeError(`"${text}" is not a range of addresses`)
  }
  return (address) => address.length === first.length && sharesPrefix(address, first, prefixBits)
}

function sharesPrefix(one: Uint8Array, other: Uint8Array, prefixBits: number): boolean {
  const last = prefixBits >> 3
  for (let at = 0; at < last; at++) if (one[at] !== other[at]) return false
  // Beyond the end, both are 0.
  return (((one[last] ?? 0) ^ (other[last] ?? 0)) & (0xff00 >> (prefixBits & 7))) === 0
}

/** Returns the first `prefixBits` of an address, in as few bytes as possible. */
export function mask(address: Uint8Array, prefixBits: number): Uint8Array {
  const prefix = address.slice(0, Math.ceil(prefixBits / 8))
  const last = prefix.length - 1
  if (last >= 0) prefix[last] = (prefix[last] ?? 0) & (0xff00 >> (prefixBits - last * 8))
  return prefix
}

/** Parses IPv4 in one pass: it is done for each request, and twice behind a proxy. */
function parseIpv4(text: string): Uint8Array | undefined {
  if (text.length > longestIpv4.length) return undefined
  const bytes = new Uint8Array(4)
  let count = 0
  let digits = 0
  let value = 0
  for (let at = 0; at <= text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit >= 0 && digit <= 9) {
      // A number must not begin with a zero, which some programs take for octal.
      if (digits++ > 0 && value === 0) return undefined
      value = value * 10 + digit
    } else {
      if (at < text.length && text[at] !== '.') return undefined
      if (digits === 0 || value > 0xff || count === 4) return undefined
      bytes[count++] = value
      digits = value = 0
    }
  }
  return count === 4 ? bytes : undefined
}

const longestIpv4 = '255.255.255.255'

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
