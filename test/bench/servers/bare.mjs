// Node's own HTTP server: it reads the body and sends the bytes of the service's answer to KIND. With
// DATA_FILE it opens lmdb, as the service does, but does not use it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { open } from 'lmdb'
import { kinds } from '../load.mjs'

const { KIND: kind, ANSWERS: file, DATA_FILE: path } = process.env
if (path !== undefined) open({ path, noSync: true, encoding: 'binary' })
const plain = { status: 200, rawHeaders: ['Content-Type', 'application/json'], body: '' }
const answer = file === undefined ? plain : JSON.parse(readFileSync(file, 'utf8'))[kind]
const bytes = Buffer.from(answer.body, 'base64')
const body = kinds[kind]?.isPrepared ? bytes : bytes.toString()
// Node writes those of the connection itself.
const ofConnection = ['Date', 'Connection', 'Keep-Alive']
const headers = answer.rawHeaders.filter((_, index, all) => !ofConnection.includes(all[index & ~1]))

const server = createServer((request, response) => {
  const send = () => response.writeHead(answer.status, headers).end(body)
  if (request.method !== 'POST') return send()
  request.resume().on('end', send)
})
// The Keep-Alive header contains both.
server.keepAliveTimeout = 5_000
server.maxRequestsPerSocket = 1_000
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`{"address":"http://127.0.0.1:${server.address().port}/api"}\n`)
})
process.on('SIGTERM', () => process.exit())
