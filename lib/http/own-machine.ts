import type { IncomingMessage } from 'node:http'
import { compileTrust, parseAddress } from './address.ts'
import { findClient } from './client.ts'
import type { ClientRules } from './client.ts'

const isLoopback = compileTrust('loopback')

/**
 * Returns whether a request comes from a program on this machine, directly: its Host names this
 * machine, so that no page of another origin has sent it, whatever its name resolves to; nothing
 * in its headers belongs to a page of another origin; and none is one that proxies add.
 */
export function isOfOwnMachine(
  request: IncomingMessage,
  rules: Omit<ClientRules, 'ipv6PrefixBits'>,
): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers
  if (!namesOwnMachine(host) || origin !== undefined) return false
  if (site !== 'none' && site !== 'same-origin') return false
  if (Object.keys(request.headers).some((name) => ofProxies.test(name))) return false
  const client = findClient(request, rules)
  return client !== undefined && isLoopback(client)
}

/** The headers that proxies and content delivery networks add. Prometheus sends one `x-…`. */
const ofProxies = /^(?:x-(?!prometheus-).*|.*-ip|forwarded|via|cdn-loop|cf-.*)$/

/** Returns whether a Host header is `localhost`, a name below it, or a loopback address. */
function namesOwnMachine(host: string): boolean {
  const [, name = ''] = /^\[?([\w.:-]*?)\]?(?::\d*)?$/.exec(host) ?? []
  if (/^(?:.+\.)?localhost$/i.test(name)) return true
  const address = parseAddress(name)
  return address !== undefined && isLoopback(address)
}
