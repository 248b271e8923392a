import type { Catalogue, TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { ageOf } from './ages.ts'
import { ownMappings } from './own-mappings.ts'

/** Returns the newest Unicode version that the output of a generator needs. */
export function neededUnicode(generator: TextGenerator, catalogue: Catalogue): string {
  return ageOf(outputOf(generator, catalogue))
}

/** Returns all that a generator may output: its characters, and the texts of its other operations. */
function outputOf(generator: TextGenerator, catalogue: Catalogue): string {
  const borrowed = generator.data.operations
    // A decoder outputs no character of the style that it reads.
    .flatMap(({ references, decodes }) => (decodes === undefined ? references : []))
    .flatMap((slug) => catalogue.get(slug) ?? [])
  return [
    ...[generator, ...borrowed].flatMap(textsOf),
    ...ownMappings(generator).flatMap(({ characters }) => [...characters.values()]),
    // Some operations only change certain words and numbers.
    generator.transform('ES 12', 'en'),
    ...generator.data.operations
      .filter(({ effect }) => effect !== 'replaces')
      // The emoji of a restorer are what it takes away.
      .flatMap((operation) => strings({ ...operation.published('en', 'styled'), emoji: '' })),
  ].join('')
}

function textsOf(generator: TextGenerator): string[] {
  return Array.from(generator.characters('en'), ([, text]) => text)
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(strings)
}
