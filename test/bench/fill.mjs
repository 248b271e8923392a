// node fill.mjs <folder> <clients> <times>: a data folder with windows of so many clients, each of
// which has made so many requests by now. It goes through the service's own modules.
import { join } from 'node:path'
import { clientAddress } from './kinds.mjs'
import { dist } from './paths.mjs'

const load = (name) => import(join(dist, 'lib', `${name}.js`))
const { openStore } = await load('store/store')
const { createRateLimiter } = await load('usage/rate-limiter')
const { parseAddress } = await load('http/address')
const { clientKey } = await load('http/client')
const { readBootId } = await load('store/boot')
const { createLog } = await load('log')

const [folder, clients, times] = process.argv.slice(2)
const log = createLog('error', (line) => process.stderr.write(line))
const store = openStore({ folder, bootId: readBootId(), checkpointBoot: undefined, log })
const limiter = createRateLimiter({ limit: 100, windowMs: 3_600_000, maxClients: 1_000_000 })
const [seconds, nanoseconds] = process.hrtime()
const now = seconds * 1000 + Math.floor(nanoseconds / 1e6)
const perTransaction = 2_000

for (let start = 0; start < Number(clients); start += perTransaction) {
  const requests = []
  for (let n = start; n < Math.min(start + perTransaction, Number(clients)); n++) {
    const key = clientKey(parseAddress(clientAddress(n)), 64)
    for (let time = 0; time < Number(times); time++) requests.push(key)
  }
  store.transact((records) => limiter.admit(records, requests, now))
}
store.close()
