// The same service with Express: its form parser, a limiter in memory.
import express from 'express'
import { admit, announce, badRequest, generate, refusal, representations, stats } from './peer.mjs'

const app = express()
app.set('trust proxy', 'loopback')
app.disable('x-powered-by')
app.disable('etag')

app.use((request, response, next) => {
  const { isAdmitted, seconds, headers } = admit(request.ip)
  response.set(headers)
  if (isAdmitted) return next()
  response.status(429).set({ 'Cache-Control': 'no-store', 'Retry-After': seconds })
  response.json(refusal(seconds))
})

app.get('/api', (request, response) => {
  const { action } = request.query
  if (action === 'stats') return response.set('Cache-Control', 'no-store').json(stats())
  const representation = representations[action]
  if (representation === undefined) return response.status(400).json(badRequest)
  const { etag, body } = representation
  response.set({ ETag: etag, 'Cache-Control': 'private, max-age=300' })
  if (request.headers['if-none-match'] === etag) return response.status(304).end()
  response.type('json').send(body)
})

const form = express.urlencoded({ extended: false, limit: 131_072 })
app.post('/api', form, (request, response) => {
  const result = request.query.action === 'generate' ? generate(request.body) : undefined
  if (result === undefined) return response.status(400).json(badRequest)
  response.set('Cache-Control', 'no-store').json(result)
})

announce(app)
