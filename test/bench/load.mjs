// The load generator, a process of its own: one request under way on each connection.
import { cpuMicroseconds, memoryMiB } from './accounting.mjs'
import { requestMaker } from './kinds.mjs'
import { quantile } from './numbers.mjs'
import { connectTo } from './wire.mjs'

const silenceMs = 10_000

process.on('message', (job) => {
  run(job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())

/**
 * Sends requests over `connections` for `warmMs` and then `measureMs`, or exactly `requests` of
 * them, and resolves to what the second part cost the processes `pids`.
 */
function run(job) {
  const { port, pids, kind, connections = kind.connections, first = 0 } = job
  const { warmMs = 0, measureMs = Infinity, requests = Infinity } = job
  const make = requestMaker(job)
  const sockets = new Set()
  const latencies = []
  let idle = []
  let isOpening = true
  let sent = 0
  let answered = 0
  let warmUntil = Infinity
  let measured
  let endAt = Infinity
  let isOver = false

  return new Promise((resolve, reject) => {
    let answeredBefore = -1
    const watchdog = setInterval(() => {
      if (answered === answeredBefore) finish(new Error(`no answer for ${silenceMs} ms`))
      answeredBefore = answered
    }, silenceMs)
    open()

    function open() {
      const socket = connectTo(port, kind.status, { onReady: send, onAnswer, onFault: finish })
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        if (!isOver && sent < requests) open()
      })
    }

    function send(socket) {
      socket.sentAt = performance.now()
      socket.write(make(first + sent++), 'latin1')
    }

    function onAnswer(socket, closes) {
      if (isOver) return
      const now = performance.now()
      answered++
      if (measured !== undefined) latencies.push(now - socket.sentAt)
      else if (now >= warmUntil) beginMeasuring(now)
      if (now >= endAt || answered >= requests) return finish()
      if (sent >= requests) return
      if (isOpening) return afterOpening(socket, closes)
      if (closes) socket.end()
      else send(socket)
    }

    // Node accepts one connection a turn: opened all at once, the last would wait for long.
    function afterOpening(socket, closes) {
      if (closes) socket.end()
      else idle.push(socket)
      isOpening = !closes && idle.length < connections
      if (isOpening) return open()
      warmUntil = performance.now() + warmMs
      for (let index = idle.length; index < connections - (closes ? 1 : 0); index++) open()
      for (const waiting of idle) send(waiting)
      idle = []
    }

    function beginMeasuring(now) {
      measured = { now, cpu: cpuMicroseconds(pids), answered }
      endAt = now + measureMs
    }

    function finish(error) {
      if (isOver) return
      isOver = true
      clearInterval(watchdog)
      if (error === undefined) resolve(measured === undefined ? { sent } : { sent, ...figures() })
      else reject(error)
      for (const socket of sockets) socket.destroy()
    }

    function figures() {
      const seconds = (performance.now() - measured.now) / 1000
      const count = answered - measured.answered
      return {
        requests: count,
        cpuMicroseconds: (cpuMicroseconds(pids) - measured.cpu) / count,
        requestsPerSecond: count / seconds,
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
        memory: memoryMiB(pids),
      }
    }
  })
}
