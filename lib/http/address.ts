import { isIPv6 } from 'node:net'

/**
 * Parses an address without port, brackets or zone into 4 bytes (IPv4, and IPv4-mapped IPv6 in any
 * notation) or 16 bytes (other IPv6). Returns `undefined` for any other text.
 * https://www.rfc-editor.org/rfc/rfc4291#section-2.2
 */
export function parseAddress(text: string): Uint8Array | undefined {
  const ipv4 = parseIpv4(text)
  if (ipv4 !== undefined) return ipv4
  if (text.includes('%') || !isIPv6(text)) return undefined
  const bytes = parseIpv6(text)
  return isMapped(bytes) ? bytes.slice(mappedPrefix.length) : bytes
}

/** Formats an address, IPv6 as in https://www.rfc-editor.org/rfc/rfc5952#section-4. */
export function formatAddress(address: Uint8Array): string {
  if (address.length === 4) return address.join('.')
  const groups = Array.from({ length: 8 }, (_, i) => groupAt(address, i).toString(16))
  const zeros = longestZeroRun(groups)
  if (zeros.length < 2) return groups.join(':')
  const head = groups.slice(0, zeros.start).join(':')
  const tail = groups.slice(zeros.start + zeros.length).join(':')
  return `${head}::${tail}`
}

/**
 * Compiles the comma-separated addresses, CIDR ranges and names of `TRUST_PROXY` into a test of an
 * address. Throws an Error that names an invalid entry. (The BlockList of node:net would do, but
 * takes 20 times as long.)
 */
export function compileTrust(setting: string): (address: Uint8Array) => boolean {
  const ranges = setting.split(',').flatMap((entry) => {
    const name = entry.trim()
    return (namedRanges.get(name) ?? [name]).map(parseRange)
  })
  return (address) => ranges.some((range) => contains(range, address))
}

const namedRanges: ReadonlyMap<string, readonly string[]> = new Map([
  ['none', []],
  ['loopback', ['127.0.0.0/8', '::1']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

interface AddressRange {
  /** The first `prefixBits` of the addresses, in as few bytes as possible. */
  readonly prefix: Uint8Array
  readonly prefixBits: number
  /** The length of the addresses: 4 or 16. */
  readonly addressBytes: number
}

function parseRange(text: string): AddressRange {
  const [addressText = '', prefixText, ...rest] = text.split('/')
  const address = parseAddress(addressText)
  if (address === undefined || rest.length > 0) throw badRange(text)
  const addressBits = address.length * 8
  // The prefix of an IPv4-mapped range counts the 96 bits before the IPv4 address.
  const skippedBits = addressText.includes(':') ? 128 - addressBits : 0
  const isPrefix = prefixText === undefined || /^\d{1,3}$/.test(prefixText)
  const prefixBits = prefixText === undefined ? addressBits : Number(prefixText) - skippedBits
  if (!isPrefix || prefixBits < 0 || prefixBits > addressBits) throw badRange(text)
  return { prefix: mask(address, prefixBits), prefixBits, addressBytes: address.length }
}

function badRange(text: string): Error {
  return new Error(
    `"${text}" is not an address, a CIDR range such as 10.0.0.0/8, loopback, uniquelocal or none`,
  )
}

function contains(range: AddressRange, address: Uint8Array): boolean {
  if (address.length !== range.addressBytes) return false
  for (let i = 0; i < range.prefix.length; i++) {
    if (range.prefix[i] !== maskedByte(address, i, range.prefixBits)) return false
  }
  return true
}

/** Returns the first `prefixBits` of an address, in as few bytes as possible. */
export function mask(address: Uint8Array, prefixBits: number): Uint8Array {
  const prefix = address.slice(0, Math.ceil(prefixBits / 8))
  for (const i of prefix.keys()) prefix[i] = maskedByte(address, i, prefixBits)
  return prefix
}

function maskedByte(address: Uint8Array, index: number, prefixBits: number): number {
  const keptBits = Math.min(8, prefixBits - index * 8)
  return (address[index] ?? 0) & (0xff00 >> keptBits)
}

/** Parses four decimal numbers without leading zeros, in one pass. */
function parseIpv4(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(4)
  let count = 0
  let digits = 0
  let value = 0
  for (let at = 0; at <= text.length; at++) {
    const digit = at < text.length ? text.charCodeAt(at) - 0x30 : endOfNumber
    if (digit >= 0 && digit <= 9) {
      if (digits > 0 && value === 0) return undefined
      value = value * 10 + digit
      digits++
      if (value > 255) return undefined
    } else {
      if (digit !== endOfNumber || digits === 0 || count === 4) return undefined
      bytes[count++] = value
      digits = 0
      value = 0
    }
  }
  return count === 4 ? bytes : undefined
}

/** The full stop, counted from the digit 0. */
const endOfNumber = -2

/** Parses an address that is known to be IPv6. */
function parseIpv6(text: string): Uint8Array {
  const bytes = new Uint8Array(16)
  const [head = [], tail = []] = text.split('::').map(parseGroups)
  bytes.set(head)
  bytes.set(tail, 16 - tail.length)
  return bytes
}

/** Parses hexadecimal groups, the last of which may be an IPv4 address. */
function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

// ::ffff:0:0/96, https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2
const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

function isMapped(bytes: Uint8Array): boolean {
  return mappedPrefix.every((byte, i) => bytes[i] === byte)
}

function groupAt(address: Uint8Array, index: number): number {
  return (address[2 * index] ?? 0) * 256 + (address[2 * index + 1] ?? 0)
}

/** Finds the longest run of zero groups, and of several the first. */
function longestZeroRun(groups: readonly string[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 }
  let length = 0
  for (const [i, group] of groups.entries()) {
    length = group === '0' ? length + 1 : 0
    if (length > longest.length) longest = { start: i - length + 1, length }
  }
  return longest
}
