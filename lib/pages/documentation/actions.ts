import { answerOfExample } from '../../api/openapi-examples.ts'
import { actions } from '../../api/interface.ts'
import type { Action } from '../../api/interface.ts'
import { parameters } from '../../api/parameters.ts'
import { dataTable } from '../data-table.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Site } from '../site.ts'
import { exampleLine } from './examples.ts'
import { answerFields } from './fields.ts'
import { code, words } from './marks.ts'
import { showJson } from './show-json.ts'

/** The sections about the actions, each with the id of its name. */
export function describeActions(site: Site): Html {
  return html`${[...actions].map(([name, action]) => describeAction(name, action, site))}`
}

function describeAction(name: string, action: Action, { services, baseUrl }: Site): Html {
  const answer = answerOfExample(name, services)
  return html`<h2 id="${name}"><code>${name}</code></h2>
<p>${action.summary} Method: ${words(action.methods)}.</p>
${listParameters(name, action)}<pre><code>${exampleLine(name, baseUrl)}</code></pre>
${answer !== undefined && html`<pre><code>${showJson(answer)}</code></pre>\n`}<details>
<summary>Fields of the answer</summary>
${listFields(name, action)}</details>
`
}

function listParameters(name: string, { parameters: names }: Action): Html {
  const rows = names.map((one) => {
    const { takes, description, isRequired } = parameters[one]
    const use = isRequired ? 'Required.' : 'Optional.'
    return [html`<code>${one}</code>`, takes, html`${use} ${code(description)}`] as const
  })
  const columns = ['Parameter', 'Takes', 'Meaning']
  const first = [html`<code>action</code>`, html`<code>${name}</code>`, 'Required.'] as const
  return dataTable(html`Parameters of <code>${name}</code>`, columns, [first, ...rows])
}

function listFields(name: string, { answer }: Action): Html {
  const rows = answerFields(answer).map((field) => {
    const { path, type, values, description, isOptional } = field
    const kind = values.length > 0 ? words(values) : type
    const meaning = html`${code(description)}${isOptional && ' It may be missing.'}`
    return [html`<code>${path}</code>`, kind, meaning] as const
  })
  const columns = ['Field', 'Type', 'Meaning']
  return dataTable(html`Answer to <code>${name}</code>`, columns, rows)
}
