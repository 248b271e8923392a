// The same service with Fastify: its serializers, its form parser, a limiter in memory.
import formbody from '@fastify/formbody'
import createFastify from 'fastify'
import { admit, announce, badRequest, generate, refusal, representations, stats } from './peer.mjs'

const app = createFastify({ trustProxy: 'loopback', bodyLimit: 131_072, keepAliveTimeout: 5_000 })
app.register(formbody)

app.addHook('onRequest', (request, reply, next) => {
  const { isAdmitted, seconds, headers } = admit(request.ip)
  reply.headers(headers)
  if (isAdmitted) return next()
  reply.code(429).headers({ 'Cache-Control': 'no-store', 'Retry-After': seconds })
  reply.send(refusal(seconds))
})

const [string, integer, success] = ['string', 'integer', 'boolean'].map((type) => ({ type }))
const object = (properties) => ({ type: 'object', properties })
const error = object({ success, error: string, message: string, retry_after: integer })

const totals = object({ sets: integer, uses: integer, characters: integer })
const statsSchema = object({ success, statistics: totals })
app.get('/api', { schema: { response: { 200: statsSchema, '4xx': error } } }, (request, reply) => {
  const { action } = request.query
  if (action === 'stats') return reply.header('Cache-Control', 'no-store').send(stats())
  const representation = representations[action]
  if (representation === undefined) return reply.code(400).send(badRequest)
  const { etag, body } = representation
  reply.headers({ ETag: etag, 'Cache-Control': 'private, max-age=300' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
})

const length = object({ input: integer, output: integer })
const resultSchema = object({ success, input: string, output: string, generator: string, length })
app.post('/api', { schema: { response: { 200: resultSchema, '4xx': error } } }, (request, reply) => {
  const result = request.query.action === 'generate' ? generate(request.body) : undefined
  if (result === undefined) return reply.code(400).send(badRequest)
  return reply.header('Cache-Control', 'no-store').send(result)
})

await app.ready()
announce(app.server)
