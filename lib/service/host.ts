import type { Contents } from '../catalogue/catalogue.ts'
import type { CatalogueFiles, readCatalogueFiles } from '../catalogue/catalogue-files.ts'
import type { Endpoint } from '../http/listen.ts'
import type { Passenger } from '../http/client.ts'
import type { Http } from '../http/server.ts'

/** What the process gives to the services that it starts; all of them share one object. */
export interface Host {
  /** The folder with `generators` and `locales`: that of the program, or one of a test. */
  readonly root: string
  readonly readFiles: typeof readCatalogueFiles
  /** Makes the catalogue of files that have been read. */
  readonly openFiles: (files: CatalogueFiles) => Promise<Contents>
  /** The version of the program. */
  readonly version: string
  readonly http: Http
  /** Takes one line of the log, its line feed included. */
  readonly write: (line: string) => void
  /** The listening socket that the process was started with. */
  readonly inherited: Endpoint | undefined
  readonly passenger: Passenger | undefined
  /** Whole milliseconds of a clock that all processes of the machine share and that never steps. */
  readonly now: () => number
  /** Called once it is logged that the server can listen no longer. */
  readonly fail: () => void
  /** The data folders that this process has opened: their gates end with the process. */
  readonly openedFolders: Set<string>
}
