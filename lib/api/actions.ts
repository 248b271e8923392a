import type { Answers } from './answers.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { ApiError } from '../http/api-error.ts'
import { chooseLanguage } from '../catalogue/locale.ts'
import { invalidParameter, readUpdateStats, requireParameter } from './parameters.ts'
import type { RequestParameters } from './parameters.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import type { Totals } from '../usage/statistics.ts'
import { countCodePoints } from '../engine/text.ts'

/** What the handlers work with. */
export interface Services {
  readonly catalogue: Catalogue
  readonly answers: Answers
  readonly maxTextCodePoints: number
}

/** What a handler answers. */
export interface Reply {
  /** A prepared answer, or a function that makes the JSON value once the totals are known. */
  readonly content: PreparedAnswer | ((totals: Totals) => unknown)
  /** What the request adds to the statistics if it is admitted. */
  readonly adds: Totals
}

type Handler = (parameters: RequestParameters, services: Services) => Reply

const reading = ['GET', 'HEAD']
const writing = ['POST']

/** Every action: its methods and its handler. */
const actions: ReadonlyMap<string, readonly [methods: readonly string[], handle: Handler]> =
  new Map([
    ['list_generators', [reading, listGenerators]],
    ['get_generator', [reading, getGenerator]],
    ['generate', [writing, generate]],
    ['stats', [reading, readStatistics]],
  ])

/**
 * Does what the parameters ask for and returns the answer; throws an ApiError for a request that
 * is missing something, has something wrong, or comes with another method than the action takes.
 */
export function dispatch(
  method: string,
  parameters: RequestParameters,
  services: Services,
): Reply {
  const action = actions.get(parameters.get('action') ?? '')
  const [methods, handle] = action ?? [[...reading, ...writing], refuseAction]
  if (!methods.includes(method)) throw methodNotAllowed(methods)
  return handle(parameters, services)
}

/** The error for a method that is not among `methods`; OPTIONS is taken everywhere. */
export function methodNotAllowed(methods: readonly string[]): ApiError {
  const list = [...methods, 'OPTIONS'].join(', ')
  return new ApiError('methodNotAllowed', `This takes the methods ${list}.`, { Allow: list })
}

const nothing: Totals = { uses: 0, characters: 0 }

function refuseAction(parameters: RequestParameters): never {
  requireParameter(parameters, 'action')
  throw invalidParameter('action')
}

function listGenerators(parameters: RequestParameters, { answers }: Services): Reply {
  return { content: answers.list(chooseLanguage(parameters.get('lang'))), adds: nothing }
}

function getGenerator(parameters: RequestParameters, { answers }: Services): Reply {
  const slug = requireParameter(parameters, 'slug')
  const content = answers.detail(slug, chooseLanguage(parameters.get('lang')))
  if (content === undefined) throw generatorNotFound()
  return { content, adds: nothing }
}

function generate(parameters: RequestParameters, services: Services): Reply {
  const slug = requireParameter(parameters, 'slug')
  const input = requireParameter(parameters, 'text')
  const isCounted = readUpdateStats(parameters)
  const length = countCodePoints(input)
  if (length > services.maxTextCodePoints) throw textTooLong(services.maxTextCodePoints)
  const generator = services.catalogue.get(slug)
  if (generator === undefined) throw generatorNotFound()
  const output = generator.transform(input, chooseLanguage(parameters.get('lang')))
  const result = {
    success: true,
    input,
    output,
    generator: slug,
    length: { input: length, output: countCodePoints(output) },
  }
  return { content: () => result, adds: isCounted ? { uses: 1, characters: length } : nothing }
}

function readStatistics(_parameters: RequestParameters, { catalogue }: Services): Reply {
  return {
    content: ({ uses, characters }) => ({
      success: true,
      statistics: { sets: catalogue.size, uses, characters },
    }),
    adds: nothing,
  }
}

function generatorNotFound(): ApiError {
  const message =
    'The requested generator does not exist. The action list_generators gives those that do.'
  return new ApiError('generatorNotFound', message)
}

function textTooLong(maxTextCodePoints: number): ApiError {
  const takes = `It takes at most ${maxTextCodePoints} code points.`
  return new ApiError('invalidParameter', `The parameter "text" is too long. ${takes}`)
}
