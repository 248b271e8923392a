import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'

/**
 * The language that an Accept-Language header likes best, or the default; a region counts for its
 * language. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function bestLanguage(acceptLanguage: string | undefined): Language {
  const [best] = parseWeights(acceptLanguage).flatMap(([tag]) => {
    return languages.filter((language) => tag === language || tag.startsWith(`${language}-`))
  })
  return best ?? defaultLanguage
}

/**
 * Whether an Accept header names HTML: that is a browser, where a client of the interface takes
 * anything. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function namesHtml(accept: string | undefined): boolean {
  return parseWeights(accept).some(([type]) => type === 'text/html')
}

/** The items of a list that are taken at all, best first, in lower case. */
function parseWeights(list = ''): Array<[item: string, weight: number]> {
  return list
    .toLowerCase()
    .split(',')
    .map((item): [string, number] => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    })
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one)
}
