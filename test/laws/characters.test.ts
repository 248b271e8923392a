import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { claim, folders, languagesOf, law, siblings } from '../support/laws.ts'
import { publishedOf } from '../support/published.ts'
import { pangrams, show } from '../support/texts.ts'

describe('characters of the data', () => {
  const unwanted = /[\p{Cn}\p{Co}\p{Cs}\p{Bidi_Control}]/u
  // Letters need U+200C and U+FE0E, emoji U+200D and U+FE0F.
  const invisible = /(?![\u200c\u200d\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\u2800]/u

  // Invisible characters with a name in HTML 4, and the blank braille pattern.
  const read = new Set(['\u00ad', '\u200e', '\u200f', '\u2800'])

  function assertClean(text: string, where: string, isBlank = false): void {
    claim(!unwanted.test(text), () => `${where}: unassigned, private or bidi in ${show(text)}; use another character`)
    claim(isBlank || !invisible.test(text), () => `${where}: invisible in ${show(text)}; remove it`)
  }

  law('are assigned, public and visible, in the file and in the detail answer', (generator) => {
    const isBlank = isInvisible(generator)
    for (const text of textsIn(fileOf(generator))) {
      // A decoder also reads notations such as &shy; and &lrm;.
      if (generator.decodes === undefined || !read.has(text)) assertClean(text, 'the file', isBlank)
    }
    for (const language of languagesOf(generator)) {
      const { characters } = publishedOf(generator, language)
      for (const [key, text] of Object.entries(characters)) {
        // An invisible character of the input may stay.
        if (!invisible.test(key)) assertClean(text, language, isBlank)
      }
    }
  })

  law('have a variation selector after each sign that may be drawn as an emoji', (generator) => {
    const ambiguous = /(?![\d#*\p{Emoji_Presentation}])\p{Emoji}(?![\ufe0e\ufe0f\p{EMod}])/u
    for (const text of textsOf(generator)) {
      claim(!ambiguous.test(text), () => `${show(text)} may be drawn as an emoji; write \\ufe0e after the sign`)
    }
  })

  law('are assigned, public and visible in the output for ordinary text', (generator) => {
    for (const language of languagesOf(generator)) {
      for (const text of Object.values(pangrams)) {
        assertClean(generator.transform(text, language), language, isInvisible(generator))
      }
    }
  })
})

/** Returns whether a style only makes everything invisible: the one exception. */
function isInvisible({ data }: TextGenerator): boolean {
  const [only, ...others] = data.operations
  if (only?.type !== 'fill' || others.length > 0) return false
  return /^{"type":"fill","text":"[\u2800\u3164]"}$/.test(JSON.stringify(only.published('en', 'styled')))
}

/** Returns the texts that the operations of a generator add to the output. */
function textsOf({ data }: TextGenerator): string[] {
  // The texts in a decoder are what it reads.
  const writing = data.operations.filter(({ decodes }) => decodes === undefined)
  return writing.flatMap((operation) =>
    operation.effect === 'replaces'
      ? operation.mappings(siblings).flatMap((mapping) => Array.from(mapping, ([, text]) => text))
      : textsIn({ ...Object(operation.published('en', 'styled')), type: '' }),
  )
}

function fileOf({ slug }: TextGenerator): unknown {
  return JSON.parse(readFileSync(join(folders.generators, `${slug}.json`), 'utf8')).operations
}

/** Returns every text in a JSON value, including the names of fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part)])
}
