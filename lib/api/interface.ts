import type { ApiError } from '../http/api-error.ts'
import { createFormReader } from '../http/form.ts'
import type { Form } from '../http/form.ts'
import { allMethods, methodNotAllowed, reading, writing } from '../http/api-error.ts'
import { generate, getGenerator, listGenerators, readStatistics } from './actions.ts'
import type { Reply, Services } from './actions.ts'
import type { AnswerSchemaName } from './answer-schemas.ts'
import { listWords, parameters, ParameterValues, wrongField } from './parameters.ts'
import type { ParameterName } from './parameters.ts'

/** One action of the interface. */
export interface Action {
  /** What it does, in a sentence. */
  readonly summary: string
  /** The methods that it takes, besides OPTIONS. */
  readonly methods: readonly string[]
  /** The parameters that it reads, besides `action`. */
  readonly parameters: readonly ParameterName[]
  readonly handle: (values: ParameterValues, services: Services) => Reply
  /** The schema of its answer. */
  readonly answer: AnswerSchemaName
  /** A right request, with the named parameter if it can do without: `GET '?action=stats'`. */
  readonly exampleWith: (name?: ParameterName) => string
}

/** Every action by the value of the parameter `action`. */
export const actions: ReadonlyMap<string, Action> = new Map([
  define('list_generators', {
    summary: 'Lists every generator.',
    methods: reading,
    parameters: ['lang'],
    handle: listGenerators,
    answer: 'GeneratorList',
  }),
  define('get_generator', {
    summary: 'Gives one generator with its character mapping.',
    methods: reading,
    parameters: ['slug', 'lang', 'accents'],
    handle: getGenerator,
    answer: 'GeneratorDetail',
  }),
  define('generate', {
    summary: 'Transforms a text.',
    methods: writing,
    parameters: ['slug', 'text', 'update_stats', 'lang', 'accents'],
    handle: generate,
    answer: 'Transformation',
  }),
  define('stats', {
    summary: 'Reads the statistics.',
    methods: reading,
    parameters: ['lang'],
    handle: readStatistics,
    answer: 'Statistics',
  }),
])

/** A row of the table; its handler sees the parameters that are named, and no others. */
interface Row<Name extends ParameterName> extends Pick<Action, 'summary' | 'methods' | 'answer'> {
  readonly parameters: readonly Name[]
  readonly handle: (values: Pick<ParameterValues, Name>, services: Services) => Reply
}

function define<Name extends ParameterName>(
  action: string,
  row: Row<Name>,
): [action: string, Action] {
  const exampleWith = (name?: ParameterName): string => {
    const shown = row.parameters.filter((one) => one === name || parameters[one].isRequired)
    const pairs = shown.map((one) => `&${one}=${parameters[one].example}`)
    const [method] = row.methods
    // What is put behind the address, or into the body: quoted, so that a shell takes it, too.
    return `${method} '${method === 'POST' ? '' : '?'}action=${action}${pairs.join('')}'`
  }
  return [action, { ...row, exampleWith }]
}

/** Reads the parameters of a request, and no other fields, from its query and its body. */
export const readForm = createFormReader(['action', ...Object.keys(parameters)])

/**
 * Does what the parameters ask for and returns the reply; throws an ApiError for a request that
 * is missing something, has something wrong, or comes with another method than the action takes.
 */
export function dispatch(method: string, form: Form, services: Services): Reply {
  const name = form.get('action') ?? ''
  const action = actions.get(name)
  const { methods } = action ?? { methods: allMethods }
  if (!methods.some((taken) => taken === method)) throw refuseMethod(name, action)
  if (action === undefined) throw refuseAction(form)
  return action.handle(new ParameterValues(form, action.exampleWith), services)
}

function refuseMethod(name: string, action: Action | undefined): ApiError {
  if (action === undefined) return methodNotAllowed(allMethods)
  const { methods, exampleWith } = action
  const where = methods.includes('POST') ? 'with its parameters in a body' : 'without a body'
  const message = `The action ${name} takes ${methods.join(' and ')}, ${where}`
  return methodNotAllowed(methods, `${message}, as in ${exampleWith()}.`)
}

function refuseAction(form: Form): ApiError {
  const example = actions.get('list_generators')?.exampleWith() ?? ''
  return wrongField(form, 'action', listWords([...actions.keys()]), example)
}
