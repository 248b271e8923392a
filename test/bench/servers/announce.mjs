/** Makes a server listen on a free port and log it, as the service does. SIGTERM ends it. */
export function announce(server) {
  const listening = server.listen(0, '127.0.0.1', () => {
    const { port } = listening.address()
    process.stderr.write(`{"address":"http://127.0.0.1:${port}/api"}\n`)
  })
  process.on('SIGTERM', () => process.exit())
}
