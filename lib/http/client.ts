import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { compileTrust, formatAddress, mask, parseAddress } from './address.ts'

/** How the address of a client is found. */
interface AddressRules {
  /** Whether the `X-Forwarded-For` of a peer with this address is believed. */
  readonly isTrusted: (address: Uint8Array) => boolean
  /** Returns the address that a request came from, as text; by default that of its socket. */
  readonly peerOf?: ((request: IncomingMessage) => string | undefined) | undefined
  /** The address of a socket that has none, because the server has a Unix-domain socket. */
  readonly localPeer?: string | undefined
}

/** How the client of a request is identified. */
export interface ClientRules extends AddressRules {
  /** How many bits of an IPv6 address identify a client. */
  readonly ipv6PrefixBits: number
}

/** Formats the address of the client for the log. */
export function formatClient(request: IncomingMessage, rules: ClientRules): string {
  const address = findClient(request, rules)
  return address === undefined ? 'unknown' : formatAddress(address)
}

const isLoopback = compileTrust('loopback')

/** More hops than any chain of proxies has: longer headers are made up to cost time. */
const maxHops = 50

/**
 * Returns the address of the client of a request, or `undefined` if it is unknown. Trusted proxies
 * are skipped from the right of X-Forwarded-For; the first other hop is the client. A hop that does
 * not parse, and the 51st one, stop the walk at the hop before.
 *
 * A socket without a remote address has usually been reset by its client. It is never trusted:
 * a client that resets its connection in time could otherwise pretend to be another one.
 */
export function findClient(
  request: IncomingMessage,
  { isTrusted, peerOf, localPeer }: AddressRules,
): Uint8Array | undefined {
  let client = parsePeer(peerOf ? peerOf(request) : request.socket.remoteAddress ?? localPeer)
  // Node joins repeated lines with commas.
  const forwardedFor = request.headers['x-forwarded-for']?.toString()
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
 * Returns the key under which a client is counted: a latin1 string with one code unit for each
 * byte of the family (4 or 6) and the address. Of an IPv6 address only the first `ipv6PrefixBits`
 * (1 to 128) are kept. All unknown clients (`undefined`) have the same key.
 */
export function clientKey(address: Uint8Array | undefined, ipv6PrefixBits: number): string {
  if (address === undefined) return '\0'
  const [first = 0, second = 0, third = 0, fourth = 0] = address
  if (address.length === 4) return String.fromCharCode(4, first, second, third, fourth)
  return String.fromCharCode(6, ...mask(address, ipv6PrefixBits))
}

/**
 * Returns the key under which the connections of a peer are counted, or `undefined` for one that
 * may have any number: this machine, where proxies are, trusted proxies, and Passenger.
 */
export function peerKey(
  { remoteAddress }: Pick<Socket, 'remoteAddress'>,
  { isTrusted, peerOf, ipv6PrefixBits }: ClientRules,
): string | undefined {
  const address = peerOf === undefined ? parsePeer(remoteAddress) : undefined
  if (address === undefined || isLoopback(address) || isTrusted(address)) return undefined
  return clientKey(address, ipv6PrefixBits)
}

/** Parses the address of a socket. The kernel appends the interface to a link-local one. */
function parsePeer(text = ''): Uint8Array | undefined {
  const zone = text.indexOf('%')
  return parseAddress(zone === -1 ? text : text.slice(0, zone))
}

/** Parses an entry of X-Forwarded-For. Some proxies write addresses with brackets or a port. */
function parseHop(text: string): Uint8Array | undefined {
  if (text.length > longestHop.length) return undefined
  const address = parseAddress(text)
  if (address !== undefined) return address
  const [, ipv6, ipv4] = /^(?:\[([^:]*:.*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  return parseAddress(ipv6 ?? ipv4 ?? '')
}

const longestHop = '[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]:65535'
