import { html } from './html.ts'
import type { Html } from './html.ts'

type Named<Value> = Readonly<Record<string, Value>>

/** What the page reads of a response in an OpenAPI document. */
interface Response {
  readonly content: { readonly 'application/json': { readonly examples: Named<Example> } }
}

interface Example {
  readonly value: unknown
  /** What is left out, if anything. */
  readonly summary?: string
}

/** What the page reads of a schema in an OpenAPI document. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Named<Schema>
  readonly required?: readonly string[]
  readonly items?: Schema
  /** Where the page explains it, instead of in the table of all fields. */
  readonly externalDocs?: unknown
}

/** Returns the example of a response with this name. */
export function exampleOf({ content }: Response, name: string): Example | undefined {
  return content['application/json'].examples[name]
}

/** Shows an example, and what it leaves out. */
export function showExample(example: Example | undefined): Html {
  const { value, summary } = example ?? { value: undefined }
  return html`<pre><code>${showJson(value)}</code></pre>
${summary !== undefined && html`<p class="quiet">${summary}</p>\n`}`
}

type FieldRow = readonly [name: Html, type: Html, meaning: Html]

/** Returns a row for each field of a schema, such as `generators[].slug`. */
export function fieldRows(name: string, schemas: Named<Schema>): FieldRow[] {
  const rowsOf = (schema: Schema, path: string): FieldRow[] => {
    const { properties = {}, required = [], items, externalDocs } = resolve(schema)
    if (externalDocs !== undefined) return []
    if (items !== undefined) return rowsOf(items, `${path}[]`)
    return Object.entries(properties).flatMap(([field, value]) => {
      const { type, enum: values = [], const: only, description = '' } = resolve(value)
      const all = (only === undefined ? values : [only]).map((one) => JSON.stringify(one))
      const kind = all.length > 0 ? codes(all) : html`${type}`
      const meaning = html`${code(description)}${!required.includes(field) && ' Optional.'}`
      const own = path === '' ? field : `${path}.${field}`
      return [[html`<code>${own}</code>`, kind, meaning], ...rowsOf(value, own)]
    })
  }
  /** A schema may be the name of another one; its own words come first. */
  const resolve = ({ $ref = '', ...own }: Schema): Schema => {
    return { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...own }
  }
  return rowsOf(resolve({ $ref: name }), '')
}

/**
 * Returns a row for each type of step, with its fields and their meanings. The description of a
 * field has a sentence for each meaning, which begins with the types that it is for.
 */
export function stepRows(
  properties: Named<Schema>,
): Array<readonly [type: Html, fields: Html | string]> {
  const fieldsByType = new Map<string, Html[]>()
  for (const type of (properties['type']?.description ?? '').match(/`[a-z-]+`/g) ?? []) {
    fieldsByType.set(type, [])
  }
  for (const [field, { description = '' }] of Object.entries(properties)) {
    for (const [, types = '', meaning = ''] of description.matchAll(meanings)) {
      const shown = html`<code>${field}</code>: ${code(meaning)}`
      for (const type of types.split(', ')) fieldsByType.get(type)?.push(shown)
    }
  }
  return [...fieldsByType].map(([type, fields]) => {
    const lines = fields.map((field, at) => html`${at > 0 && html`<br>`}${field}`)
    return [code(type), fields.length === 0 ? 'none' : html`${lines}`]
  })
}

const types = '`[a-z-]+`(?:, `[a-z-]+`)*'
const meanings = new RegExp(`(?<=^|\\. )(${types}): (.*?\\.)(?= ${types}: |$)`, 'g')

/** Returns JSON on several lines, with two of the entries of a long object or list. */
function showJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => shorten(part), 2)
}

function shorten(part: unknown): unknown {
  const entries = Object.entries(part instanceof Object ? part : {})
  if (entries.length <= mostEntries) return part
  return Object.fromEntries([...entries.slice(0, 2), ['…', `${entries.length - 2} more`]])
}

const mostEntries = 20

/** Returns a sentence in which the words between grave accents are code. */
export function code(sentence: string): Html {
  const parts = sentence.split('`')
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

/** Returns words of code, with commas between them. */
export function codes(words: readonly string[]): Html {
  return code(words.map((word) => `\`${word}\``).join(', '))
}

/** Returns the shell command that sends a form: https://curl.se/docs/manpage.html */
export function curlLine(baseUrl: string, form: Named<string>): string {
  const fields = Object.entries(form).map(([name, value]) => {
    const field = `${name}=${value}`
    if (name !== 'text') return `-d ${quote(field)}`
    // A terminal would treat a pasted tab or escape as a key, so those are encoded here.
    if (!/[^\P{Cc}\n]/u.test(value)) return `--data-urlencode ${quote(field)}`
    return `-d ${quote(String(new URLSearchParams({ [name]: value })))}`
  })
  return `curl -s ${quote(baseUrl)} ${fields.join(' ')}`
}

/** Quotes a word for a POSIX shell, if necessary. */
export function quote(word: string): string {
  return /^[\w.,:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
