import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBlock, readDocument } from './documents.ts'

/** A step of a contribution, as a document describes it. */
export interface Step {
  /** The files that it creates or changes; `undefined` if another step names them. */
  readonly path?: string | readonly string[]
  readonly take: (folder: string) => void
}

const description = 'lib/api/openapi.json'

/** `generators/README.md`: a generator is one file and its names. */
export function generatorSteps(): Step[] {
  const document = readDocument('generators/README.md')
  const [, path = '', file = ''] =
    /^1\. Write `(.*)`:\n[^`]*```json\n([^]*?)^```$/m.exec(document) ?? assert.fail('no file')
  const rows = [...document.matchAll(/^ *\| `(locales\/.*?\.json)` \| `(.*)` \|$/gm)]
  return [
    {
      path,
      take: (folder) => write(folder, path, file),
    },
    ...rows.map(([, locale = '', line = '']) => ({
      path: locale,
      take: (folder: string) => addAfter(folder, locale, '  "generators": {', `    ${line}`),
    })),
    formatStep(document),
  ]
}

/** Formats the files, by the command in a document. */
function formatStep(document: string): Step {
  const command = /`(npm run fix:data)`/.exec(document)?.[1] ?? assert.fail('no command')
  return {
    take: (folder) => void execFileSync('sh', ['-c', command], { cwd: folder }),
  }
}

/** `locales/README.md`: a locale is one file and one tag. */
export function localeSteps(): Step[] {
  const copying = readBlock('copyLocale').trim()
  const path = copying.split(' ').at(-1) ?? assert.fail(copying)
  const document = readDocument('locales/README.md')
  const letters = /```json\n *("letters": .*)\n *```\n\n4\./.exec(document)
  const list = 'lib/catalogue/locale.ts'
  const symbols = 'lib/pages/symbols.json'
  const languageData = 'lib/engine/decoding/language-data.ts'
  const ifCopied = (edit: (folder: string) => void) => (folder: string) => {
    if (existsSync(join(folder, path))) edit(folder)
  }
  return [
    {
      path,
      take: (folder) => void execFileSync('sh', ['-c', copying], { cwd: folder }),
    },
    {
      path: list,
      take: (folder) => {
        change(folder, list, (text) => {
          return text.replace(/^export const languages = .*\n/m, readBlock('tag'))
        })
      },
    },
    {
      path: languageData,
      take: (folder) => {
        change(folder, languageData, (text) => {
          return text.replace(/(?<=^ {2}},\n)}$/m, `${readBlock('languageData')}}`)
        })
      },
    },
    {
      path: description,
      take: (folder) => {
        change(folder, description, (text) => text.replaceAll('"tr"]', '"tr", "it"]'))
      },
    },
    {
      take: ifCopied((folder) => {
        addAfter(folder, path, '{', `  ${letters?.[1] ?? assert.fail('no letters')}`)
      }),
    },
    {
      path: symbols,
      take: ifCopied((folder) => {
        change(folder, path, translate)
        change(folder, symbols, translateSymbols)
      }),
    },
    formatStep(document),
  ]
}

/** Adds names of the symbols in the new language at the end of each list. */
function translateSymbols(text: string): string {
  const symbols = JSON.parse(text)
  for (const { names, signs } of symbols.groups) {
    names.push(`it ${names[0]}`)
    for (const row of signs) row.push(`it ${row[1]}`)
  }
  return JSON.stringify(symbols)
}

const wordList = /^[a-z]+(?: [a-z]+)*$/

/** Changes the English texts enough to pass for a translation in the tests. */
function translate(text: string): string {
  const locale = JSON.parse(text)
  const translated = (part: object): object => {
    const entries = Object.entries(part).map(([key, value]) => [key, changed(value, key)])
    return Object.fromEntries(entries)
  }
  // A name may have 40 code points.
  const changed = (value: unknown, key: string): unknown => {
    // The lists for the search have words without accents.
    if (key.startsWith('search-') && wordList.test(String(value))) return `${String(value)} aei`
    // All names have the new word.
    if (key === 'search-heard') return `${String(value)} lettore-di-schermo`
    // An address has neither blanks nor accents.
    if (key === 'symbols-page') return value
    // A title begins with the name of the style.
    const isExtended = String(value).length < 36 || key.startsWith('title-')
    if (typeof value === 'string') return isExtended ? `${value} àèì` : `àèì ${value}`
    const { name } = Object(value)
    return { ...Object(value), name: String(name).length < 36 ? `${name} àèì` : name }
  }
  const [generators, categories, pages] = ['generators', 'categories', 'pages'].map((part) => {
    return translated(locale[part])
  })
  return JSON.stringify({ ...locale, generators, categories, pages }, null, 2)
}

/** `lib/engine/README.md`: an operation is one file, one line, its row and its test. */
export function operationSteps(): Step[] {
  const [importing = '', line = ''] = readBlock('operationLine').split('\n')
  const type = /'([\w-]+)'/.exec(line)?.[1] ?? assert.fail(line)
  const [path = '', test = ''] = Array.from(
    readDocument('lib/engine/README.md').matchAll(/^\d\. Write `(.*?)`/gm),
    ([, found = '']) => found,
  )
  const table = 'lib/engine/operations.ts'
  const readme = 'lib/engine/README.md'
  return [
    {
      path,
      take: (folder) => write(folder, path, readBlock('operation')),
    },
    {
      path: table,
      take(folder) {
        addAfter(folder, table, /^import type { OperationTypes } /, importing)
        addAfter(folder, table, "  ['map', map],", line)
      },
    },
    {
      path: readme,
      take: (folder) => addAfter(folder, readme, /^\| `fill` .*$/m, readBlock('operationRow').trim()),
    },
    {
      path: description,
      take(folder) {
        change(folder, description, (text) =>
          text
            .replace('One of `map`,', `One of \`map\`, \`${type}\`,`)
            .replace('letter is repeated."', `letter is repeated. \`${type}\`: how often each cluster is written."`),
        )
      },
    },
    {
      path: test,
      take: (folder) => write(folder, test, readBlock('operationTest')),
    },
  ]
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text, { flag: 'wx' })
}

function change(folder: string, path: string, edit: (text: string) => string): void {
  const text = readFileSync(join(folder, path), 'utf8')
  const changed = edit(text)
  assert.notEqual(changed, text, path)
  writeFileSync(join(folder, path), changed)
}

/** Adds a line after the first one that equals a text or matches a pattern. */
export function addAfter(folder: string, path: string, what: string | RegExp, line: string): void {
  change(folder, path, (text) => {
    const lines = text.split('\n')
    const at = lines.findIndex((one) => (typeof what === 'string' ? one === what : what.test(one)))
    assert.notEqual(at, -1, `${path}: ${String(what)}`)
    return lines.toSpliced(at + 1, 0, line).join('\n')
  })
}
