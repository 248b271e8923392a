import { defaultLanguage } from '../../catalogue/locale.ts'
import type { Language } from '../../catalogue/locale.ts'
import type { Accents } from '../../engine/drawn-apart.ts'

/** A transformation that a client can ask for. */
export interface Transformation {
  /** {base_url}, absolute. */
  readonly baseUrl: string
  readonly slug: string
  readonly text: string
  readonly language: Language
  readonly accents: Accents
}

/** The line for a shell that has the API transform the text: https://curl.se/docs/manpage.html */
export function curlLine(transformation: Transformation): string {
  const { baseUrl, slug, text, language, accents } = transformation
  const fields = [
    '-d action=generate',
    `-d slug=${quote(slug)}`,
    ...(language === defaultLanguage ? [] : [`-d lang=${language}`]),
    ...(accents === 'styled' ? [] : [`-d accents=${accents}`]),
  ]
  return `curl -s ${quote(baseUrl)} ${fields.join(' ')} ${textField(text)}`
}

// A terminal that is pasted to would take a tab or an escape for a key.
function textField(text: string): string {
  if (!/[^\P{Cc}\n]/u.test(text)) return `--data-urlencode ${quote(`text=${text}`)}`
  return `-d ${quote(String(new URLSearchParams({ text })))}`
}

/** A word as a POSIX shell reads it, quoted where it has to be. */
export function quote(word: string): string {
  return /^[\w.,:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
