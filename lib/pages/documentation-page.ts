import { actions } from '../api/interface.ts'
import { descriptionPath } from '../api/openapi.ts'
import { defaultLanguage } from '../catalogue/locale.ts'
import { describeActions } from './documentation/actions.ts'
import { describeErrors } from './documentation/errors.ts'
import { describeLimit, describeRules } from './documentation/rules.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { linkTo } from './layout.ts'
import type { Page } from './layout.ts'
import { documentationPath } from './places.ts'
import type { Site } from './site.ts'

/**
 * The documentation of the interface, in English: made of the tables that the service runs on, with
 * examples that are answers of its own.
 */
export function documentationPage(site: Site): Page {
  const parts = [introduce, describeActions, describeErrors, describeLimit, describeRules]
  return {
    language: defaultLanguage,
    path: documentationPath,
    canonical: documentationPath,
    title: 'API: text styles by HTTP and JSON',
    description: 'Unicode styles for programs: actions, parameters, errors and the limit.',
    isIndexed: true,
    main: html`<div class="text">
<h1>API</h1>
<p class="lead">All that the pages do, for programs: one address, JSON, no key.</p>
${parts.map((part) => part(site))}</div>
`,
  }
}

const sections = [
  ['errors', 'Errors'],
  ['limit', 'Limit'],
  ['text', 'Text'],
  ['caching', 'Caching'],
  ['origins', 'Other origins'],
  ['offline', 'Without the service'],
] as const

function introduce({ baseUrl }: Site): Html {
  const items = [...actions.keys()].map((name) => [name, html`<code>${name}</code>`] as const)
  return html`<p>Every request goes to <code>${baseUrl}</code>; the parameter <code>action</code>
tells what to do. Parameters come in the query, with POST also in a body that is
<code>application/x-www-form-urlencoded</code> or <code>multipart/form-data</code>. HEAD answers as
GET does, without the body. The same as a document for tools:
<a href="${linkTo(documentationPath, descriptionPath.slice(1))}">OpenAPI 3.1</a>.</p>
<nav class="jump" aria-label="Contents">
<ul>
${[...items, ...sections].map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
</nav>
`
}
