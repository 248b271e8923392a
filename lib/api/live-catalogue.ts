import type { CatalogueFiles } from '../catalogue/catalogue-files.ts'
import { memoize } from '../engine/memo.ts'
import { createCompressor } from '../http/compressor.ts'
import { createBodyCache, prepareAnswer } from '../http/prepared-answer.ts'
import type { BodyCache } from '../http/prepared-answer.ts'
import { StartError } from '../log.ts'
import type { Log } from '../log.ts'
import type { Services } from './actions.ts'
import { createAnswers } from './answers.ts'
import { createChainReader } from './chain-reader.ts'
import { createSlugFinder } from './closest-slug.ts'
import type { Decision } from './decision.ts'
import type { Searchable } from './search.ts'

export interface ReloadOptions {
  /** The beginning of page addresses, without a final slash. */
  readonly siteUrl: string
  readonly maxTextCodePoints: number
  readonly files: CatalogueFiles
  /** Reads the files again. Throws a StartError that names the file and its fault. */
  readonly readAgain: () => CatalogueFiles
  /** Makes the catalogue. */
  readonly open: (files: CatalogueFiles) => Searchable
  /** Makes the JSON value that describes the interface. */
  readonly describe: (services: Services) => unknown
  readonly log: Log
  /** Runs the work after the requests that are waiting, unless the service is stopping. */
  readonly defer: (work: () => void) => void
}

/** Makes what the handlers work with. */
export function createServices(
  { catalogue, words, search }: Searchable,
  { siteUrl, maxTextCodePoints }: Pick<ReloadOptions, 'siteUrl' | 'maxTextCodePoints'>,
  cache: BodyCache,
): Services {
  const answers = createAnswers(catalogue, siteUrl, cache)
  const findSlug = createSlugFinder(catalogue)
  const readChain = createChainReader(catalogue, findSlug)
  return { catalogue, words, cache, answers, search, findSlug, readChain, maxTextCodePoints }
}

export type Reloadable = ReturnType<typeof createReloadable>

/** Serves a catalogue whose files have been read, until a reload replaces it. */
export function createReloadable(options: ReloadOptions) {
  const { log, defer, open, describe } = options
  const compressor = createCompressor(defer)
  const serve = (files: CatalogueFiles) => {
    const cache = createBodyCache(compressor)
    const services = memoize(() => createServices(open(files), options, cache))
    const description = memoize(() => prepareAnswer(() => describe(services()), cache))
    return { cache, services, description }
  }
  let current = serve(options.files)
  let isDue = false
  const reload = (): void => {
    isDue = false
    try {
      const files = options.readAgain()
      current.cache.close()
      current = serve(files)
      log.info('Reloaded', { generators: files.generators.size })
    } catch (error) {
      const reason = error instanceof StartError ? error.message : String(error)
      log.error('Not reloaded: the catalogue stays as it was', { reason })
    }
  }
  return {
    /** Returns what the handlers work with. A reload replaces the whole. */
    services: () => current.services(),
    /** Decides on the description of the interface, with examples from the catalogue. */
    description(): Decision {
      return { kind: 'prepared', answer: current.description() }
    },
    /**
     * Reads the catalogue again soon, once for all calls until then. If it has a fault, the old
     * catalogue stays and the log names the fault.
     */
    reload(): void {
      if (!isDue) defer(reload)
      isDue = true
    },
  }
}
