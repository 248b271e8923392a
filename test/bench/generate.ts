// What one `generate` costs the server: node --import tsx test/bench/generate.ts [requests]
// Needs `npm run build` first, and Linux (/proc) for CPU time and memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const requests = Number(process.argv[2] ?? 100_000)
const connections = 64
const clients = 100_000
const folder = mkdtempSync(join(tmpdir(), 'decoration-bench-'))
const started = performance.now()
const child = spawn(process.execPath, ['dist/server.js'], {
  env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder },
  stdio: ['ignore', 'ignore', 'pipe'],
})
const [line] = await once(createInterface({ input: child.stderr }), 'line')
const port = Number(new URL(JSON.parse(String(line)).address).port)
await run(1, 1)
const firstAnswerMs = performance.now() - started
const idleMiB = residentMiB()
await run(20_000, connections)
const cpuBefore = cpuMicroseconds()
const from = performance.now()
await run(requests, connections)
const seconds = (performance.now() - from) / 1000
const figures = {
  'start to first answer, ms': Math.round(firstAnswerMs),
  'resident memory after one answer, MiB': idleMiB,
  'resident memory after the load, MiB': residentMiB(),
  'requests a second': Math.round(requests / seconds),
  'CPU microseconds a request': Number(((cpuMicroseconds() - cpuBefore) / requests).toFixed(1)),
}
console.table(figures)
child.kill()
await once(child, 'exit')
rmSync(folder, { recursive: true })

/** Sends `count` requests of different clients over `width` connections, one at a time on each. */
async function run(count: number, width: number): Promise<void> {
  let sent = 0
  await Promise.all(Array.from({ length: Math.min(width, count) }, connection))

  function connection(): Promise<void> {
    return new Promise((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', send)
      socket.setEncoding('latin1').on('error', reject)
      // A server may end a connection after some number of requests.
      socket.on('close', () => (sent < count ? connection().then(resolve, reject) : resolve()))
      socket.on('data', (chunk) => {
        received += chunk
        if (!received.endsWith('}}')) return
        if (!received.startsWith('HTTP/1.1 200')) reject(new Error(received))
        const isLast = received.includes('Connection: close')
        received = ''
        if (sent >= count || isLast) socket.end()
        else send()
      })
      function send(): void {
        const client = sent++ % clients
        const body = 'slug=bold-serif&text=Hello+World'
        socket.write(
          `POST /api?action=generate HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.${client >> 16}.${(client >> 8) & 255}.${client & 255}\r\n` +
            `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        )
      }
    })
  }
}

function cpuMicroseconds(): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

function residentMiB(): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
