import type { Searchable } from '../api/search.ts'
import type { OwnFolders } from '../catalogue/data-files.ts'
import type { LoadedCatalogue } from '../catalogue/load-catalogue.ts'
import type { ListenTarget } from '../http/listen.ts'
import type { Http } from '../http/server.ts'
import type { WriteLine } from '../log.ts'
import type { Passenger } from './passenger.ts'

/** What the process passes to the services that it starts; they share one object. */
export interface Host {
  /** Reads the catalogue, with an operator's own files. Throws a StartError for a fault. */
  readonly loadCatalogue: (own: OwnFolders) => LoadedCatalogue & Searchable
  /** The version of the program. */
  readonly version: string
  readonly http: Http
  readonly write: WriteLine
  /** The listening socket that the process has inherited. */
  readonly inherited: ListenTarget | undefined
  readonly passenger: Passenger | undefined
  /** Returns whole milliseconds of a clock that all processes share and that never steps. */
  readonly now: () => number
  /** Called after the log says that the server has failed. */
  readonly fail: () => void
  /** Returns the processor time of the process, in seconds. */
  readonly cpuSeconds: () => number
  readonly residentBytes: () => number
}
