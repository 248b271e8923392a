import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { formatAddress, mask, parseAddress } from './address.ts'

/** Who is believed about the client of a request. */
export interface ClientRules {
  /** How many bits of an IPv6 address name a client. */
  readonly ipv6PrefixBits: number
  readonly isTrusted: (address: Uint8Array) => boolean
  /** The address that a request came from, as text. */
  readonly peerOf: (request: IncomingMessage) => string | undefined
}

/** The address of the client that a request counts for, or `undefined` where none is known. */
export function clientOf(request: IncomingMessage, rules: ClientRules): Uint8Array | undefined {
  const forwardedFor = request.headers['x-forwarded-for']
  return findClient(
    rules.peerOf(request),
    Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    rules.isTrusted,
  )
}

/** Returns the text of a client's address, for the log. */
export function formatClient(request: IncomingMessage, rules: ClientRules): string {
  const address = clientOf(request, rules)
  return address === undefined ? 'unknown' : formatAddress(address)
}

/**
 * The address of the client that a request counts for, or `undefined` where none is known. `peer`
 * is the socket's remote address, `forwardedFor` the values of all X-Forwarded-For lines joined by
 * commas. Trusted proxies are skipped from the right; the first other hop is the client. A hop
 * that does not parse stops the walk at the hop before it, and so does the 51st hop.
 *
 * A socket without a remote address has usually been reset by its client. It is never trusted:
 * whoever resets a connection in time could otherwise pass for anybody. A server that listens on
 * a Unix-domain socket passes the address of a proxy, such as `127.0.0.1`, in its place.
 */
export function findClient(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: (address: Uint8Array) => boolean,
): Uint8Array | undefined {
  if (peer === undefined) return undefined
  // The kernel appends the interface to a link-local address.
  const zone = peer.indexOf('%')
  let client = parseAddress(zone === -1 ? peer : peer.slice(0, zone))
  if (client === undefined || forwardedFor === undefined) return client

  let end = forwardedFor.length
  for (let hops = 0; end > 0 && hops < maxHops && isTrusted(client); hops++) {
    const comma = forwardedFor.lastIndexOf(',', end - 1)
    const hop = parseHop(forwardedFor.slice(comma + 1, end).trim())
    if (hop === undefined) break
    client = hop
    end = comma
  }
  return client
}

/**
 * The key under which a client is counted: a latin1 string, one code unit a byte, of the family (4
 * or 6) and the address. Of an IPv6 address only the first `ipv6PrefixBits` (1 to 128) are kept.
 * All clients that are not known (`undefined`) count together.
 */
export function clientKey(address: Uint8Array | undefined, ipv6PrefixBits: number): string {
  if (address === undefined) return unknownClientKey
  const [first = 0, second = 0, third = 0, fourth = 0] = address
  if (address.length === 4) return String.fromCharCode(4, first, second, third, fourth)
  return String.fromCharCode(6, ...mask(address, ipv6PrefixBits))
}

/** The length of the longest key of a client. */
export function longestClientKey(ipv6PrefixBits: number): number {
  return 1 + Math.max(4, Math.ceil(ipv6PrefixBits / 8))
}

const unknownClientKey = '\0'

/** An entry of X-Forwarded-For: an address, which some proxies write with brackets or a port. */
function parseHop(text: string): Uint8Array | undefined {
  if (text.length > longestHop.length) return undefined
  const address = parseAddress(text)
  if (address !== undefined) return address
  const bracketed = /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1]
  if (bracketed !== undefined) return isIPv6(bracketed) ? parseAddress(bracketed) : undefined
  const withPort = /^(.+):\d{1,5}$/.exec(text)?.[1]
  return withPort !== undefined && isIPv4(withPort) ? parseAddress(withPort) : undefined
}

/** More proxies in a row are a header that was made up to cost time. */
const maxHops = 50

const longestHop = '[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]:65535'
