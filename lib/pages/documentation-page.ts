import { actions, exampleFields, requires } from '../api/actions.ts'
import type { Action } from '../api/actions.ts'
import { rateLimitHeaders } from '../api/limit-notice.ts'
import { descriptionPath, describeInterface } from '../api/openapi.ts'
import type { Description } from '../api/openapi.ts'
import { parameters } from '../api/parameters.ts'
import type { ParameterName } from '../api/parameters.ts'
import { defaultLanguage } from '../catalogue/locale.ts'
import { failures } from '../http/api-error.ts'
import { code, codes, curlLine, exampleOf, fieldRows, quote } from './description.ts'
import { showExample, stepRows } from './description.ts'
import { dataTable, folded, html } from './html.ts'
import type { Html } from './html.ts'
import { linkTo } from './layout.ts'
import type { Page } from './layout.ts'
import { documentationPath } from './routes.ts'
import type { Site } from './site.ts'

/** Makes the documentation of the interface, in English, from the same value as /openapi.json. */
export function documentationPage(site: Site): Page {
  const { services: { maxTextCodePoints }, baseUrl, origin: siteUrl, rateLimit } = site
  const described = { baseUrl, siteUrl, version: '', maxTextCodePoints, rateLimit }
  const description = describeInterface(described)
  const items = [...actions.keys()].map((name) => [name, html`<code>${name}</code>`] as const)
  return {
    language: defaultLanguage,
    path: documentationPath,
    title: 'API: text styles by HTTP and JSON',
    description: 'Unicode styles for programs: actions, parameters, errors and the limit.',
    isIndexed: true,
    main: html`<h1>API</h1>
<p class="lead">Everything the pages do, for programs: one address, JSON, no key.</p>
<p>Send every request to <code>${baseUrl}</code>. The parameter <code>action</code>
selects what to do. Parameters are in the query or, with POST, in a body that is
<code>application/x-www-form-urlencoded</code> or <code>multipart/form-data</code>. HEAD returns the
headers of GET. The same for tools:
<a href="${linkTo(documentationPath, descriptionPath.slice(1))}">OpenAPI 3.1</a>.</p>
<nav class="jump" aria-label="Contents">
<ul>
${[...items, ...sections].map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
</nav>
${[...actions].map(([name, action]) => describeAction(name, action, description, baseUrl))}${
      describeErrors(description)
    }${describeSteps(description)}${describeLimit(description, site)}${describeRules(site)}`,
  }
}

const sections = [
  ['errors', 'Errors'],
  ['steps', 'Steps of a generator'],
  ['limit', 'Limit'],
  ['text', 'Text'],
  ['caching', 'Caching'],
  ['origins', 'Other origins'],
  ['offline', 'Without the service'],
] as const

function describeAction(
  name: string,
  action: Action,
  description: Description,
  baseUrl: string,
): Html {
  const { summary, methods, parameters: names, answer } = action
  const isRead = methods.includes('GET')
  const rows = names.map((one) => {
    const { takes } = parameters[one]
    const use = requires(action, one) ? 'Required.' : 'Optional.'
    const meaning = code(meaningOf(one, isRead, description))
    return [html`<code>${one}</code>`, takes, html`${use} ${meaning}`] as const
  })
  const first = [html`<code>action</code>`, html`<code>${name}</code>`, 'Required.'] as const
  const { get, post } = description.paths['/']
  const example = exampleOf((isRead ? get : post).responses[200], name)
  return html`<h2 id="${name}"><code>${name}</code></h2>
<p>${summary} Method: ${codes(methods)}.</p>
${dataTable(html`Parameters of <code>${name}</code>`, ['Parameter', 'Value', 'Meaning'], [
    first,
    ...rows,
  ])}<pre><code>${exampleLine(name, baseUrl)}</code></pre>
${showExample(example)}${
    folded('Fields of the answer', dataTable(
      html`Answer to <code>${name}</code>`,
      ['Field', 'Type', 'Meaning'],
      fieldRows(answer, description.components.schemas),
    ))
  }`
}

/** Returns what the description says about a parameter, in the query or in the form. */
function meaningOf(name: ParameterName, isInQuery: boolean, description: Description): string {
  const { get } = description.paths['/']
  const fields: Readonly<Record<string, { readonly description: string }>> =
    description.components.schemas.GenerateForm.properties
  const found = isInQuery ? get.parameters.find((one) => one.name === name) : fields[name]
  return found?.description ?? ''
}

/** Returns the line for a shell that sends a valid request with the required parameters. */
export function exampleLine(name: string, baseUrl: string): string {
  const fields = exampleFields(name)
  if (actions.get(name)?.methods.includes('GET') === true) {
    return `curl -s ${quote(`${baseUrl}?${new URLSearchParams(fields)}`)}`
  }
  return curlLine(baseUrl, fields)
}

function describeErrors({ components: { responses } }: Description): Html {
  const rows = Object.entries(responses).map(
    ([name, { description }]) => [name.replace('Error', ''), code(description)] as const,
  )
  const example = exampleOf(responses.Error429, failures.rateLimitExceeded[1])
  return html`<h2 id="errors">Errors</h2>
<p>Every error has the same fields: <code>error</code> is a short title, and <code>message</code>
says what was wrong and what is accepted, in English. Only status 429 has
<code>retry_after</code>.</p>
${showExample(example)}${dataTable('All errors', ['Status', 'Titles and causes'], rows)}`
}

function describeSteps({ components: { schemas } }: Description): Html {
  const { properties } = schemas.Generator.properties.operations.items
  return html`<h2 id="steps">Steps of a generator</h2>
<p>What <code>operations</code> of <code>get_generator</code> contains. Every step has a
<code>type</code>; a later release can add types and fields.</p>
${folded('Fields by type', dataTable('All steps', ['Type', 'Fields'], stepRows(properties)))}`
}

function describeLimit({ components }: Description, { rateLimit }: Site): Html {
  const { limit, windowMs } = rateLimit
  const headers: Readonly<Record<string, { description: string; example?: string | number }>> =
    components.headers
  const isSent = (name: string): boolean =>
    limit > 0 || !rateLimitHeaders.some((one) => one === name)
  const rows = Object.entries(headers)
    .filter(([name]) => isSent(name))
    .map(([name, { description, example = '' }]) => {
      return [html`<code>${name}</code>`, code(description), html`<code>${example}</code>`] as const
    })
  const seconds = windowMs / 1000
  return html`<h2 id="limit">Limit</h2>
${
    limit === 0
      ? html`<p>The number of requests is not limited here.</p>\n`
      : html`<p>A client can send ${limit} requests in any ${seconds} seconds. A client is an IPv4
address or a network of IPv6 addresses. The window slides: a request is admitted if fewer than
${limit} were admitted in the ${seconds} seconds before it. These do not count: refused requests,
preflights, <code>/health</code>, <code>/openapi.json</code>, and pages without a text to
convert. A refusal has status 429, and gives the number of seconds to wait in
<code>Retry-After</code> and in <code>retry_after</code>.</p>
`
  }${dataTable('Headers of answers', ['Header', 'Meaning', 'First request'], rows)}`
}

function describeRules({ baseUrl, services }: Site): Html {
  return html`<h2 id="text">Text</h2>
<p>Text is UTF-8 (anything else is a 400), at most ${services.maxTextCodePoints} code points.
<code>length</code> and the
statistics also count code points. The same text gives the same output, today and on every machine;
only a few rare characters, nearly all newer than Unicode 16, can depend on the version of Node.
Emoji and flags stay whole. Each <code>generate</code> adds to the statistics, unless
<code>update_stats</code> is false.</p>
<p><code>then</code> combines styles: <code>slug=bold-serif&amp;then=underline,wrap-wings</code>. A
list may be written as <code>then=a,b</code>, <code>then=a&amp;then=b</code> or
<code>then[]=a&amp;then[]=b</code>.</p>
<p>All styles of a name in one request, for example for the keyboard of a bot:</p>
<pre><code>${curlNames(baseUrl)}</code></pre>
<h2 id="caching">Caching</h2>
<p>A client may keep the answers to <code>list_generators</code> without <code>text</code>, and to
<code>get_generator</code>, for 300 seconds; shared caches must not, because they carry the counters
of one client. Without <code>search</code> they have an <code>ETag</code>, a matching
<code>If-None-Match</code> gets a 304, and they are compressed with <code>br</code> or
<code>gzip</code> for clients that accept it. Other answers must not be stored.</p>
<p>To suggest styles while somebody types, load the list once and filter it: each request
counts.</p>
<h2 id="origins">Other origins</h2>
<p>Scripts of any site can call the service: each answer has
<code>Access-Control-Allow-Origin: *</code>, and scripts can read the headers about the limit. There
are no cookies and no keys.</p>
<h2 id="offline">Without the service</h2>
<p>If <code>operations</code> is a single <code>map</code>, <code>characters</code> is all you need:
replace each code point that is a key, and copy the others. Only keycap emoji such as 1️⃣ stay as
they are. Other styles list their further <a href="#steps">steps</a> in <code>operations</code>. For
<code>then</code>, transform the output of one style by the next.</p>
<p>To convert many short texts with few requests: if <code>lines</code> is true, send them as the
lines of one <code>text</code>, and split the output at its line breaks.</p>
<pre><code>${offlineProgram(baseUrl)}</code></pre>
`
}

/** Returns the line for a shell that shows a name in the styles that a search finds. */
function curlNames(baseUrl: string): string {
  const query = { action: 'list_generators', search: 'cursive', text: 'Ana' }
  return `curl -s ${quote(`${baseUrl}?${new URLSearchParams(query)}`)}`
}

/** Returns a program that styles text by the mapping of a style, without further requests. */
export function offlineProgram(baseUrl: string): string {
  return `const address = '${baseUrl}?action=get_generator&slug=bold-serif'
const { generator } = await (await fetch(address)).json()
const decorate = (text) =>
  Array.from(text.normalize('NFC'), (point) => generator.characters[point] ?? point).join('')
`
}
