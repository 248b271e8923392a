import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { catalogue, generators } from '../support/laws.ts'
import { show } from '../support/texts.ts'

/** Texts of Debian packages in as many languages as possible, by what has them. */
const sources: Readonly<Record<string, () => Iterable<string>>> = {
  'names of iso-codes': () =>
    files('locale', /\/iso_[^/]*\.mo$/).flatMap((path) => {
      return translationsOf(readFileSync(path)).filter((text) => !/[\n\0]/.test(text))
    }),
  'words of hunspell': () =>
    files('hunspell', /\.dic$/).flatMap((path) => {
      const words = utf8(readFileSync(path)).split('\n').slice(1)
      return words.map((word) => word.replace(/[/\t].*/, '')).filter((word) => /[^\0-\x7f]/.test(word))
    }),
  'manual pages in other languages': () =>
    files('man', /\/[a-z]{2}(?:_[A-Z]{2})?\/man\d\/[^/]*\.gz$/).flatMap((path) => {
      return linesOfManual(path).filter((line) => /[^\0-\x7f]/.test(line))
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

/** Languages of other scripts, by a letter of theirs. */
const otherScripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{sc=Arab}/u,
  hi: /\p{sc=Deva}/u,
  ja: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hani}]/u,
  ko: /\p{sc=Hang}/u,
  ru: /\p{sc=Cyrl}/u,
  zh: /\p{sc=Hani}/u,
}

/** What is read in these texts: why, in which decoders, and what such a text has. */
const exceptions: ReadonlyArray<readonly [why: string, decoder: RegExp, text: RegExp]> = [
  ['escapes are read anywhere', /./, /&#?\w+;|\\+(?:[uUxN]|[0-7]{3})|%[\da-f]{2}/i],
  ['numbers in quotes or after a colon may be codes', /roman|a1z26|phone|polybius/, /["':]/],
  ['a lone Я may be a mirrored R', /mirror/, /(?<!\p{L})[яЯ](?!\p{L})/u],
  ['U+201A is an apostrophe turned round', /upside/, /‚/],
  ['a word of few letters may be a spoof', /plain-text/, /[А-я]{1,2}[A-Za-z]/],
]
const decoders = generators.filter(({ decodes, slug }) => {
  // This one changes every text with letters of ASCII.
  return (decodes !== undefined && slug !== 'caesar-decoder') || slug === 'plain-text'
})

for (const [language, script] of Object.entries(otherScripts)) {
  const [catalogues, manuals] = ['LC_MESSAGES/[^/]*[.]mo$', 'man[0-9]/[^/]*[.]gz$'].map((path) => {
    return new RegExp(`/${language}(?:_[A-Z]{2})?/${path}`)
  })
  const lines = [
    ...files('locale', catalogues).flatMap((path) => translationsOf(readFileSync(path))),
    ...files('man', manuals).flatMap(linesOfManual),
  ].flatMap((text) => text.split(/[\n\0]/))
  const texts = [...new Set(lines.map((line) => line.trim()))].filter((line) => {
    return script.test(line) && !line.includes('\ufffd')
  })
  const skip = texts.length < 1_000 && `LEFT OUT: too few texts of programs in ${language}`
  test(`every decoder leaves texts of programs in ${language}`, { skip }, (t) => {
    const some = texts.filter((_, at) => at % Math.ceil(texts.length / 5_000) === 0)
    const sample = new Set(some.flatMap((text) => [text, ...fragmentsOf(text, script)]))
    t.diagnostic(`${sample.size} texts from ${texts.length} lines`)
    const changed = [...sample].flatMap((text) => {
      const read = decoders.filter(({ slug, transform }) => {
        const isMeant = exceptions.some(([, decoder, one]) => decoder.test(slug) && one.test(text))
        return !isMeant && transform(text, 'en').normalize('NFC') !== text.normalize('NFC')
      })
      return read.map(({ slug }) => `${slug}: ${show(text)}`)
    })
    assert.deepEqual(changed, [])
  })
}

/** Returns one to three words beside each other that have Latin letters and those of a script. */
function fragmentsOf(text: string, script: RegExp): readonly string[] {
  const words = text.split(/\s+/)
  const fragments = words.flatMap((_, at) => {
    return [1, 2, 3].map((count) => words.slice(at, at + count).join(' '))
  })
  return fragments.filter((one) => script.test(one) && /[A-Za-z]/.test(one))
}

/** Returns the lines of a manual page that are text, without its commands. */
function linesOfManual(path: string): readonly string[] {
  const lines = utf8(gunzipSync(readFileSync(path))).split('\n')
  const texts = lines.filter((line) => !/^[.']/.test(line))
  return texts.map((line) => line.replace(/\\f.|\\\(..|\\[&:]/g, '').replaceAll('\\-', '-'))
}

/** Returns the files of a folder of shared data whose path matches. */
function files(folder: string, path = /(?!)/): readonly string[] {
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
 * Returns the translations in a file of GNU gettext:
 * https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
 */
function translationsOf(file: Buffer): readonly string[] {
  const [count, start] = [file.readUInt32LE(8), file.readUInt32LE(16)]
  const texts = Array.from({ length: count }, (_, index) => {
    const [length, at] = [0, 4].map((by) => file.readUInt32LE(start + 8 * index + by))
    return file.toString('utf8', at, (at ?? 0) + (length ?? 0))
  })
  return texts.slice(1)
}
