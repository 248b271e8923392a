import { defaultLanguage } from '../../catalogue/locale.ts'
import type { Language } from '../../catalogue/locale.ts'
import type { Accents } from '../../engine/drawn-apart.ts'

/** A transformation that a client can request. */
export interface Transformation {
  /** {base_url}, absolute. */
  readonly baseUrl: string
  readonly slug: string
  readonly text: string
  readonly language: Language
  readonly accents: Accents
  /** The slugs of `then`; none by default. */
  readonly then?: readonly string[]
}

/** Returns the shell command that requests a transformation: https://curl.se/docs/manpage.html */
export function curlLine(transformation: Transformation): string {
  const { baseUrl, slug, text, language, accents, then = [] } = transformation
  const fields = [
    '-d action=generate',
    `-d slug=${quote(slug)}`,
    ...(language === defaultLanguage ? [] : [`-d lang=${language}`]),
    ...(accents === 'styled' ? [] : [`-d accents=${accents}`]),
    ...(then.length === 0 ? [] : [`-d then=${then.join()}`]),
  ]
  return `curl -s ${quote(baseUrl)} ${fields.join(' ')} ${textField(text)}`
}

// A terminal would treat a pasted tab or escape as a key.
function textField(text: string): string {
  if (!/[^\P{Cc}\n]/u.test(text)) return `--data-urlencode ${quote(`text=${text}`)}`
  return `-d ${quote(String(new URLSearchParams({ text })))}`
}

/** Quotes a word for a POSIX shell, if necessary. */
export function quote(word: string): string {
  return /^[\w.,:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
