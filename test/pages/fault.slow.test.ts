import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceRequest } from '../../lib/api/request.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { problemOf } from '../../lib/pages/error-pages.ts'
import { createPages } from '../../lib/pages/pages.ts'
import { makeSite, settingsOf } from '../support/site.ts'
import { entryOf } from '../support/catalogue-files.ts'

test('a fault of the program is no mistake of the visitor: the page does not answer with 400', async () => {
  const { services } = makeSite()
  const fault = new TypeError('x is not a function')
  const broken = Object.create(services.catalogue.get('bold-serif') ?? assert.fail(), {
    transform: {
      value() {
        throw fault
      },
    },
  })
  const catalogue = new Map([...services.catalogue, ['bold-serif', broken]])
  const page = createPages(settingsOf('https://example.org'), { ...services, catalogue })
  const path = `/en/${entryOf('bold-serif', 'en').page}`
  const request = {
    method: 'GET', path, query: 'text=Hello', message: { headers: {} },
    inTurns: (decide: (turn: typeof atOnce) => unknown) => decide(atOnce),
  } as unknown as ServiceRequest
  await assert.rejects(async () => page.handle(request), fault)
})

test('the page of an error has the heading of its status', () => {
  const site = makeSite()
  for (const language of languages) {
    const texts = site.texts(language)
    for (const [kind, key] of [
      ['methodNotAllowed', 'method-heading'],
      ['rateLimitExceeded', 'limit-heading'],
      ['unavailable', 'unavailable-heading'],
      ['internal', 'fault-heading'],
    ] as const) {
      const { heading } = problemOf(new ApiError(kind, 'x'), texts, site)
      assert.equal(heading, texts.text(key), kind)
    }
  }
})
