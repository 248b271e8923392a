import { StartError } from '../log.ts'
import { createCatalogue } from './catalogue.ts'
import type { Contents } from './catalogue.ts'
import { collect } from './collect-faults.ts'
import { findMisread } from './data-files.ts'
import type { OwnFolders, Remarks, CatalogueSources } from './data-files.ts'
import { createEntries } from './entries.ts'
import { readGenerators, sortGenerators } from './generator-files.ts'
import type { GeneratorFiles, KnownFile } from './generator-files.ts'
import { defaultLanguage } from './locale.ts'
import { readOwnLocales } from './locale-files.ts'
import type { Locales } from './locale-files.ts'
import { readJoined, readShipped } from './shipped-files.ts'
import type { ShippedFiles } from './shipped-files.ts'
import { findStyleFaults, withoutTaken } from './style-faults.ts'
import { createWords } from './words.ts'

/** A catalogue as it was read, with warnings for the operator. */
export type LoadedCatalogue = Contents & Pick<Remarks, 'warnings'>

/**
 * Reads and makes a catalogue. Of what ships, the operations of styles are not checked. Throws a
 * StartError for the first fault.
 */
export function loadCatalogue(sources: CatalogueSources): LoadedCatalogue {
  const remarks: Remarks = { faults: [], warnings: [] }
  const contents = read(sources, remarks, false)
  const [fault] = remarks.faults
  if (fault !== undefined) throw new StartError(fault)
  return { ...contents, warnings: remarks.warnings }
}

/** What a check finds, and the number of generators. */
type Checked = Remarks & { readonly size: number }

/** Checks all files of a catalogue completely, and finds every fault. */
export function checkCatalogue({ joined, ...sources }: CatalogueSources): Checked {
  const remarks: Remarks = { faults: [], warnings: [] }
  const contents = collect(remarks.faults, () => read(sources, remarks, true))
  if (joined !== undefined) collect(remarks.faults, () => readJoined(joined))
  return { ...remarks, size: contents?.catalogue.size ?? 0 }
}

const none: OwnFolders = { generators: undefined, locales: undefined }

function read(
  { folders, joined, own = none }: CatalogueSources,
  remarks: Remarks,
  isWhole: boolean,
): Contents {
  const { faults, warnings } = remarks
  const shipped =
    joined === undefined ? readShipped(folders, faults) : readJoined(joined)
  const added = readOwnGenerators(own.generators, remarks)
  const all = sortGenerators(new Map<string, KnownFile>([...shipped.generators, ...added]))
  faults.push(...findStyleFaults(all, added, { folders, own }, isWhole))
  const { localeOf } = shipped
  const locales = { localeOf, own: readOwn(own.locales, all, shipped, remarks) }
  const words = createWords(locales)
  const entryOf = createEntries([...all.keys()], added, locales, words, warnings)
  const files = added.size === 0 ? all : withoutTaken(all, added, shipped.generators)
  const isOwn = own.generators !== undefined || own.locales !== undefined
  const isShipped = joined !== undefined && !isOwn
  return { catalogue: createCatalogue(files, entryOf, words.allLetters), words, isShipped }
}

function readOwnGenerators(
  folder: string | undefined,
  { faults, warnings }: Remarks,
): GeneratorFiles {
  if (folder === undefined) return new Map()
  const name = `GENERATORS_DIR=${folder}`
  const read = (): GeneratorFiles => {
    warnings.push(...findMisread(folder, name))
    return readGenerators(folder, faults, name)
  }
  return collect(faults, read) ?? new Map()
}

function readOwn(
  folder: string | undefined,
  generators: GeneratorFiles,
  { localeOf }: ShippedFiles,
  remarks: Remarks,
): Locales {
  if (folder === undefined) return new Map()
  const texts = localeOf(defaultLanguage)?.pages ?? new Map()
  const read = (): Locales => readOwnLocales(folder, generators, texts, remarks)
  return collect(remarks.faults, read) ?? new Map()
}
