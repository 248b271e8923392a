import type { LoadedCatalogue } from '../catalogue/catalogue.ts'
import type { Log } from '../log.ts'
import { createByteCache } from '../http/byte-cache.ts'
import { prepareAnswer } from '../http/prepared-answer.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import { StartError } from '../start-error.ts'
import type { Services } from './actions.ts'
import { createAnswers } from './answers.ts'
import { createSlugFinder } from './closest-slug.ts'

/** What the handlers work with, from a catalogue that another may replace. */
export interface Reloadable {
  /** Of one catalogue; whoever asks again may get those of another. */
  readonly services: Services
  /** The description of the interface, with examples of its catalogue. */
  readonly description: PreparedAnswer
  /**
   * Reads the catalogue again, soon; however often that is asked for until then, once. Where it has
   * a fault the old one stays, and the log says why.
   */
  reload(): void
  /** Makes what the answers need, step by step between the requests. */
  prepare(): void
}

/** What was read: the generators, and the words about them. */
export type Contents = Pick<LoadedCatalogue, 'catalogue' | 'words'>

export interface ReloadOptions {
  readonly contents: Contents
  /** Reads it again; throws a StartError that names the file and its fault. */
  readonly readAgain: () => Contents
  /** What page addresses start with, without a final slash. */
  readonly siteUrl: string
  readonly maxTextCodePoints: number
  /** Makes the JSON value that describes the interface. */
  readonly describe: (services: Services) => unknown
  readonly log: Log
  /** Runs its work when the requests that wait have had their turn. */
  readonly defer: (work: () => void) => void
}

/** What is kept of the bodies that are made of a catalogue, those of the pages among them. */
const keptBytes = 6 * 2 ** 20

/** More than the description takes in all codings. */
const descriptionBytes = 2 ** 18

/** Starts with a catalogue that has been read. */
export function createReloadable(options: ReloadOptions): Reloadable {
  const { siteUrl, maxTextCodePoints, log, defer } = options
  const servicesOf = ({ catalogue, words }: Contents): Services => {
    const cache = createByteCache(keptBytes)
    const answers = createAnswers(catalogue, siteUrl, cache)
    const findSlug = createSlugFinder(catalogue)
    return { catalogue, words, cache, answers, findSlug, maxTextCodePoints }
  }
  let services = servicesOf(options.contents)
  const describe = (described: Services): PreparedAnswer =>
    prepareAnswer(() => options.describe(described), createByteCache(descriptionBytes))
  let description = describe(services)
  const prepare = (): void => {
    const { answers } = services
    const steps = answers.prepare()[Symbol.iterator]()
    defer(function prepareNext() {
      // Those of a catalogue that was replaced are for nobody.
      if (answers === services.answers && steps.next().done !== true) defer(prepareNext)
    })
  }
  let isDue = false
  const reload = (): void => {
    isDue = false
    try {
      services = servicesOf(options.readAgain())
      description = describe(services)
    } catch (error) {
      const reason = error instanceof StartError ? error.message : String(error)
      log.error('Not reloaded: the catalogue stays as it was', { reason })
      return
    }
    log.info('Reloaded', { generators: services.catalogue.size })
    prepare()
  }
  return {
    get services() {
      return services
    },
    get description() {
      return description
    },
    reload() {
      if (!isDue) defer(reload)
      isDue = true
    },
    prepare,
  }
}
