import type { StyleRow } from './style-row.ts'
import { createStyles } from './styles.ts'
import type { Styles } from './styles.ts'

/** The language of the page. */
export const language = document.documentElement.lang

/** Loads the styles of this page; rejects where they are not to be had. */
export async function loadStyles(): Promise<Styles> {
  return createStyles((await loadJson('styles.json')) as readonly StyleRow[], language)
}

/** The words by which styles are found besides, one text a style; rejects as `loadStyles`. */
export async function loadSearchWords(): Promise<readonly string[]> {
  return (await loadJson(`words-${language}.json`)) as readonly string[]
}

async function loadJson(file: string): Promise<unknown> {
  const response = await fetch(new URL(file, import.meta.url))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response.json()
}
