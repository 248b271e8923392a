import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { root, temporaryFolder } from './folders.ts'

/** Creates a folder with all locales and two generators. */
export function copyData(t: TestContext): string {
  const folder = temporaryFolder(t)
  cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true })
  for (const slug of ['braille', 'reverse']) {
    cpSync(join(root, `generators/${slug}.json`), join(folder, `generators/${slug}.json`))
  }
  return folder
}

/** Writes a file of the data, or removes it. */
export function change(folder: string, path: string, text: string | undefined): void {
  if (text === undefined) rmSync(join(folder, path))
  else writeFileSync(join(folder, path), text)
}

/** Removes the entry of a generator from a locale. */
export function removeEntry(folder: string, language: string, slug: string): void {
  const path = join(folder, 'locales', `${language}.json`)
  const locale = JSON.parse(readFileSync(path, 'utf8'))
  const { [slug]: _entry, ...others } = locale.generators
  writeFileSync(path, JSON.stringify({ ...locale, generators: others }))
}

/** The text of a generator file with these operations. */
export function generatorWith(...operations: readonly object[]): string {
  return JSON.stringify({ category: 'turned', position: 40, operations })
}
