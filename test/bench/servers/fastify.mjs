// The same service with Fastify, @fastify/rate-limit (in memory) and @fastify/formbody.
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import createFastify from 'fastify'
import { fixedHeaders, work } from './work.mjs'

const app = createFastify({ trustProxy: 'loopback', bodyLimit: 131_072, keepAliveTimeout: 5_000 })
await app.register(rateLimit, {
  max: 100,
  timeWindow: 3_600_000,
  cache: 1_000_000,
  // What it throws is sent by the handler below.
  errorResponseBuilder: (_request, { ttl }) => new Refusal(Math.ceil(ttl / 1000)),
})
await app.register(formbody)

class Refusal {
  statusCode = 429
  constructor(seconds) {
    this.body = {
      success: false,
      error: 'Rate limit exceeded',
      message: `Maximum 100 requests per hour allowed. Try again in ${seconds} seconds.`,
      retry_after: seconds,
    }
  }
}

app.setErrorHandler((error, _request, reply) => {
  const { statusCode = 500, body = { success: false, error: 'Internal server error' } } = error
  return reply.code(statusCode).headers(fixedHeaders).send(body)
})

app.route({
  method: ['GET', 'POST'],
  url: '/api',
  handler(request, reply) {
    const parameters = { ...request.query, ...request.body }
    const { status, headers, body } = work(request.method, parameters, request.headers)
    return reply.code(status).headers(headers).send(body)
  },
})

process.stderr.write(`{"address":"${await app.listen({ host: '127.0.0.1', port: 0 })}/api"}\n`)
