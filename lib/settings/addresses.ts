import { isIP } from 'node:net'
import { isAcceptedPath } from '../http/strict-http.ts'

/** A request line may have at most 16 KiB, and proxies allow less. */
export const mostPathCharacters = 1_000

/** Parses HOST; returns `undefined` for anything but an address, a host name or a socket path. */
export function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || isHostName(text) || isSocketPath(text) ? text : undefined
}

// A text that ends in a number is an IPv4 address or wrong.
function isHostName(text: string): boolean {
  return /^\w[\w-]*(?:\.\w[\w-]*)*$/.test(text) && !/(?:^|\.)\d+$/.test(text)
}

// The kernel's limit. https://man7.org/linux/man-pages/man7/unix.7.html
function isSocketPath(text: string): boolean {
  return /^\/[^\0]*[^\0/]$/.test(text) && Buffer.byteLength(text) <= 107
}

/** Parses BASE_PATH to a path without a final slash; returns `undefined` for any other text. */
export function parseBasePath(text: string): string | undefined {
  // Clients remove the segments . and .. before they send a path.
  if (!/^(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)*\/?$/.test(text)) return undefined
  return text.length > mostPathCharacters ? undefined : text.replace(/\/$/, '')
}

/**
 * Parses SITE_URL to an address without a final slash. Returns `undefined` for any other text, and
 * for a path whose requests the service would refuse.
 */
export function parseSiteUrl(text: string): string | undefined {
  // URL alone accepts `http:host`, and drops line feeds.
  if (!/^https?:\/\/[^\s?#\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  const { username, password, href, pathname } = new URL(text)
  // URL leaves `[`, `|` and a stray `%` as they are, but an address may not contain them:
  // https://www.rfc-editor.org/rfc/rfc3986#section-3.3
  const isStandard = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i.test(pathname)
  const isUsable = href.length <= mostPathCharacters && isStandard && isAcceptedPath(pathname)
  const isPlain = username === '' && password === '' && isUsable
  return isPlain ? href.replace(/(?<!\/)\/+$/, '') : undefined
}
