import type { Contents } from '../catalogue/catalogue.ts'
import type { Log } from '../log.ts'
import { createCompressor } from '../http/compressor.ts'
import { createBodyCache, prepareAnswer } from '../http/prepared-answer.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'
import { StartError } from '../start-error.ts'
import type { Services } from './interface.ts'
import { createAnswers } from './answers.ts'
import { createSlugFinder } from './closest-slug.ts'

/** The catalogue that requests work with, until a reload replaces it. */
export interface Reloadable {
  /** Loads what the handlers work with, at the first call. A reload replaces the whole. */
  readonly services: () => Promise<Services>
  /** Loads the description of the interface, with examples from the catalogue. */
  readonly description: () => Promise<PreparedAnswer>
  /**
   * Reads the catalogue again soon, once for all calls until then. If it has a fault, the old
   * catalogue stays and the log names the fault.
   */
  reload(): void
}

/** A catalogue whose files have been read. */
export interface Readable {
  /** How many generators it has. */
  readonly size: number
  /** Loads the code of the styles, and makes the catalogue. */
  readonly open: () => Promise<Contents>
}

export interface ReloadOptions extends ServiceOptions {
  readonly readable: Readable
  /** Reads the files again. Throws a StartError that names the file and its fault. */
  readonly readAgain: () => Readable
  /** Resolves to a function that makes the JSON value which describes the interface. */
  readonly describe: (services: Services) => Promise<() => unknown>
  readonly log: Log
  /** Runs the work after the requests that are waiting, unless the service is stopping. */
  readonly defer: (work: () => void) => void
}

interface ServiceOptions {
  /** The beginning of page addresses, without a final slash. */
  readonly siteUrl: string
  readonly maxTextCodePoints: number
}

/** Makes what the handlers work with. */
export function createServices(
  { catalogue, words }: Contents,
  { siteUrl, maxTextCodePoints }: ServiceOptions,
  cache: BodyCache,
): Services {
  const answers = createAnswers(catalogue, siteUrl, cache)
  const findSlug = createSlugFinder(catalogue)
  return { catalogue, words, cache, answers, findSlug, maxTextCodePoints }
}

/** Serves a catalogue whose files have been read, until it is reloaded. */
export function createReloadable(options: ReloadOptions): Reloadable {
  const { log, defer, describe } = options
  const compressor = createCompressor(defer)
  const serve = (readable: Readable) => {
    const cache = createBodyCache(compressor)
    const services = onceUnlessFailed(async () => {
      return createServices(await readable.open(), options, cache)
    })
    const description = onceUnlessFailed(async () => {
      return prepareAnswer(await describe(await services()), cache)
    })
    return { cache, services, description }
  }
  let current = serve(options.readable)
  let isDue = false
  const reload = (): void => {
    isDue = false
    let readable: Readable
    try {
      readable = options.readAgain()
    } catch (error) {
      const reason = error instanceof StartError ? error.message : String(error)
      log.error('Not reloaded: the catalogue stays as it was', { reason })
      return
    }
    current.cache.close()
    current = serve(readable)
    log.info('Reloaded', { generators: readable.size })
  }
  return {
    services: () => current.services(),
    description: () => current.description(),
    reload() {
      if (!isDue) defer(reload)
      isDue = true
    },
  }
}

/** Returns a function that repeats the first result, and tries again after a failure. */
function onceUnlessFailed<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined
  return () => {
    known ??= work().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
