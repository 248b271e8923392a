// Measures what the dearest requests of clients within their limit do to everyone else: how long
// /health waits on a new connection, how much memory the service needs at most, and its CPU time.
//
//   npm run build && node test/bench/attacks.mjs [DIR]      (DIR/dist is another build)
//
// Each attack starts a service of its own. It ends when all is answered, or after a minute.
import { mkdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ask, cpuMicroseconds, median } from './load.mjs'
import { root, scratchFolder, startOurs } from './servers.mjs'

const longestMs = 60_000
const health = { method: 'GET', target: '/health', headers: {}, body: '', status: 200 }
const letters = encodeURIComponent('𝐀'.repeat(200))
const chained = { slug: 'stacked-vertical', then: 'four-dots-above,zalgo-max,bracket-square' }
const worst = { slug: 'staircase', then: 'x-above-below,zalgo-mini,three-dots-below' }

/** Each attack: the number of clients, of requests that each pipelines, and the request. */
const attacks = {
  'chains, one client': [1, 100, generate({ ...chained, text: '𝐀'.repeat(1_000) })],
  'chains, twelve clients': [12, 100, generate({ ...worst, text: 'Aé'.repeat(500) })],
  'keycap, twelve clients': [12, 100, generate({ slug: 'keycap', text: '1a'.repeat(5_000) })],
  'unread pages with a text, 60 clients': [60, 32, page(`/en/?text=${letters}`), 'unread'],
  'kept pages, 200 connections': [200, 30, page('/en/')],
  'pages not yet made, 64 clients': [64, 4, (index) => page(paths[index * 7 % paths.length])],
}
let paths = []

function generate(fields) {
  const body = String(new URLSearchParams(fields))
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
  return `POST /api?action=generate HTTP/1.1\r\nHost: a\r\n${type}Content-Length: ${body.length}\r\n`
    .concat('X-Forwarded-For: CLIENT\r\n\r\n', body)
}

function page(target) {
  return `GET ${target} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: CLIENT\r\n\r\n`
}

async function measure(build, folder, [clients, requests, request, isUnread]) {
  mkdirSync(folder)
  const { pid, port, stop } = await startOurs(folder, build)
  const { body } = await ask(port, { ...health, target: '/sitemap.xml' })
  paths = Array.from(String(body).matchAll(/<loc>http:\/\/localhost([^<]+)</g), ([, path]) => path)
  const before = cpuMicroseconds(pid)
  let open = clients
  const sockets = Array.from({ length: clients }, (_, index) => {
    const text = typeof request === 'function' ? request(index) : request
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('error', () => {}).once('close', () => open--)
    if (isUnread) socket.pause()
    else socket.resume()
    // The last request closes the connection.
    const all = text.replace('CLIENT', `10.1.0.${index}`).repeat(requests)
    const last = all.lastIndexOf('X-Forwarded-For')
    socket.write(`${all.slice(0, last)}Connection: close\r\n${all.slice(last)}`)
    return socket
  })
  const waits = []
  const start = performance.now()
  let spent = -1
  const isBusy = async () => {
    const now = cpuMicroseconds(pid)
    const isIdle = isUnread && now - spent < 20_000
    spent = now
    return open > 0 && !isIdle && performance.now() - start < longestMs
  }
  do {
    const sent = performance.now()
    await ask(port, health)
    waits.push(performance.now() - sent)
    await setTimeout(isUnread ? 200 : 5)
  } while (await isBusy())
  const seconds = (performance.now() - start) / 1000
  const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  const cpu = (cpuMicroseconds(pid) - before) / 1e6
  for (const socket of sockets) socket.destroy()
  await stop()
  return [median(waits), Math.max(...waits), peak / 1024, cpu, seconds]
}

const scratch = scratchFolder()
const builds = { ours: root, ...(process.argv[2] && { other: resolve(process.argv[2]) }) }
console.log('| attack | build | /health: median ms | worst ms | peak MiB | CPU s | s |\n|---|---|---|---|---|---|---|')
for (const [title, attack] of Object.entries(attacks)) {
  for (const [name, build] of Object.entries(builds)) {
    const figures = await measure(build, join(scratch, `${title}-${name}`), attack)
    console.log(`| ${title} | ${name} | ${figures.map((one) => one.toFixed(one < 10 ? 1 : 0)).join(' | ')} |`)
  }
}
