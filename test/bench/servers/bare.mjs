// Node's own HTTP server: it reads the body, sends the bytes that it was told, and nothing else.
import { createServer } from 'node:http'
import { announce } from './announce.mjs'

let status = 200
let headers = {}
let body = ''

process.on('message', (answer) => {
  status = answer.status
  // Node writes these itself.
  headers = Object.fromEntries(
    answer.headers.filter(
      ([name, value]) => name !== 'Date' && name !== 'Keep-Alive' && value !== 'keep-alive',
    ),
  )
  const bytes = Buffer.from(answer.body)
  body = answer.isText ? bytes.toString() : bytes
  process.send('ready')
})
process.on('disconnect', () => process.exit())

const server = createServer((request, response) => {
  if (request.method !== 'POST') return send(response)
  request.resume()
  request.on('end', () => send(response))
})
// Both stand in the Keep-Alive header.
server.keepAliveTimeout = 5_000
server.maxRequestsPerSocket = 1_000
announce(server)

function send(response) {
  response.writeHead(status, headers)
  response.end(body)
}
