// The same service with Express and express-rate-limit (in memory).
import { createServer } from 'node:http'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import { announce } from './announce.mjs'
import { fixedHeaders, work } from './work.mjs'

const app = express()
app.set('trust proxy', 'loopback')
// What it would do beyond the work of the others is switched off.
app.disable('x-powered-by')
app.disable('etag')
app.use(
  rateLimit({
    limit: 100,
    windowMs: 3_600_000,
    handler(request, response) {
      const seconds = Math.ceil((request.rateLimit.resetTime.getTime() - Date.now()) / 1000)
      response.status(429).set(fixedHeaders).json({
        success: false,
        error: 'Rate limit exceeded',
        message: `Maximum 100 requests per hour allowed. Try again in ${seconds} seconds.`,
        retry_after: seconds,
      })
    },
  }),
)
app.use(express.urlencoded({ extended: false, limit: 131_072 }))
app.all('/api', (request, response) => {
  const parameters = { ...request.query, ...request.body }
  const { status, headers, body } = work(request.method, parameters, request.headers)
  response.status(status).set(headers)
  if (body === undefined) response.end()
  else if (Buffer.isBuffer(body)) response.send(body)
  else response.json(body)
})

announce(createServer(app))
