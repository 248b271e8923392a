import { exampleErrors } from '../../api/openapi-examples.ts'
import { failures } from '../../http/api-error.ts'
import { dataTable } from '../data-table.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Site } from '../site.ts'
import { code } from './marks.ts'
import { showJson } from './show-json.ts'

/** The section about errors: every one that a client can be told of. */
export function describeErrors({ services, rateLimit, origin, baseUrl }: Site): Html {
  const described = { services, rateLimit, siteUrl: origin, baseUrl, version: '' }
  const examples = exampleErrors(described)
  const refusal = examples.find(({ retry_after }) => retry_after !== undefined)
  const example = rateLimit.limit === 0 ? examples[0] : refusal
  const rows = Object.values(failures).map(([status, title, when]) => {
    return [status, title, code(when)] as const
  })
  const columns = ['Status', html`<code>error</code>`, 'When']
  return html`<h2 id="errors">Errors</h2>
<p>An error has the same form with every status: a short title, and a sentence for people that
tells what was wrong and what is right, in English. <code>retry_after</code> is there with 429
alone.</p>
${example !== undefined && html`<pre><code>${showJson(example)}</code></pre>\n`}${
    dataTable('All errors', columns, rows)
  }`
}
