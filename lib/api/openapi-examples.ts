import { ApiError } from '../http/api-error.ts'
import type { ErrorBody } from '../http/api-error.ts'
import { tooManyBodies } from '../http/body-budget.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import type { Reply, Services } from './actions.ts'
import { createAnswers } from './answers.ts'
import { actions, dispatch, readForm } from './interface.ts'
import { createLimitNotice } from './limit-notice.ts'
import { parameters } from './parameters.ts'

/** A service to describe. */
export interface DescribedService {
  readonly services: Services
  /** What the page addresses of the examples start with, without a final slash. */
  readonly siteUrl: string
  /** {base_url}, or a reference to it from the address of the description. */
  readonly baseUrl: string
  readonly rateLimit: RateLimitSettings
  readonly version: string
}

/** The fields of a right request for an action: those that it needs. */
export function exampleFields(action: string): Readonly<Record<string, string>> {
  const names = actions.get(action)?.parameters ?? []
  const needed = names.filter((name) => parameters[name].isRequired)
  return { action, ...Object.fromEntries(needed.map((name) => [name, parameters[name].example])) }
}

/**
 * What a service answers to that request; `undefined` where its catalogue has not what is asked
 * for.
 */
export function answerOfExample(action: string, services: Services): unknown {
  const method = actions.get(action)?.methods[0] ?? ''
  const outcome = attempt(method, new URLSearchParams(exampleFields(action)).toString(), services)
  return outcome instanceof ApiError ? undefined : readReply(outcome)
}

/** The same from a service with two generators, where it is a list. */
export function exampleOfAnswer(action: string, service: DescribedService): unknown {
  const isList = action === 'list_generators'
  return answerOfExample(action, isList ? withTwoGenerators(service) : service.services)
}

/** Errors with which the service answers to wrong requests, one of a title at most. */
export function exampleErrors({ services, rateLimit }: DescribedService): readonly ErrorBody[] {
  const admission = { isAdmitted: false, remaining: 0, resetMs: rateLimit.windowMs / 2 }
  const outcomes = [
    attempt('GET', '', services),
    attempt('GET', 'action=list', services),
    attempt('GET', 'action=get_generator&slug=bold', services),
    attempt('GET', 'action=generate', services),
    createLimitNotice(rateLimit).exceeded(admission, false),
    tooManyBodies,
  ]
  return outcomes.flatMap((one) => (one instanceof ApiError ? [one.toJSON()] : []))
}

function withTwoGenerators({ services, siteUrl }: DescribedService): Services {
  const catalogue = new Map([...services.catalogue].slice(0, 2))
  return { ...services, catalogue, answers: createAnswers(catalogue, siteUrl, services.cache) }
}

function attempt(method: string, query: string, services: Services): Reply | ApiError {
  try {
    return dispatch(method, readForm(query, undefined), services)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function readReply(reply: Reply): unknown {
  if (reply.kind === 'totals') return reply.toValue({ uses: 1, characters: 5 })
  if (reply.kind === 'value') return reply.value
  return JSON.parse(reply.answer.represent('identity').body.toString())
}
