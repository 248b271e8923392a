// Says in one line why the sources cannot be built here, before the build says it in many. For
// a start (STARTS=1), also that its port is in use. Every Node from 12 on can parse this file.
'use strict'
const { accessSync, constants, existsSync } = require('fs')
const { createServer } = require('net')
const { join } = require('path')

const root = join(__dirname, '..')
const refuse = (line) => {
  console.error(line)
  process.exit(78)
}
const { node } = process.versions
if (node.localeCompare('20.19.2', 'en', { numeric: true }) < 0) {
  refuse(`The text decoration service needs Node 20.19.2 or later, this is ${node}`)
}
const packages = join(root, 'node_modules')
if (!existsSync(join(packages, 'tsx'))) {
  const how = 'NODE_ENV=production and --omit=dev leave them out): type npm ci --include=dev'
  const hasSome = existsSync(join(packages, 'lmdb'))
  if (hasSome) refuse(`The packages that build the sources are not installed (${how}`)
  refuse('The packages are not installed: type npm ci --include=dev first')
}
try {
  const dist = join(root, 'dist')
  accessSync(existsSync(dist) ? dist : root, constants.W_OK)
} catch ({ code }) {
  const ways = 'build a copy that you may write to, or type `node dist/server.js` if it is built'
  refuse(`${root} cannot be written to (${code}): ${ways}`)
}
const { STARTS, HOST, PORT } = process.env
const port = PORT || '8080'
if (STARTS === '1') {
  process.on('exit', (status) => {
    if (status === 0) console.error('Building the sources, which takes some seconds')
  })
}
if (STARTS === '1' && !(HOST || '').startsWith('/') && /^\d{1,5}$/.test(port) && port < 65536) {
  createServer()
    .on('error', ({ code, message }) => {
      const hint = 'another program listens there; stop it, or set another port'
      if (code === 'EADDRINUSE') refuse(`PORT=${port}: ${hint} (${message})`)
    })
    .listen(Number(port), HOST || '127.0.0.1', function () {
      this.close()
    })
}
