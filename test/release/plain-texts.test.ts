import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { catalogue } from '../support/laws.ts'
import { show } from '../support/texts.ts'

/** Texts of Debian packages in as many languages as possible, by what has them. */
const sources: Readonly<Record<string, () => Iterable<string>>> = {
  'names of iso-codes': () =>
    files('locale', /\/iso_[^/]*\.mo$/).flatMap((path) => translationsOf(readFileSync(path))),
  'words of hunspell': () =>
    files('hunspell', /\.dic$/).flatMap((path) => {
      const words = utf8(readFileSync(path)).split('\n').slice(1)
      return words.map((word) => word.replace(/[/\t].*/, '')).filter((word) => /[^\0-\x7f]/.test(word))
    }),
  'manual pages in other languages': () =>
    files('man', /\/[a-z]{2}(?:_[A-Z]{2})?\/man\d\/[^/]*\.gz$/).flatMap((path) => {
      const lines = utf8(gunzipSync(readFileSync(path))).split('\n')
      const texts = lines.filter((line) => !/^[.']/.test(line) && /[^\0-\x7f]/.test(line))
      return texts.map((line) => line.replace(/\\f.|\\\(..|\\[&:]/g, '').replaceAll('\\-', '-'))
    }),
}

for (const [name, textsOf] of Object.entries(sources)) {
  const texts = [...new Set(textsOf())].filter((text) => text.trim() !== '')
  const skip = texts.length < 1_000 && `LEFT OUT: too few ${name} are installed`
  test(`plain-text leaves ${name}`, { skip }, (t) => {
    const restorer = catalogue.get('plain-text') ?? assert.fail()
    const changed = texts.filter((text) => {
      return restorer.transform(text, 'en').normalize('NFC') !== text.normalize('NFC')
    })
    t.diagnostic(`${changed.length} of ${texts.length} were changed`)
    assert.ok(changed.length * 2_000 <= texts.length, changed.slice(0, 50).map(show).join(', '))
  })
}

/** Returns the files of a folder of shared data whose path matches. */
function files(folder: string, path: RegExp): readonly string[] {
  const root = `/usr/share/${folder}`
  const found = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []
  return found.map((file) => `${root}/${file}`).filter((file) => path.test(file) && existsSync(file))
}

/** Returns a text; an empty one if it has another encoding. */
function utf8(bytes: Buffer): string {
  const text = bytes.toString()
  return text.includes('\ufffd') ? '' : text
}

/**
 * Returns the translations of one line in a file of GNU gettext:
 * https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
 */
function translationsOf(file: Buffer): readonly string[] {
  const [count, start] = [file.readUInt32LE(8), file.readUInt32LE(16)]
  const texts = Array.from({ length: count }, (_, index) => {
    const [length, at] = [0, 4].map((by) => file.readUInt32LE(start + 8 * index + by))
    return file.toString('utf8', at, (at ?? 0) + (length ?? 0))
  })
  return texts.filter((text) => !/[\n\0]/.test(text))
}
