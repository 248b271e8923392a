import { createClosest } from '../engine/closest.ts'
import { allMethods, methodNotAllowed } from '../http/api-error.ts'
import type { ApiError } from '../http/api-error.ts'
import { createFormReader } from '../http/form.ts'
import { actions, formatExample } from './actions.ts'
import type { Action, ActionRequest } from './actions.ts'
import type { Deciding } from './decision.ts'
import { lists, listWords, parameters, readParameters, wrongField } from './parameters.ts'
import type { ParameterName } from './parameters.ts'
import type { ServiceRequest } from './request.ts'
import type { Services } from './services.ts'

/** A request from which the action and its parameters are read. */
type FormRequest = ActionRequest & Pick<ServiceRequest, 'method' | 'query' | 'action'>

const findAction = createClosest(actions.keys())

const readForm = createFormReader(['action', ...Object.keys(parameters)], lists)

/**
 * Runs the action that the query and the body of a request ask for. Throws an ApiError for missing
 * or invalid parameters, and for a method that the action does not accept.
 */
export function dispatch(request: FormRequest, services: Services, body?: Uint8Array): Deciding {
  const form = readForm(request.query, body, request.message.headers['content-type'])
  const name = form.get('action') ?? ''
  const action = actions.get(name)
  if (action !== undefined) request.action = name
  if (!(action?.methods ?? allMethods).includes(request.method)) throw refuseMethod(name, action)
  if (action === undefined) {
    const names = listWords([...actions.keys()])
    const closest = findAction(name)
    const example = formatExample(closest ?? 'list_generators')
    const takes = closest === undefined ? names : `${names} (did you mean "${closest}"?)`
    throw wrongField(form, 'action', takes, example, ` See ${services.documentationPath}.`)
  }
  const exampleWith = (shown: ParameterName): string => formatExample(name, shown)
  const values = readParameters(form, action.parameters, action.optional ?? [], exampleWith)
  return action.handle(values, services, request)
}

function refuseMethod(name: string, action: Action | undefined): ApiError {
  if (action === undefined) return methodNotAllowed(allMethods)
  const methods = [...action.methods, 'OPTIONS']
  const where = methods.includes('POST') ? 'with its parameters in a body' : 'without a body'
  const message = `The action ${name} accepts ${action.methods.join(' and ')}, ${where}`
  return methodNotAllowed(methods, `${message}, as in ${formatExample(name)}.`)
}
