// The kinds of request that are measured, the load generator, and what the kernel says of a process.
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'

const body = 'slug=bold-serif&text=Hello+World'

/** How many clients have used up their limit; all others stay far below theirs. */
export const refusedClients = 100

/**
 * The kinds by name. `isPrepared` means that a server may prepare the bytes of the answer;
 * `inShort` is the name in the short table.
 */
export const kinds = {
  generate: {
    ...get('action=generate'),
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    },
    body,
  },
  stats: get('action=stats'),
  refused: { ...get('action=stats'), status: 429, isRefused: true, inShort: '429' },
  list: { ...get('action=list_generators'), isPrepared: true, inShort: 'list_generators' },
  detail: {
    ...get('action=get_generator&slug=bold-serif'),
    ...{ isPrepared: true, inShort: 'get_generator' },
  },
  unchanged: { ...get('action=list_generators'), status: 304, revalidates: 'list', inShort: '304' },
}

function get(query) {
  return { method: 'GET', target: `/api?${query}`, headers: {}, body: '', status: 200 }
}

/** Returns the address of the n-th client, or of the n-th refused client. */
export function clientAddress(n, isRefused = false) {
  return isRefused ? `172.16.0.${n % refusedClients}` : `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
}

/** Sends one request with additional headers, and resolves to its status, raw headers and body. */
export function ask(port, kind, headers = {}) {
  return new Promise((resolve, reject) => {
    const address = clientAddress(0, kind.isRefused)
    const own = { 'X-Forwarded-For': address, Connection: 'keep-alive', ...kind.headers, ...headers }
    const options = { port, method: kind.method, path: kind.target, headers: own, timeout: 10_000 }
    const sent = request({ host: '127.0.0.1', agent: false, ...options }, async (response) => {
      const chunks = await response.toArray()
      sent.destroy()
      const { statusCode: status, headers: byName, rawHeaders } = response
      resolve({ status, etag: byName.etag, rawHeaders, body: Buffer.concat(chunks) })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${kind.method} ${kind.target}`)))
    sent.on('error', reject)
    sent.end(kind.body)
  })
}

export const connections = 128

/**
 * Opens 128 connections with a first request each, sends `lead` requests and then `measured` ones,
 * one at a time on each connection. The requests go round the clients from number `first`, in an
 * order that mixes their addresses. Resolves to the number of requests `sent`, the microseconds of
 * CPU that each measured one cost process `pid`, and the memory of that process.
 */
export function load({ port, pid, kind, headers = {}, clients, first = 0, lead = 0, measured }) {
  const lines = Object.entries({ ...kind.headers, ...headers })
  const start = `${kind.method} ${kind.target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: `
  const end = `\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${kind.body}`
  const sockets = []
  let sent = 0
  let answered = 0
  let cpuBefore = 0
  let heard = -1

  return new Promise((resolve, reject) => {
    const close = () => {
      clearInterval(timer)
      for (const socket of sockets) socket.removeAllListeners().on('error', () => {}).destroy()
    }
    const fail = (error) => {
      close()
      reject(error)
    }
    const timer = setInterval(() => {
      if (answered === heard) fail(new Error(`${kind.method} ${kind.target}: no answer for long`))
      heard = answered
    }, 20_000)
    const send = (socket) => {
      const n = first + sent++
      const address = clientAddress(kind.isRefused ? n : (n * 387_421) % clients, kind.isRefused)
      socket.write(start + address + end, 'latin1')
    }
    const next = (socket) => {
      if (sent === connections + lead) cpuBefore = cpuMicroseconds(pid)
      if (sent < connections + lead + measured) send(socket)
    }
    // Node accepts one connection per turn: measure only after the last one.
    const onAnswer = (socket) => {
      answered++
      if (answered === connections) sockets.forEach(next)
      if (answered > connections) next(socket)
      if (answered < connections + lead + measured) return
      const cost = (cpuMicroseconds(pid) - cpuBefore) / measured
      close()
      resolve({ sent, cpuMicroseconds: cost, memory: memoryMiB(pid) })
    }
    for (let index = 0; index < connections; index++) {
      const socket = connectTo(port, kind.status, onAnswer, fail)
      socket.once('connect', () => send(socket))
      sockets.push(socket)
    }
  })
}

/** Connects a socket that finds the end of each answer and checks its status. */
function connectTo(port, status, onAnswer, onFault) {
  let missing = 0
  let partial = Buffer.alloc(0)
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
    const bytes = partial.length === 0 ? chunk : Buffer.concat([partial, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    partial = end === -1 ? bytes : Buffer.alloc(0)
    if (end === -1) return -1
    const head = bytes.latin1Slice(0, end)
    if (!head.startsWith(`HTTP/1.1 ${status} `)) onFault(new Error(`expected ${status}: ${head}`))
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
    return end + 4 + length - bytes.length
  }
}

/**
 * Returns the user and system time of a process in microseconds: the sum over its threads. The
 * kernel counts these in nanoseconds, but /proc/<pid>/stat in steps of ten milliseconds.
 */
export function cpuMicroseconds(pid) {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const schedstat = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
    nanoseconds += Number(schedstat.split(' ')[0])
  }
  return nanoseconds / 1000
}

/** Returns the resident memory in MiB, its peak, and the part of it that is not mapped from files. */
export function memoryMiB(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const [resident, peak, anonymous] = ['VmRSS', 'VmHWM', 'RssAnon'].map((name) => {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  })
  return { resident, peak, anonymous }
}

export function median(values) {
  return quantile(values, 0.5)
}

export function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other)
  const index = (sorted.length - 1) * share
  const below = Math.floor(index)
  return sorted[below] + ((sorted[below + 1] ?? sorted[below]) - sorted[below]) * (index - below)
}
