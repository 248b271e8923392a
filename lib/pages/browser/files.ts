import { parseRows } from './style-rows.ts'
import { createStyles } from './styles.ts'
import type { Styles } from './styles.ts'

/** The language of the page. */
export const language = document.documentElement.lang

/** Loads the styles of this page; rejects where they are not to be had. */
export async function loadStyles(): Promise<Styles> {
  return createStyles(parseRows(await loadText('styles.json')), language)
}

/** The words by which styles are found besides, one text a style; rejects as `loadStyles`. */
export async function loadSearchWords(): Promise<readonly string[]> {
  return JSON.parse(await loadText(`words-${language}.json`))
}

async function loadText(file: string): Promise<string> {
  const response = await fetch(new URL(file, import.meta.url))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response.text()
}
