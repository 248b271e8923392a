import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { accessSync, constants, lstatSync, rmSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { dirname } from 'node:path'
import { StartError } from '../log.ts'

/** Where a server listens, as arguments of its `listen()`. */
export type ListenTarget =
  | { readonly fd: number }
  | { readonly path: string; readonly readableAll: true; readonly writableAll: true }
  | { readonly host: string; readonly port: number }

/** Returns where the settings say to listen. A host that starts with a slash is a Unix socket. */
export function chooseTarget(host: string, port: number): ListenTarget {
  if (!host.startsWith('/')) return { host, port }
  // The folder decides who may connect; everyone may connect to a port of 127.0.0.1, too.
  return { path: host, readableAll: true, writableAll: true }
}

/**
 * Returns the listening socket that a service manager has passed to process `pid`, if any. Ignores
 * one named `notify`. Removes the variables from the environment, so that no child process uses
 * them. Throws a StartError for more than one socket.
 * https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
export function takeInherited(
  environment: Record<string, string | undefined>,
  pid: number,
): ListenTarget | undefined {
  const { LISTEN_PID: owner, LISTEN_FDS: count, LISTEN_FDNAMES: names = '' } = environment
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete environment[name]
  if (owner !== String(pid) || count === undefined) return undefined
  if (!/^\d{1,4}$/.test(count)) {
    throw new StartError(`LISTEN_FDS=${JSON.stringify(count)}: must be a whole number`)
  }
  const nameOf = names.split(':')
  const sockets = [...new Array(Number(count)).keys()].filter((i) => nameOf[i] !== 'notify')
  // Clients of the others would wait for ever.
  if (sockets.length > 1) throw new StartError(`LISTEN_FDS=${count}: pass one socket to listen on`)
  const firstInherited = 3
  return sockets[0] === undefined ? undefined : { fd: firstInherited + sockets[0] }
}

const notSocket = 'there is a file that is not a socket'

/**
 * Removes a Unix-domain socket that a dead process has left. Rejects with a StartError if a process
 * still listens, if the file is not a socket, and if it cannot be removed.
 */
export async function removeLeftSocket(path: string): Promise<void> {
  try {
    const found = statNoFollow(path)
    if (found === undefined) return
    if (!found.isSocket()) throw new Error(notSocket)
    const socket = connect({ path })
    const code = await once(socket, 'connect').then(
      () => 'connected',
      (error: NodeJS.ErrnoException) => error.code,
    )
    socket.destroy()
    if (code === 'connected') throw new Error('another process listens there')
    if (code !== 'ECONNREFUSED' && code !== 'ENOENT') throw new Error(`it may be in use (${code})`)
    // Another process may have replaced it in the meantime.
    const now = statNoFollow(path)
    if (now?.ino === found.ino && now.ctimeNs === found.ctimeNs) rmSync(path)
  } catch (error) {
    throw new StartError(`HOST=${path}: ${error instanceof Error ? error.message : ''}`)
  }
}

function statNoFollow(path: string): BigIntStats | undefined {
  return lstatSync(path, { throwIfNoEntry: false, bigint: true })
}

/**
 * Resolves if the host name is known, or if a socket could be created at the path; does not check
 * whether another process listens there. Rejects with a StartError that says what to do.
 */
export async function checkTarget(target: ListenTarget): Promise<void> {
  try {
    if ('host' in target) await lookup(target.host)
    if ('path' in target) {
      if (statNoFollow(target.path)?.isSocket() === false) throw new Error(notSocket)
      accessSync(dirname(target.path), constants.W_OK | constants.X_OK)
    }
  } catch (error) {
    throw explain(target, error as Error)
  }
}

/**
 * How many clients may wait while the service is busy; the kernel may allow fewer. Node's 511 would
 * also replace what the service manager has set for an inherited socket.
 */
const backlog = 4096

/** The result of `server.address()`; `null` for an inherited Unix-domain socket. */
export type ListeningAddress = AddressInfo | string | null

/** Listens and resolves to the address. Rejects with a StartError that says what to do. */
export function listen(server: Server, target: ListenTarget): Promise<ListeningAddress> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(explain(target, error))
    server.once('error', refuse)
    server.listen(target, backlog, () => {
      server.off('error', refuse)
      // Under lsnode the address is undefined.
      resolve(server.address() ?? null)
    })
  })
}

/** Explains in one line which setting a failure is about and what helps. */
function explain(target: ListenTarget, error: NodeJS.ErrnoException): StartError {
  const { code = '', message: reason } = error
  if ('fd' in target) {
    const hint = 'restart its socket unit, or whatever passes it'
    return new StartError(`The inherited socket cannot be used: ${hint} (${reason})`)
  }
  if ('path' in target) {
    const hint = 'the socket needs an existing folder that this user may write to'
    return new StartError(`HOST=${target.path}: ${hint} (${reason})`)
  }
  const { host, port } = target
  const hints: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT=${port}: another program listens there; stop it, or set another port`,
    EACCES: `PORT=${port}: this user may not listen there; set a port of at least 1024`,
    EADDRNOTAVAIL: `HOST=${host}: this machine does not have this address; set one that it has`,
    ENOTFOUND: `HOST=${host}: this name is unknown; correct it, or set an IP address`,
    EAI_AGAIN: `HOST=${host}: no name server responds; set an IP address`,
  }
  const hint = hints[code] ?? `HOST=${host}, PORT=${port}: cannot listen here`
  return new StartError(`${hint} (${reason})`)
}

/** Formats the address of a server for the log. For a socket, it has no path. */
export function formatAddress(address: ListeningAddress, basePath: string): string {
  if (isLocal(address)) return `unix:${address ?? 'inherited'}`
  const { port, family } = address
  const host = family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${port}${basePath}`
}

/** Returns the default of SITE_URL. A web server is in front of a socket. */
export function defaultSiteUrl(address: ListeningAddress): string {
  return isLocal(address) ? 'http://localhost' : `http://localhost:${address.port}`
}

/** Returns whether it is the address of a Unix-domain socket. */
export function isLocal(address: ListeningAddress): address is string | null {
  return address === null || typeof address === 'string'
}
