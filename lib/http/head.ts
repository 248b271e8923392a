import { keepAliveMs, maxRequestsPerConnection } from './connection.ts'

/** Header lines as they are sent: each `Name: value` with its line end. */
export type HeaderLines = string

/** Formats headers as lines. Names and values must not hold anything of a request. */
export function formatLines(headers: Readonly<Record<string, string | number>>): HeaderLines {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** The names and values of lines in turn, as node's `writeHead` takes them. */
export function splitLines(lines: HeaderLines): string[] {
  return lines.split('\r\n').flatMap((line) => {
    const colon = line.indexOf(': ')
    return colon === -1 ? [] : [line.slice(0, colon), line.slice(colon + 2)]
  })
}

/**
 * The head of an answer, with its Date, from the status line to the empty one.
 * https://www.rfc-editor.org/rfc/rfc9112#section-2.1
 */
export function formatHead(status: number, reason: string, lines: HeaderLines): string {
  return `HTTP/1.1 ${status} ${reason}\r\n${lines}${dateLine(Date.now())}\r\n`
}

/** What node says of a connection that stays open. */
export const keepAliveLines: HeaderLines = formatLines({
  Connection: 'keep-alive',
  'Keep-Alive': `timeout=${keepAliveMs / 1000}, max=${maxRequestsPerConnection}`,
})

let lastSecond = NaN
let lastLine = ''

// It is the same for a second, and would take as long as the rest of the head.
function dateLine(nowMs: number): HeaderLines {
  const second = Math.floor(nowMs / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastLine = formatLines({ Date: new Date(nowMs).toUTCString() })
  }
  return lastLine
}
