import { createChainReader } from '../api/chain-reader.ts'
import { createSlugFinder } from '../api/closest-slug.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { chooseLanguage } from '../catalogue/locale.ts'
import { accentChoices } from '../engine/drawn-apart.ts'
import { ApiError } from '../http/api-error.ts'
import type { decorate } from './index.d.ts'

/** Creates the function that decorates texts by the styles of a catalogue. */
export function createDecorate(catalogue: Catalogue): typeof decorate {
  const findSlug = createSlugFinder(catalogue)
  const readChain = createChainReader(catalogue, findSlug)
  return (text, slug, { lang, accents = 'styled', then = [] } = {}) => {
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
    if (then.length === 0) return style.transform(text, language, accents)
    try {
      const links = readChain([slug, ...then], language)
      return links.reduce((output, link) => {
        return link.transform(output, language, accents, undefined, text)
      }, text)
    } catch (error) {
      throw error instanceof ApiError ? new RangeError(error.message) : error
    }
  }
}
