import type { IncomingMessage } from 'node:http'

// A request and its response, as V8 keeps them, and what it needs for each text.
const objectBytes = 4_096
const textBytes = 24

/** Returns how much memory a request takes with its head, approximately. */
export function requestBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length + textBytes, objectBytes + url.length)
}

// The heads of most browsers and proxies are shorter.
const usualBytes = objectBytes + 4_096

/**
 * Frees the headers of a request that are not read later, if its head is long: what V8 keeps of 90
 * lines takes three times as much as they have bytes.
 */
export function trimHead(request: IncomingMessage): void {
  if (requestBytes(request) <= usualBytes) return
  const { headers } = request
  const read = readLater.filter((name) => headers[name] !== undefined)
  request.headers = Object.fromEntries(read.map((name) => [name, headers[name]]))
  request.rawHeaders = []
}

/** The headers that are read once a body has arrived, or in the turn of a request. */
const readLater: readonly string[] = [
  ...['accept-encoding', 'if-none-match', 'content-type', 'content-length', 'transfer-encoding'],
  ...['expect', 'x-forwarded-for', '!~passenger-client-address'],
]
