// Node's own HTTP server: it reads the body and sends the bytes of the service's answer to KIND.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { kinds } from '../kinds.mjs'
import { announce } from './announce.mjs'

const kind = process.env['KIND']
const answer = JSON.parse(readFileSync(process.env['ANSWERS'], 'utf8'))[kind]
const bytes = Buffer.from(answer.body, 'base64')
const body = kinds[kind].isPrepared ? bytes : bytes.toString()
// Node writes those of the connection itself.
const headers = answer.headers
  .filter(([name]) => !['Date', 'Connection', 'Keep-Alive'].includes(name))
  .flat()

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
  response.writeHead(answer.status, headers)
  response.end(body)
}
