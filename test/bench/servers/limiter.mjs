// A limit of 100 requests an hour in memory, with a fixed window for each client, as usual limiters
// have it. It knows CLIENTS clients by one request each, and some that have used up their limit.
import { clientAddress, refusedAddress, refusedClients } from '../kinds.mjs'

const limit = 100
const windowMs = 3_600_000
const windows = new Map()

/** Counts a request of a client. Returns `isAdmitted` and the headers of the answer. */
export function admit(client) {
  const now = Date.now()
  let window = windows.get(client)
  if (window === undefined || window.end <= now) {
    window = { end: now + windowMs, used: 0 }
    windows.set(client, window)
  }
  const isAdmitted = window.used < limit
  if (isAdmitted) window.used++
  const seconds = Math.ceil((window.end - now) / 1000)
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': limit - window.used,
    'X-RateLimit-Reset': Math.ceil(window.end / 1000),
  }
  return { isAdmitted, seconds, headers }
}

for (let n = 0; n < Number(process.env['CLIENTS']); n++) admit(clientAddress(n))
for (let n = 0; n < refusedClients; n++) {
  for (let used = 0; used < limit; used++) admit(refusedAddress(n))
}
