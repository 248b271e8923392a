import type { BodyCache } from '../http/prepared-answer.ts'
import { createAnswers } from './answers.ts'
import type { Answers } from './answers.ts'
import { createChainReader } from './chain-reader.ts'
import type { ReadChain } from './chain-reader.ts'
import { createSlugFinder } from './closest-slug.ts'
import type { SlugFinder } from './closest-slug.ts'
import type { JsonAnswers } from './represent.ts'
import type { Searchable } from './search.ts'

/** What handlers and pages work with. */
export interface Services extends Searchable, SlugFinder {
  /** Keeps the bodies that are made from the catalogue, including those of pages. */
  readonly cache: BodyCache
  readonly answers: Answers
  readonly json: JsonAnswers
  readonly readChain: ReadChain
  readonly maxTextCodePoints: number
  /** The path of the documentation for people, or of the description if there are no pages. */
  readonly documentationPath: string
}

/** What is made from the catalogue and kept for the life of the process. */
type Made = 'answers' | 'readChain' | keyof SlugFinder

/** Makes what handlers work with; `siteUrl` is what page addresses start with. */
export function createServices(given: Omit<Services, Made>, siteUrl: string): Services {
  const { catalogue, cache } = given
  const slugs = createSlugFinder(catalogue)
  return {
    ...given,
    answers: createAnswers(catalogue, siteUrl, cache),
    ...slugs,
    readChain: createChainReader(catalogue, slugs.findSlug),
  }
}
