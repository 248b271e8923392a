import assert from 'node:assert/strict'
import { decode } from './answers.ts'
import { entryOf } from './catalogue-files.ts'
import type { Answer, Request } from './client.ts'
import { resultIn } from './html-text.ts'
import { linksOf } from './pages.ts'

/**
 * Checks that a server in front of the service passes pages on: links stay below the `prefix` of the
 * site, such as `/decor` or `''`; HEAD, entity tags and codings work.
 */
export async function assertPagesBehind(
  prefix: string,
  ask: (request: Request) => Promise<Answer>,
): Promise<void> {
  const get = async (target: string, coding = 'identity'): Promise<Answer> => {
    const headers = ['Accept: text/html', `Accept-Encoding: ${coding}`]
    const answer = await ask({ target, headers })
    assert.match(answer.headers['content-security-policy'] ?? '', /^default-src 'none'/, target)
    return answer
  }
  const list = `${prefix}/fr/`
  const html = ['Accept: text/html', 'Accept-Encoding: identity']
  const moved = await ask({ target: list.slice(0, -1), headers: html })
  assert.equal(moved.status, 308)
  const there = new URL(moved.headers['location'] ?? '', `http://site.example${list.slice(0, -1)}`)
  assert.equal(there.pathname, list)

  const whole = await get(list)
  assert.equal(whole.status, 200)
  for (const link of linksOf(whole.text)) {
    const { host, pathname: path } = new URL(link, `http://site.example${list}`)
    if (host !== 'site.example') continue
    assert.ok(path.startsWith(`${prefix}/`), path)
    const isOfStyle = /\/fr\/[^/]+$/.test(path) && !path.endsWith(entryOf('box-light', 'fr').page)
    if (!isOfStyle) assert.equal((await ask({ target: path, headers: html })).status, 200, path)
  }

  const head = await ask({ method: 'HEAD', target: list, headers: html })
  const { status, text, headers } = head
  assert.deepEqual([status, text, headers['etag']], [200, '', whole.headers['etag']])
  for (const coding of ['br', 'gzip']) {
    const answer = await get(list, coding)
    assert.equal(answer.headers['content-encoding'], coding)
    assert.equal(decode(answer), whole.text)
    const { etag } = answer.headers
    const known = [`Accept-Encoding: ${coding}`, `If-None-Match: ${etag}`]
    const again = await ask({ target: list, headers: known })
    assert.deepEqual([again.status, again.text], [304, ''], coding)
  }
  const page = `${prefix}/tr/${entryOf('bold-serif', 'tr').page}`
  assert.equal(resultIn((await get(`${page}?text=Abc`)).text), '𝐀𝐛𝐜')
  assert.equal((await get(`${prefix}/tr/nothing`)).status, 404)
}
