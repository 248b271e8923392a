import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Endpoint, ServiceRequest } from '../../lib/api/request.ts'
import type { Answer } from '../../lib/http/answer.ts'
import { atOnce } from '../../lib/http/turn.ts'

/** What a request asks for. */
interface Asked {
  readonly method?: string
  readonly path?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a request without a service, whose work does not wait for other clients. */
export function makeRequest(
  { method = 'GET', path = '/', query = '', headers = {} }: Asked,
): ServiceRequest {
  const message = new IncomingMessage(new Socket())
  message.method = method
  Object.assign(message.headers, headers)
  const response = new ServerResponse(message)
  const inTurns: ServiceRequest['inTurns'] = async (decide) => decide(atOnce)
  return { message, response, method, path, query, client: '', action: '', isCounted: false, inTurns }
}

/** Returns the answer of a page. */
export async function answerVisit(page: Endpoint, request: ServiceRequest): Promise<Answer> {
  const decision = await page.handle(request)
  return decision.answer('', { uses: 0, characters: 0 })
}
