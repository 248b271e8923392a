import { lookup } from 'node:dns/promises'
import { accessSync, constants, lstatSync, rmSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { dirname } from 'node:path'
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

const noSocket = 'there is something that is no socket'

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
      : noSocket
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

/**
 * Resolves where the name of a host is known, or a socket could be made at its path; whether a
 * process listens there already is not asked. Rejects with a StartError that tells what to do.
 */
export async function checkEndpoint(endpoint: Endpoint): Promise<void> {
  try {
    if ('host' in endpoint) await lookup(endpoint.host)
    if ('path' in endpoint) {
      const isTaken = statNoFollow(endpoint.path)?.isSocket() === false
      if (isTaken) throw new Error(noSocket)
      accessSync(dirname(endpoint.path), constants.W_OK | constants.X_OK)
    }
  } catch (error) {
    throw explain(endpoint, error)
  }
}

/** What `server.address()` gives: `null` for a Unix-domain socket that was passed on. */
export type ListeningAddress = AddressInfo | string | null

/**
 * Listens, and resolves to the address. Rejects with a StartError that tells what to do where it
 * cannot.
 */
export function listen(server: Server, endpoint: Endpoint): Promise<ListeningAddress> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(explain(endpoint, error))
    server.once('error', refuse)
    server.listen(endpoint, () => {
      server.off('error', refuse)
      // Under lsnode the address is undefined.
      resolve(server.address() ?? null)
    })
  })
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Says in one line which setting a failure to listen is about, and what helps. */
function explain(endpoint: Endpoint, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error)
  if ('fd' in endpoint) {
    const hint = 'restart what passes it on, such as its socket unit'
    return new StartError(`The socket that was passed on is of no use: ${hint} (${reason})`)
  }
  if ('path' in endpoint) {
    const hint = 'a socket takes a folder that is there and that this user may write to'
    return new StartError(`HOST=${endpoint.path}: ${hint} (${reason})`)
  }
  const { host, port } = endpoint
  const hints = new Map<unknown, string>([
    ['EADDRINUSE', `PORT=${port}: another program listens there; stop it, or set another port`],
    ['EACCES', `PORT=${port}: this user may not listen there; set a port from 1024 on`],
    ['EADDRNOTAVAIL', `HOST=${host}: this machine has no such address; set one that it has`],
    ['ENOTFOUND', `HOST=${host}: this name is not known; correct it, or set an IP address`],
    ['EAI_AGAIN', `HOST=${host}: no name server answers; set an IP address`],
  ])
  const hint = hints.get(codeOf(error)) ?? `HOST=${host}, PORT=${port}: cannot be listened on`
  return new StartError(`${hint} (${reason})`)
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
