import { answerSchemas, refer } from './answer-schemas.ts'
import type { Schema } from './answer-schemas.ts'
import { actions, exampleFields } from './actions.ts'
import type { Action, Services } from './actions.ts'
import { describeErrors, describeHeaders, describeResponses } from './openapi-responses.ts'
import type { DescribedService } from './openapi-responses.ts'
import { parameters } from './parameters.ts'
import type { ParameterName } from './parameters.ts'

/** The path of the OpenAPI description, outside of {base_url}. */
export const descriptionPath = '/openapi.json'

/** The header that links to the description. https://www.rfc-editor.org/rfc/rfc8631 */
export const descriptionLink = { Link: `<${descriptionPath}>; rel="service-desc"` }

/** Returns the header that links to the description, and to the documentation at a path. */
export function linkDocumentation(path: string): typeof descriptionLink {
  return { Link: `${descriptionLink.Link}, <${path}>; rel="service-doc"` }
}

/**
 * Describes the interface as an OpenAPI document, from the tables that the service itself uses. The
 * examples are real answers. https://spec.openapis.org/oas/v3.1.1.html
 */
export function describeInterface(service: DescribedService): Schema {
  const { baseUrl, version, services } = service
  return {
    openapi: '3.1.1',
    info: {
      title: 'Text decoration service',
      version,
      description: 'Turns plain text into decorative Unicode text. All requests go to one address.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    paths: { '/': { get: describeGet(service), post: describePost(service) } },
    components: {
      schemas: { ...answerSchemas, ...forms(services) },
      responses: describeErrors(service),
      headers: describeHeaders(service),
    },
  }
}

/** Actions with their names. */
type Rows = ReadonlyArray<readonly [name: string, action: Action]>

function actionsOf(method: string): Rows {
  return [...actions].filter(([, { methods }]) => methods.includes(method))
}

function describeGet(service: DescribedService): Schema {
  const own = actionsOf('GET')
  const schema = { type: 'string', enum: own.map(([name]) => name) }
  return {
    operationId: 'read',
    summary: 'Returns generators and statistics.',
    description: `${describeActions(own)}\n\nHEAD has the same answers, without the body.`,
    parameters: [
      { name: 'action', in: 'query', description: 'The action.', required: true, schema },
      ...parametersOf(own).map((name) => describeInQuery(name, own, service.services)),
    ],
    responses: describeResponses('GET', own, service),
  }
}

function describePost(service: DescribedService): Schema {
  const own = actionsOf('POST')
  const references = own.map(([name]) => [name, refer('schemas', formName(name))] as const)
  const mapping = Object.fromEntries(references.map(([name, { $ref }]) => [name, $ref]))
  const [only, ...others] = references.map(([, reference]) => reference)
  // Some generators of clients cannot read a choice of one.
  const schema = others.length === 0
    ? only
    : { oneOf: [only, ...others], discriminator: { propertyName: 'action', mapping } }
  const examples = Object.fromEntries(own.map(([name]) => [name, { value: exampleFields(name) }]))
  return {
    operationId: 'transform',
    summary: 'Transforms text.',
    description: `${describeActions(own)}\n\nThe fields may also be sent in the query.`,
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': { schema, examples },
        'multipart/form-data': { schema, examples },
      },
    },
    responses: describeResponses('POST', own, service),
  }
}

function describeActions(own: Rows): string {
  return own.map(([name, { summary }]) => `- \`${name}\`: ${summary}`).join('\n')
}

/** Returns the parameters of actions, in the order of their table. */
function parametersOf(own: Rows): ParameterName[] {
  const isName = (name: string): name is ParameterName => name in parameters
  return Object.keys(parameters)
    .filter(isName)
    .filter((name) => own.some(([, action]) => action.parameters.includes(name)))
}

function describeInQuery(name: ParameterName, own: Rows, services: Services): Schema {
  const { description, isRequired, example } = parameters[name]
  const users = own.filter(([, action]) => action.parameters.includes(name))
  const names = users.map(([action]) => `\`${action}\``).join(', ')
  const use = `${isRequired ? 'Required for' : 'For'} ${names}. ${description}`
  return { name, in: 'query', description: use, schema: schemaOf(name, services), example }
}

/** Returns the schema of a parameter with the settings of this service. */
function schemaOf(name: ParameterName, { maxTextCodePoints }: Services): Schema {
  const { schema } = parameters[name]
  return name === 'text' ? { ...schema, maxLength: maxTextCodePoints } : schema
}

/** Returns a schema for the form of each action that needs a body. */
function forms(services: Services): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    actionsOf('POST').map(([action, { parameters: names, summary }]) => {
      const fields = names.map((name) => [name, describeField(name, services)] as const)
      const schema = {
        type: 'object',
        description: summary,
        properties: { action: { const: action }, ...Object.fromEntries(fields) },
        required: ['action', ...names.filter((name) => parameters[name].isRequired)],
      }
      return [formName(action), schema]
    }),
  )
}

/** Describes a form field. Generated clients would require one with a `default`. */
function describeField(name: ParameterName, services: Services): Schema {
  const { description } = parameters[name]
  const { default: fallback, ...schema } = schemaOf(name, services)
  if (fallback === undefined) return { description, ...schema }
  return { description: `${description} The default is ${String(fallback)}.`, ...schema }
}

/** Returns `GenerateForm` for `generate`. */
function formName(action: string): string {
  const words = action.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Form`
}
