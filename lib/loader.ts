import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'

/** A web server's own program that has loaded the service and passes requests to it. */
export interface Loader {
  readonly name: string
  /** The address of the client that the web server sees, as text. */
  readonly peerOf: (request: IncomingMessage) => string | undefined
  /** Calls `stop` when the web server wants the process to end otherwise than by a signal. */
  readonly onStop: (stop: () => void) => void
}

/**
 * The loader that has left its mark among the global variables, or `undefined`. Each replaces
 * `listen` of http servers by one that takes requests from the web server alone.
 */
export function findLoader(globals: object): Loader | undefined {
  if ('LsNode' in globals) return lsnode
  if (!('PhusionPassenger' in globals)) return undefined
  return createPassenger(globals.PhusionPassenger as EventEmitter)
}

/** https://www.phusionpassenger.com/docs/references/config_reference/apache/ */
function createPassenger(passenger: EventEmitter): Loader {
  return {
    name: 'Passenger',
    // Passenger refuses requests whose own headers begin so; from anyone else it is worth nothing.
    peerOf: ({ headers }) => headers['!~passenger-client-address']?.toString(),
    onStop: (stop) => passenger.on('exit', stop),
  }
}

/** https://docs.litespeedtech.com/lsws/extapp/context/nodejs/ */
const lsnode: Loader = {
  name: 'lsnode',
  // It adds the client to X-Forwarded-For, which is believed of a proxy on the same machine.
  peerOf: () => '127.0.0.1',
  onStop: () => {},
}
