import { createFormReader } from '../http/form.ts'
import type { Form } from '../http/form.ts'
import { allMethods, methodNotAllowed, reading, writing } from '../http/methods.ts'
import { generate, getGenerator, listGenerators, readStatistics } from './actions.ts'
import type { Reply, Services } from './actions.ts'
import { invalidField, listWords, parameters, ParameterValues, requireField } from './parameters.ts'
import type { ParameterName } from './parameters.ts'

/** One action of the interface. */
export interface Action {
  /** The methods that it takes, besides OPTIONS. */
  readonly methods: readonly string[]
  /** The parameters that it reads, besides `action`. */
  readonly parameters: readonly ParameterName[]
  readonly handle: (values: ParameterValues, services: Services) => Reply
}

/** Every action by the value of the parameter `action`. */
export const actions: ReadonlyMap<string, Action> = new Map([
  ['list_generators', define(reading, ['lang'], listGenerators)],
  ['get_generator', define(reading, ['slug', 'lang'], getGenerator)],
  ['generate', define(writing, ['slug', 'text', 'update_stats', 'lang'], generate)],
  ['stats', define(reading, ['lang'], readStatistics)],
])

/** An action whose handler sees the parameters that are named, and no others. */
function define<Name extends ParameterName>(
  methods: readonly string[],
  names: readonly Name[],
  handle: (values: Pick<ParameterValues, Name>, services: Services) => Reply,
): Action {
  return { methods, parameters: names, handle }
}

/** Reads the parameters of a request, and no other fields, from its query and its body. */
export const readForm = createFormReader(['action', ...Object.keys(parameters)])

/**
 * Does what the parameters ask for and returns the reply; throws an ApiError for a request that
 * is missing something, has something wrong, or comes with another method than the action takes.
 */
export function dispatch(method: string, form: Form, services: Services): Reply {
  const action = actions.get(form.get('action') ?? '')
  const { methods } = action ?? { methods: allMethods }
  if (!methods.some((taken) => taken === method)) throw methodNotAllowed(methods)
  if (action === undefined) throw refuseAction(form)
  return action.handle(new ParameterValues(form), services)
}

function refuseAction(form: Form): unknown {
  const takes = listWords([...actions.keys()])
  requireField(form, 'action', takes)
  return invalidField('action', takes)
}
