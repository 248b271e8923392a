import type { LoadedCatalogue } from '../catalogue/catalogue.ts'
import type { Log } from '../log.ts'
import { createCompressor } from '../http/compressor.ts'
import { createBodyCache, prepareAnswer } from '../http/prepared-answer.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import { StartError } from '../start-error.ts'
import type { Services } from './interface.ts'
import { createAnswers } from './answers.ts'
import { createSlugFinder } from './closest-slug.ts'

/** The catalogue that requests work with, until a reload replaces it. */
export interface Reloadable {
  /** What the handlers work with. Each request asks once: a reload replaces the whole. */
  readonly services: Services
  /** Describes the interface, with examples from the catalogue. */
  readonly description: PreparedAnswer
  /**
   * Reads the catalogue again soon, once for all calls until then. If it has a fault, the old
   * catalogue stays and the log names the fault.
   */
  reload(): void
}

/** The generators and the words about them, as they were read. */
export type Contents = Pick<LoadedCatalogue, 'catalogue' | 'words'>

export interface ReloadOptions {
  readonly contents: Contents
  /** Reads the contents again. Throws a StartError that names the file and its fault. */
  readonly readAgain: () => Contents
  /** The beginning of page addresses, without a final slash. */
  readonly siteUrl: string
  readonly maxTextCodePoints: number
  /** Makes the JSON value that describes the interface. */
  readonly describe: (services: Services) => unknown
  readonly log: Log
  /** Runs the work after the requests that are waiting, unless the service is stopping. */
  readonly defer: (work: () => void) => void
}

/** Serves a catalogue that has been read, until it is reloaded. */
export function createReloadable(options: ReloadOptions): Reloadable {
  const { siteUrl, maxTextCodePoints, log, defer } = options
  const compressor = createCompressor(defer)
  const serve = ({ catalogue, words }: Contents): Pick<Reloadable, 'services' | 'description'> => {
    const cache = createBodyCache(compressor)
    const answers = createAnswers(catalogue, siteUrl, cache)
    const findSlug = createSlugFinder(catalogue)
    const services = { catalogue, words, cache, answers, findSlug, maxTextCodePoints }
    return { services, description: prepareAnswer(() => options.describe(services), cache) }
  }
  let current = serve(options.contents)
  let isDue = false
  const reload = (): void => {
    isDue = false
    const { services: replaced } = current
    try {
      current = serve(options.readAgain())
    } catch (error) {
      const reason = error instanceof StartError ? error.message : String(error)
      log.error('Not reloaded: the catalogue stays as it was', { reason })
      return
    }
    replaced.cache.close()
    log.info('Reloaded', { generators: current.services.catalogue.size })
  }
  return {
    get services() {
      return current.services
    },
    get description() {
      return current.description
    },
    reload() {
      if (!isDue) defer(reload)
      isDue = true
    },
  }
}
