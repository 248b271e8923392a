import { lstatSync, rmSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { StartError } from '../start-error.ts'

/** Where a server listens, in the words of its `listen()`. */
export type Endpoint =
  | { readonly fd: number }
  | { readonly path: string; readonly readableAll: true; readonly writableAll: true }
  | { readonly host: string; readonly port: number }

/** The endpoint of the settings; a host with a slash in front is a Unix-domain socket. */
export function chooseEndpoint(host: string, port: number): Endpoint {
  if (!host.startsWith('/')) return { host, port }
  // Who may connect is decided by the folder, as the port of 127.0.0.1 is for all to connect to.
  return { path: host, readableAll: true, writableAll: true }
}

const firstInherited = 3

/**
 * The listening socket that a service manager has passed to process `pid`, or `undefined`; one
 * that is named `notify` is none. What told of it is removed from the environment, as it must not
 * reach another process. Throws a StartError for more sockets than one.
 * https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
export function takeInherited(
  environment: Record<string, string | undefined>,
  pid: number,
): Endpoint | undefined {
  const { LISTEN_PID: owner, LISTEN_FDS: count, LISTEN_FDNAMES: names } = environment
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete environment[name]
  if (owner !== String(pid) || count === undefined) return undefined
  if (!/^\d{1,4}$/.test(count)) {
    throw new StartError(`LISTEN_FDS=${JSON.stringify(count)}: takes a whole number`)
  }
  const nameOf = names?.split(':') ?? []
  const sockets = Array.from({ length: Number(count) }, (_, index) => index).filter(
    (index) => nameOf[index] !== 'notify',
  )
  // Clients would wait for ever at a socket that nobody listens to.
  if (sockets.length > 1) throw new StartError(`LISTEN_FDS=${count}: takes one socket to listen on`)
  return sockets[0] === undefined ? undefined : { fd: firstInherited + sockets[0] }
}

/**
 * Removes a Unix-domain socket that a process which has died left at a path. Rejects with a
 * StartError where a process still listens, where something else than a socket lies there, and
 * where it cannot be removed.
 */
export async function removeLeftSocket(path: string): Promise<void> {
  try {
    const found = statNoFollow(path)
    if (found === undefined) return
    const refusal = found.isSocket()
      ? await reasonToLeave(path)
      : 'there is something that is no socket'
    if (refusal !== undefined) throw new Error(refusal)
    // Another process may have replaced it since.
    const now = statNoFollow(path)
    if (now?.ino === found.ino && now.ctimeNs === found.ctimeNs) rmSync(path)
  } catch (error) {
    throw new StartError(`HOST=${path}: ${error instanceof Error ? error.message : ''}`)
  }
}

function statNoFollow(path: string): BigIntStats | undefined {
  return lstatSync(path, { throwIfNoEntry: false, bigint: true })
}

/** Connects to the socket at a path; why it must stay there, or `undefined` where it may go. */
function reasonToLeave(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => {
      socket.destroy()
      resolve('another process listens there')
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isLeft = error.code === 'ECONNREFUSED' || error.code === 'ENOENT'
      resolve(isLeft ? undefined : `nobody knows whether it is in use (${error.code})`)
    })
  })
}

/** What `server.address()` gives: `null` for a Unix-domain socket that was passed on. */
export type ListeningAddress = AddressInfo | string | null

/** Listens, and resolves to the address. Rejects with the server's error where it cannot. */
export function listen(server: Server, endpoint: Endpoint): Promise<ListeningAddress> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // Under lsnode the address is undefined.
    server.listen(endpoint, () => resolve(server.address() ?? null))
  })
}

/** The origin under which a server is reached, as a log line shows it; no path follows a socket. */
export function formatEndpoint(address: ListeningAddress, basePath: string): string {
  if (isLocal(address)) return `unix:${address ?? 'inherited'}`
  const { port, family } = address
  const host = family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${port}${basePath}`
}

/** What the service calls itself unless SITE_URL tells; behind a socket stands a web server. */
export function defaultSiteUrl(address: ListeningAddress): string {
  return isLocal(address) ? 'http://localhost' : `http://localhost:${address.port}`
}

/** Whether it is the address of a Unix-domain socket. */
export function isLocal(address: ListeningAddress): address is string | null {
  return address === null || typeof address === 'string'
}
