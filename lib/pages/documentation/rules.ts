import { createLimitNotice, rateLimitHeaders } from '../../api/limit-notice.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Site } from '../site.ts'
import { offlineProgram } from './examples.ts'
import { words } from './marks.ts'

/** The section about the limit, with the numbers of the settings. */
export function describeLimit({ rateLimit }: Site): Html {
  const { limit, windowMs } = rateLimit
  if (limit === 0) {
    return html`<h2 id="limit">Limit</h2>
<p>The number of requests is not limited here.</p>
`
  }
  const seconds = windowMs / 1000
  const admission = { isAdmitted: true, remaining: limit - 1, resetMs: windowMs }
  const lines = createLimitNotice(rateLimit).lines(admission, exampleTimeMs).trimEnd()
  return html`<h2 id="limit">Limit</h2>
<p>A client has ${limit} requests in any ${seconds} seconds. An IPv4 address is a client, and so is
a network of IPv6. The window slides: a request is admitted when fewer than ${limit} were admitted
in the ${seconds} seconds before it. Refused requests do not count, and neither do preflights,
<code>/health</code>, <code>/openapi.json</code> and pages, unless a page converts a text.</p>
<p>Answers tell how many are left, in ${words(rateLimitHeaders)}
(draft-ietf-httpapi-ratelimit-headers-11, and the older names). A refusal has status 429, and says
when to try again in whole seconds: <code>Retry-After</code> and <code>retry_after</code> are the
same number. Here are the headers of a first request:</p>
<pre><code>${lines}</code></pre>
`
}

const exampleTimeMs = Date.UTC(2026, 0, 1)

/** The sections about what else a client has to know. */
export function describeRules({ baseUrl, services }: Site): Html {
  const most = services.maxTextCodePoints
  return html`<h2 id="text">Text</h2>
<p>Text is UTF-8, at most ${most} code points. <code>length</code> and the statistics count code
points, too. The same text gives the same output, today and on every machine. Emoji and flags stay
whole. Statistics grow with each <code>generate</code>, unless <code>update_stats</code> is
false.</p>
<h2 id="caching">Caching</h2>
<p><code>list_generators</code> and <code>get_generator</code> have an <code>ETag</code> and may be
kept for 300 seconds; <code>If-None-Match</code> gets 304. They come compressed by <code>br</code>
or <code>gzip</code> to those who accept that. Other answers may not be stored.</p>
<h2 id="origins">Other origins</h2>
<p>Scripts of every site may call the service: each answer has
<code>Access-Control-Allow-Origin: *</code>, and the headers about the limit can be read. There are
no cookies and no keys.</p>
<h2 id="offline">Without the service</h2>
<p>Where <code>operations</code> is one <code>map</code>, <code>characters</code> is all that a
style does: replace each code point that is a key, and copy the others. Keycaps such as 1️⃣ stay as
they are. Other styles tell the rest of their steps in <code>operations</code>.</p>
<pre><code>${offlineProgram(baseUrl)}</code></pre>
`
}
