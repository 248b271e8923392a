// Node's own HTTP server, which opens lmdb as the service does, but does not use it.
import { createServer } from 'node:http'
import { open } from 'lmdb'
import { announce } from './announce.mjs'

open({ path: process.env['DATA_FILE'], noSync: true, encoding: 'binary' })

const server = createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end('{"success":true}')
})
announce(server)
