import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'

export type Passenger = NonNullable<ReturnType<typeof findPassenger>>

/** Returns what differs if Phusion Passenger has loaded the service; it sets a global variable. */
export function findPassenger(globals: object) {
  if (!('PhusionPassenger' in globals)) return undefined
  const emitter = globals.PhusionPassenger as EventEmitter
  return {
    /** Returns the address of the client as the web server sees it, as text. */
    peerOf: ({ headers }: IncomingMessage): string | undefined =>
      // Passenger refuses requests with headers of this form, so a client cannot send it.
      headers['!~passenger-client-address']?.toString(),
    /** Calls `stop` when the process must end; Passenger sends no signal. */
    onStop: (stop: () => void): unknown => emitter.on('exit', stop),
  }
}
