// The load generator, a process of its own: 128 connections with one open request each.
import { connect } from 'node:net'
import { cpuMicroseconds, memoryMiB } from './accounting.mjs'
import { requestMaker } from './kinds.mjs'

const connections = 128
const silenceMs = 20_000

process.on('message', (job) => {
  run(job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())

/**
 * Opens the connections with a first request each, sends `lead` requests and then `measured` ones.
 * Resolves to the number of requests `sent`, the microseconds of CPU that each measured one cost
 * process `pid`, and the memory of that process. The clients continue from number `first`.
 */
function run({ port, pid, first = 0, lead = 0, measured, ...job }) {
  const make = requestMaker(job)
  const sockets = []
  const opened = []
  let sent = 0
  let answered = 0
  let cpuBefore = 0

  return new Promise((resolve, reject) => {
    let heard = 0
    const timer = setInterval(() => {
      if (opened.length + answered === heard) fail(new Error('no answer for long'))
      heard = opened.length + answered
    }, silenceMs)
    for (let index = 0; index < connections; index++) {
      const socket = connectTo(port, job.kind.status, onAnswer, fail)
      socket.once('connect', () => send(socket))
      sockets.push(socket)
    }

    function send(socket) {
      socket.write(make(first + sent++), 'latin1')
    }

    // Node accepts one connection per turn: measure only after the last one.
    function onAnswer(socket) {
      if (opened.length < connections) {
        opened.push(socket)
        if (opened.length === connections) for (const one of opened) next(one)
        return
      }
      answered++
      next(socket)
      if (answered === lead + measured) finish()
    }

    function next(socket) {
      if (sent === connections + lead) cpuBefore = cpuMicroseconds(pid)
      if (sent < connections + lead + measured) send(socket)
    }

    function finish() {
      const cost = (cpuMicroseconds(pid) - cpuBefore) / measured
      close()
      resolve({ sent, cpuMicroseconds: cost, memory: memoryMiB(pid) })
    }

    function fail(error) {
      close()
      reject(error)
    }

    function close() {
      clearInterval(timer)
      for (const socket of sockets) socket.removeAllListeners().on('error', () => {}).destroy()
    }
  })
}

/** Connects a socket that finds the end of each answer and checks its status. */
function connectTo(port, status, onAnswer, onFault) {
  const begins = `HTTP/1.1 ${status} `
  let missing = 0
  let partial
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', onFault)
  socket.on('end', () => onFault(new Error('a connection was closed before its answer')))
  socket.on('data', (chunk) => {
    missing = missing > 0 ? missing - chunk.length : readHead(chunk)
    if (missing === 0) onAnswer(socket)
  })
  return socket

  /** Returns how many bytes of the answer are still missing. */
  function readHead(chunk) {
    const bytes = partial === undefined ? chunk : Buffer.concat([partial, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    partial = end === -1 ? bytes : undefined
    if (end === -1) return -1
    const head = bytes.latin1Slice(0, end)
    if (!head.startsWith(begins)) onFault(new Error(`expected ${status}, got ${head}`))
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
    return end + 4 + length - bytes.length
  }
}
