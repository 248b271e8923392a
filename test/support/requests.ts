import assert from 'node:assert/strict'
import { assertSound, parseObject, toObject } from './answers.ts'
import { slugs } from './catalogue-files.ts'
import { send } from './client.ts'
import type { Answer, Request } from './client.ts'

/** A service that is starting or has started. */
export type Starting = Promise<{ readonly port: number }>

/** Sends a request, by default as a new client, and checks what every answer must have. */
export async function call(
  starting: Starting,
  request: Request,
  client = newClient(),
): Promise<Answer> {
  const { port } = await starting
  const answer = await send(port, { ...request, headers: [...(request.headers ?? []), client] })
  assertSound(answer, request.method)
  return answer
}

/** Reads the totals, and checks the number of generators. */
export async function readStatistics(service: Starting): Promise<unknown> {
  const { text } = await call(service, get('action=stats'))
  const { sets, ...totals } = toObject(parseObject(text)['statistics'])
  assert.equal(sets, slugs.length)
  return totals
}

/** Names that every object of JavaScript has. */
export const prototypeNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

let clients = 0

/** Returns a header that makes a request come from a new client. */
export function newClient(): string {
  clients++
  return `X-Forwarded-For: 10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
}

/** Returns a GET of {base_url} with a query. */
export function get(query: string, ...headers: string[]): Request {
  return { target: `/api?${query}`, headers }
}

/** Returns a POST to {base_url} with a query, which may be empty, and a body. */
export function post(query: string, body: string, ...headers: string[]): Request {
  return { method: 'POST', target: `/api${query === '' ? '' : `?${query}`}`, body, headers }
}

/** Returns a transformation with these fields in its body. */
export function generate(fields: Readonly<Record<string, string>>): Request {
  return post('action=generate', form(fields))
}

function form(fields: Readonly<Record<string, string>>): string {
  const encode = (text: string): string => encodeURIComponent(text)
  return Object.entries(fields).map(([name, value]) => `${name}=${encode(value)}`).join('&')
}

/** Encodes a body in the chunked transfer coding. */
export function chunks(body: string): string {
  const pieces = body.match(/[^]{1,65536}/g) ?? []
  return [...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
}
