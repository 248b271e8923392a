import { createChainReader, toLink } from '../api/chain-reader.ts'
import { createSlugFinder } from '../api/closest-slug.ts'
import { parameters } from '../api/parameters.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { chooseLanguage } from '../catalogue/locale.ts'
import { accentChoices } from '../engine/drawn-apart.ts'
import { hideRuns } from '../engine/keep.ts'
import { transformOnce } from '../engine/run-chain.ts'
import { ApiError } from '../http/api-error.ts'
import type { decorate, DecorateOptions } from './index.d.ts'

/** Creates the function that decorates texts by the styles of a catalogue. */
export function createDecorate(catalogue: Catalogue): typeof decorate {
  const { findSlug } = createSlugFinder(catalogue)
  const readChain = createChainReader(catalogue, findSlug)
  return (text: string, slug: string, options: DecorateOptions = {}) => {
    assertText(text, 'text')
    assertText(slug, 'slug')
    if (typeof options !== 'object' || options === null) throw mustBe('options', 'an object')
    const { lang, accents = 'styled', keep = [] } = options
    const then = readThen(options.then)
    const language = chooseLanguage(lang)
    const style = catalogue.get(slug)
    if (style === undefined) {
      const closest = findSlug(slug, language)
      const hint = closest === undefined ? '' : `; the closest is "${closest}"`
      throw new RangeError(`No style is called "${slug}"${hint}.`)
    }
    if (!accentChoices.includes(accents)) {
      throw new RangeError(`accents must be ${accentChoices.join(' or ')}.`)
    }
    const kinds = parameters.keep.parse([keep].flat().join())
    if (kinds === undefined) throw new RangeError(`keep must be ${parameters.keep.takes}.`)
    if (then.length === 0) {
      return transformOnce(toLink(style), text, kinds, language, accents, '')
    }
    try {
      const links = readChain([slug, ...then], language)
      const kept = hideRuns(text, kinds)
      const sent = kept?.text ?? text
      const output = links.reduce((before, link) => {
        return link.transform(before, language, accents, '', sent, kept)
      }, sent)
      return kept?.show(output) ?? output
    } catch (error) {
      throw error instanceof ApiError ? new RangeError(inCode(error.message)) : error
    }
  }
}

/** Reads `then`: a slug is a list of one. Programs without types may pass anything. */
function readThen(value: unknown): readonly string[] {
  if (value === undefined) return []
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.map((item) => {
    if (typeof item !== 'string') throw mustBe('then', 'a slug or a list of slugs')
    return item
  })
}

function assertText(value: unknown, name: string): void {
  if (typeof value !== 'string') throw mustBe(name, 'a string')
}

function mustBe(name: string, wanted: string): TypeError {
  return new TypeError(`decorate: ${name} must be ${wanted}.`)
}

/** Replaces the request in a message of the interface by the same call. */
function inCode(message: string): string {
  return message.replace(/slug=([\w-]+)&then=([\w,-]+)/, (_request, slug, then) => {
    const list = then.split(',').map((one: string) => `'${one}'`)
    return `decorate(text, '${slug}', { then: [${list.join(', ')}] })`
  })
}
