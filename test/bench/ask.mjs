// Sends one request and reads its answer.
import { connect } from 'node:net'
import { requestMaker } from './kinds.mjs'

/** Sends a request of a kind with additional `headers`. */
export function ask(port, kind, headers = {}) {
  return new Promise((resolve, reject) => {
    const chunks = []
    const name = `${kind.method} ${kind.target}`
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(requestMaker({ kind, headers, clients: 1 })(0), 'latin1')
    })
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${name}`)))
    socket.on('error', reject)
    socket.on('end', () => reject(new Error(`no whole answer to ${name}`)))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const answer = parse(Buffer.concat(chunks))
      if (answer === undefined) return
      socket.destroy()
      resolve(answer)
    })
  })
}

function parse(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [statusLine, ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const status = Number(statusLine.split(' ')[1])
  const length = status === 304 ? 0 : Number(headerOf({ headers }, 'content-length'))
  const body = bytes.subarray(end + 4)
  return body.length < length ? undefined : { status, headers, body }
}

/** Returns the value of a header of an answer, if there is one. */
export function headerOf({ headers }, name) {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1]
}
