import type { BodyCache } from '../http/prepared-answer.ts'
import type { Services } from './actions.ts'
import { createAnswers } from './answers.ts'
import { createChainReader } from './chain-reader.ts'
import { createSlugFinder } from './closest-slug.ts'
import type { JsonAnswers } from './represent.ts'
import type { Searchable } from './search.ts'

interface ServiceOptions {
  readonly json: JsonAnswers
  /** The beginning of page addresses, without a final slash. */
  readonly siteUrl: string
  readonly maxTextCodePoints: number
  readonly documentationPath: string
}

/** Makes what the handlers work with: the same for the life of the process. */
export function createServices(
  contents: Searchable,
  { siteUrl, ...settings }: ServiceOptions,
  cache: BodyCache,
): Services {
  const { catalogue } = contents
  const answers = createAnswers(catalogue, siteUrl, cache)
  const findSlug = createSlugFinder(catalogue)
  const readChain = createChainReader(catalogue, findSlug)
  return { ...contents, cache, answers, findSlug, readChain, ...settings }
}
