/** Listens on a free port and says which, as the service does; SIGTERM ends it. */
export function announce(server) {
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`{"address":"http://127.0.0.1:${server.address().port}/api"}\n`)
  })
  process.on('SIGTERM', () => process.exit())
}
