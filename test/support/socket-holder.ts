import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { builtServer } from './built.ts'

/**
 * Acts as systemd does with a socket unit and its service: it listens at the given path, or on a free
 * port of 127.0.0.1, and starts the service on that socket whenever it has ended. It never returns to
 * its event loop, so it never accepts a connection itself.
 */
const [path = ''] = process.argv.slice(2)
const server = createServer()
server.listen(path === '' ? { host: '127.0.0.1', port: 0 } : { path }, () => {
  const { _handle: handle } = server as unknown as { readonly _handle: { readonly fd: number } }
  process.stderr.write(`${JSON.stringify({ message: 'Held', address: server.address() })}\n`)
  // LISTEN_PID must be known before the program starts, so a shell sets it and becomes the program.
  const script = `printf '{"message":"Started","pid":%d}\\n' $$ >&2
    LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=web exec "$0" "$1"`
  const words = ['-c', script, process.execPath, builtServer()]
  let status: number | null = 0
  while (status !== 78) {
    status = spawnSync('sh', words, { stdio: ['ignore', 'ignore', 'inherit', handle.fd] }).status
  }
  process.exit(status)
})
