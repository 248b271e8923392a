import { beginChain, transformOnce } from '../engine/run-chain.ts'
import { countCodePoints } from '../engine/text.ts'
import { ApiError, reading, writing } from '../http/api-error.ts'
import { outputOf, toLink } from './chain-reader.ts'
import { refuseSlug } from './closest-slug.ts'
import type { Deciding, Decision } from './decision.ts'
import type { Description } from './openapi.ts'
import { parameters } from './parameters.ts'
import type { ParameterName, ParameterValues } from './parameters.ts'
import { represent } from './represent.ts'
import type { ServiceRequest } from './request.ts'
import type { Services } from './services.ts'

/** What actions know of a request, apart from its parameters. */
export type ActionRequest = Pick<ServiceRequest, 'inTurns'> & {
  readonly message: Pick<ServiceRequest['message'], 'headers'>
}

/** Decides on the answer. `values` has the parameters of the action and no others. */
type Handle<Name extends ParameterName = ParameterName> = (
  values: ParameterValues<Name>,
  services: Services,
  request: ActionRequest,
) => Deciding

/** One action of the interface. */
export interface Action {
  /** Its purpose, in a sentence. */
  readonly summary: string
  /** The methods that it accepts, apart from OPTIONS. */
  readonly methods: readonly string[]
  /** The parameters that it reads, apart from `action`. */
  readonly parameters: readonly ParameterName[]
  /** Those that others require, but this action does not. */
  readonly optional?: readonly ParameterName[]
  readonly handle: Handle
  /** The schema of its answer in the description of the interface. */
  readonly answer: keyof Description['components']['schemas']
}

/** Every action by the value of the parameter `action`. */
export const actions: ReadonlyMap<string, Action> = new Map([
  define('list_generators', {
    summary: 'Lists every generator, or those that a search finds; a text is shown in each.',
    methods: reading,
    parameters: ['lang', 'search', 'text', 'accents', 'keep'],
    optional: ['text'],
    handle: listGenerators,
    answer: 'GeneratorList',
  }),
  define('get_generator', {
    summary: 'Returns one generator with its character mapping.',
    methods: reading,
    parameters: ['slug', 'lang', 'accents'],
    handle: getGenerator,
    answer: 'GeneratorDetail',
  }),
  define('generate', {
    summary: 'Transforms a text.',
    methods: writing,
    parameters: ['slug', 'text', 'update_stats', 'lang', 'accents', 'then', 'keep'],
    handle: generate,
    answer: 'Transformation',
  }),
  define('stats', {
    summary: 'Returns the statistics.',
    methods: reading,
    parameters: ['lang'],
    handle: readStatistics,
    answer: 'Statistics',
  }),
])

/** Makes a row of the table. The types let its handler use only the parameters that it names. */
function define<Name extends ParameterName>(
  action: string,
  row: Omit<Action, 'parameters' | 'handle'> & {
    readonly parameters: readonly Name[]
    readonly handle: Handle<Name>
  },
): [action: string, Action] {
  return [action, row]
}

/** Returns whether an action requires a parameter. */
export function requires({ optional = [] }: Action, name: ParameterName): boolean {
  return parameters[name].isRequired && !optional.includes(name)
}

function listGenerators(
  values: ParameterValues<'lang' | 'search' | 'text' | 'accents' | 'keep'>,
  { answers, search, json }: Services,
  request: ActionRequest,
): Deciding {
  const { lang, search: asked, text, accents, keep } = values
  const length = countCodePoints(text)
  if (length > mostOfList) throw textTooLong(length, mostOfList)
  if (asked === '' && text === '') return represent(request, answers.list(lang), json, 'private')
  return request.inTurns(async (turn) => {
    const found = asked === '' ? undefined : await search(asked, lang, turn)
    const value = text === ''
      ? answers.some(found, lang)
      : await answers.styled(text, found, { lang, accents, keep }, turn)
    return { answer: (lines) => json.value(value, lines, text === '') }
  })
}

/** The longest text, in code points, that a list shows in every style. */
const mostOfList = 50

function getGenerator(
  { slug, lang, accents }: ParameterValues<'slug' | 'lang' | 'accents'>,
  services: Services,
  request: ActionRequest,
): Deciding {
  const answer = services.answers.detail(slug, lang, accents)
  if (answer === undefined) return refuseSlug(slug, lang, services, request)
  return represent(request, answer, services.json, 'private')
}

type TransformationValues = ParameterValues<Exclude<ParameterName, 'search'>>

/** Transforms a text. Throws an ApiError if it is too long. */
export function generate(
  values: TransformationValues,
  services: Services,
  request: ActionRequest,
): Deciding {
  const { slug, text: input, update_stats: isCounted, lang, accents, then, keep } = values
  const { catalogue, maxTextCodePoints, json } = services
  const length = countCodePoints(input)
  if (length > maxTextCodePoints) throw textTooLong(length, maxTextCodePoints)
  const generator = catalogue.get(slug)
  if (generator === undefined) return refuseSlug(slug, lang, services, request)
  const isChain = then.length > 0
  const toDecision = (output: string): Decision => {
    const value = {
      success: true,
      input,
      output,
      generator: slug,
      length: { input: length, output: countCodePoints(output) },
      ...(isChain ? { then } : {}),
    }
    const adds = isCounted ? { uses: 1, characters: length } : undefined
    return { adds, answer: (lines) => json.value(value, lines) }
  }
  const transform = (): Decision =>
    toDecision(transformOnce(toLink(generator), input, keep, lang, accents, ''))
  if (!isChain && length <= mostAtOnce) return transform()
  if (!isChain) {
    return request.inTurns(async (turn) => {
      if (turn.isOver) await turn.next()
      return transform()
    })
  }
  return request.inTurns(async (turn) => {
    const isKnown = then.every((one) => catalogue.has(one))
    if (!isKnown) await services.prepareSlugs(lang, turn)
    const links = services.readChain([slug, ...then], lang)
    if (turn.isOver) await turn.next()
    const applyNext = beginChain(links, input, keep, lang, accents, '')
    for (;;) {
      const result = applyNext()
      if (result !== undefined) return toDecision(outputOf(result, links))
      if (turn.isOver) await turn.next()
    }
  })
}

// The slowest style takes 12 µs for a code point, and requests of many clients can arrive at once.
const mostAtOnce = 50

function readStatistics(_values: object, { catalogue, json }: Services): Decision {
  return {
    answer: (lines, { uses, characters }) =>
      json.value({ success: true, statistics: { sets: catalogue.size, uses, characters } }, lines),
  }
}

function textTooLong(length: number, most: number): ApiError {
  const message = `The parameter "text" is too long: it has ${length} code points. `
  const hint = `It may have at most ${most}. Send a longer text in parts.`
  return new ApiError('invalidParameter', message + hint)
}

/** Returns the fields of a correct request: the required ones, and `shown`. */
export function exampleFields(
  action: string,
  shown?: ParameterName,
): Readonly<Record<string, string>> {
  const row = actions.get(action)
  const names = row?.parameters.filter((name) => name === shown || requires(row, name)) ?? []
  return { action, ...Object.fromEntries(names.map((name) => [name, parameters[name].example])) }
}

/** Formats that request, such as `GET '?action=stats'`. The quotes are for a shell. */
export function formatExample(action: string, shown?: ParameterName): string {
  const [method = ''] = actions.get(action)?.methods ?? []
  const fields = Object.entries(exampleFields(action, shown)).map((field) => field.join('='))
  return `${method} '${method === 'POST' ? '' : '?'}${fields.join('&')}'`
}
