import type { IncomingMessage } from 'node:http'

// A request and its response, as V8 keeps them, and what it needs for each text.
const objectBytes = 4_096
const textBytes = 24

/** Returns how much memory a request takes with its head, approximately. */
export function requestBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length + textBytes, objectBytes + url.length)
}
