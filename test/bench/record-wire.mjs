// One connection of `record.mjs`: what is written on it, and what comes back, as Latin-1 text.
import { connect } from 'node:net'

// Slower than every limit of the service: a connection that it leaves open is an entry, too.
const patienceMs = 30_000

export function openWire(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('latin1')
  let received = ''
  let isClosed = false
  let notify = () => {}
  socket.on('data', (text) => {
    received += text
    notify()
  })
  // What came before a reset counts, and a reset is an end like any other.
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    notify()
  })
  const timer = setTimeout(() => {
    received += '<nothing more, and not closed>'
    socket.destroy()
  }, patienceMs)
  socket.on('close', () => clearTimeout(timer))

  const take = (length) => {
    const taken = received.slice(0, length)
    received = received.slice(length)
    return taken
  }
  // Gives what `measure` finds the length of in what has come, or all until the end.
  const takeWhen = (measure) =>
    new Promise((resolve) => {
      notify = () => {
        const length = measure(received) ?? (isClosed ? received.length : undefined)
        if (length === undefined) return
        notify = () => {}
        resolve(take(length))
      }
      notify()
    })
  return {
    write: (text) => void socket.write(text, 'latin1'),
    /** The next whole answer, to a request of that method. */
    next: (method = 'GET') => takeWhen((text) => measureAnswer(text, method)),
    /** All until the server closes. */
    rest: () => takeWhen(() => undefined),
    leave: () => socket.destroy(),
  }
}

/** How long the answer is that a text begins with, or `undefined` while some of it is missing. */
function measureAnswer(text, method) {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const hasBody = method !== 'HEAD' && !/^HTTP\/1\.1 (?:1..|204|304)/.test(head)
  const length = end + 4 + (hasBody ? Number(/\r\nContent-Length: (\d+)/i.exec(head)?.[1] ?? 0) : 0)
  return text.length < length ? undefined : length
}
