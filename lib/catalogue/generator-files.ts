import { categories, readGenerator } from '../engine/generator.ts'
import type { GeneratorData } from '../engine/generator.ts'
import type { Siblings } from '../engine/operation.ts'
import { createSiblings } from '../engine/siblings.ts'
import { StartError } from '../start-error.ts'
import { atFile, leaveOut, listDataFiles, readDataFile } from './data-folder.ts'
import type { Remarks } from './data-folder.ts'

/** What a generator file holds, checked, with the file itself. */
export interface GeneratorFile extends GeneratorData {
  /** Its text: JSON. */
  readonly source: string
}

/** Generators by slug. */
export type Generators = ReadonlyMap<string, GeneratorFile>

/** The generators of a folder and of an overlay. */
export interface GeneratorFiles {
  readonly shipped: Generators
  /** Those of the overlay: added to the shipped ones, or in the place of some. */
  readonly own: Generators
  /** The generators that there are, in the order of the list: category, position, slug. */
  readonly all: Generators
  /** The shipped ones whose place one of the overlay has taken. */
  readonly replaced: Generators
  readonly siblings: Siblings
}

/**
 * Reads the generators of a folder and those of an overlay, and makes sure that what they take from
 * each other is there. Throws a StartError that names the file, the field and what it takes; what
 * has a fault in the overlay is left out instead, with a remark.
 */
export function readGeneratorFiles(
  folder: string,
  ownFolder: string | undefined,
  remarks: Remarks,
): GeneratorFiles {
  const shipped = readGenerators(folder)
  const own = ownFolder === undefined ? new Map() : readOwn(ownFolder, shipped, remarks)
  const all = sort([...shipped, ...own])
  const replaced = new Map([...shipped].filter(([slug]) => own.has(slug)))
  return { shipped, own, all, replaced, siblings: createSiblings(all, replaced) }
}

function readGenerators(folder: string): Generators {
  const names = listDataFiles(folder)
  if (names.length === 0) throw new StartError(`${folder} holds no generator (*.json)`)
  const generators = new Map(names.map((slug) => [slug, readFile(folder, slug)]))
  const siblings = createSiblings(generators)
  for (const [slug, data] of generators) checkReferences(folder, slug, data, siblings)
  return generators
}

function readOwn(folder: string, shipped: Generators, { fault, warn }: Remarks): Generators {
  const own = new Map<string, GeneratorFile>()
  for (const slug of listDataFiles(folder)) {
    const data = leaveOut(() => readFile(folder, slug), fault)
    if (data !== undefined) own.set(slug, data)
  }
  // Once one is left out, what others take of it may be gone.
  for (let before = -1; before !== own.size; ) {
    before = own.size
    const siblings = createSiblings(new Map([...shipped, ...own]), shipped)
    for (const [slug, data] of own) {
      leaveOut(() => checkReferences(folder, slug, data, siblings), (sentence) => {
        fault(sentence)
        own.delete(slug)
      })
    }
  }
  for (const [slug, data] of own) {
    const replaced = shipped.get(slug)
    if (replaced === undefined || !hasTable(replaced) || hasTable(data)) continue
    warn(`${folder}/${slug}.json has no table: what needs one takes that of the style it replaces`)
  }
  return own
}

/** What is wrong with the file name of a generator, its slug, where something is. */
export function findSlugFault(slug: string): string | undefined {
  if (slug === 'plain') return 'take another name: "plain" stands for unchanged letters in mappings'
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined
  return 'a file name takes lower-case ASCII letters, digits and single hyphens'
}

/** A later generator takes the place of an earlier one of its slug. */
function sort(generators: ReadonlyArray<[slug: string, data: GeneratorFile]>): Generators {
  const sorted = [...new Map(generators)].sort(([slug, one], [otherSlug, other]) => {
    return order(one) - order(other) || (slug < otherSlug ? -1 : 1)
  })
  return new Map(sorted)
}

function order({ category, position }: GeneratorData): number {
  return categories.indexOf(category) * 10_000 + position
}

/** Whether others can take its mapping. */
function hasTable({ operations }: GeneratorData): boolean {
  return operations[0]?.mapping !== undefined
}

function readFile(folder: string, slug: string): GeneratorFile {
  const fault = findSlugFault(slug)
  if (fault !== undefined) throw new StartError(`${folder}/${slug}.json: ${fault}`)
  return readDataFile(folder, slug, (value, source) => ({ ...readGenerator(value), source }))
}

function checkReferences(
  folder: string,
  slug: string,
  { operations }: GeneratorData,
  siblings: Siblings,
): void {
  atFile(folder, slug, () => {
    for (const operation of operations) {
      if (operation.references.length > 0) operation.compile(siblings)
    }
  })
}
