import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { formatRequest } from './client.ts'
import { readMainCpuMs } from './main-cpu.ts'

// A process of its own: one that also attacks would read the answers too late.

/** One /health on a new connection. */
export interface Probed {
  readonly isAnswered: boolean
  /** The CPU time of the main thread of the service before the answer. */
  readonly waitMs: number
}

const [port, pid] = process.argv.slice(2).map(Number)
if (port !== undefined && pid !== undefined) await probe(port, pid)

/** Asks for /health on new connections, one after another, until the parent leaves. */
async function probe(port: number, pid: number): Promise<void> {
  process.once('disconnect', () => process.exit())
  for (;;) {
    const beforeMs = readMainCpuMs(pid)
    const isAnswered = await ask(port)
    const probed: Probed = { isAnswered, waitMs: readMainCpuMs(pid) - beforeMs }
    // The parent may have left.
    if (process.connected) process.send?.(probed, () => {})
    await setTimeout(5)
  }
}

function ask(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    socket.on('error', () => {}).once('close', () => resolve(false))
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1').startsWith('HTTP/1.1 200 '))
      socket.destroy()
    })
    socket.write(formatRequest({ target: '/health' }))
  })
}
