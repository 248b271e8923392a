import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'

/** What is different where Phusion Passenger has loaded the service. */
export interface Passenger {
  /** The address of the client that the web server sees, as text. */
  readonly peerOf: (request: IncomingMessage) => string | undefined
  /** Calls `stop` when the process is to end; no signal tells it. */
  readonly onStop: (stop: () => void) => void
}

/** Passenger, by the mark that it leaves among the global variables, or `undefined`. */
export function findPassenger(globals: object): Passenger | undefined {
  if (!('PhusionPassenger' in globals)) return undefined
  const emitter = globals.PhusionPassenger as EventEmitter
  return {
    // Passenger refuses requests whose own headers begin so; from anyone else it is worth nothing.
    peerOf: ({ headers }) => headers['!~passenger-client-address']?.toString(),
    onStop: (stop) => emitter.on('exit', stop),
  }
}
