import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { buffer as readBytes } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createSearch } from '../api/search.ts'
import { listedOf } from '../catalogue/catalogue.ts'
import type { Contents } from '../catalogue/catalogue.ts'
import { chooseLanguage } from '../catalogue/locale.ts'
import { createDecorate } from '../decorate/decorate.ts'
import type { DecorateOptions } from '../decorate/index.d.ts'
import { atOnce } from '../http/turn.ts'
import { StartError } from '../log.ts'

const help = `Decorates text without a service.

  node dist/server.js decorate STYLE [TEXT …]  prints the text, or standard input, in a style
  node dist/server.js decorate --list          prints the slug and the name of every style
  node dist/server.js decorate --search WORDS  prints those that a search finds, the best first

Options
  --lang LANG      en (default), es, fr or tr
  --then SLUGS     up to three more styles, separated by commas
  --accents plain  leaves accented letters unchanged where browsers may show boxes

The exit status is 0, or 1 for an unknown style or option, or a text that is not UTF-8; a message is
on standard error.
`

const options = {
  lang: { type: 'string' },
  then: { type: 'string', default: '' },
  accents: { type: 'string', default: 'styled' },
  list: { type: 'boolean' },
  search: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Runs `decorate` with the words that follow it, and resolves to what it prints. Rejects with a
 * StartError for an unknown option and for bytes that are not UTF-8, and with a RangeError for an
 * unknown style.
 */
export async function runDecorate(
  words: readonly string[],
  load: () => Contents,
  input: AsyncIterable<Buffer>,
): Promise<string> {
  const { values, positionals: [slug, ...texts] } = readWords(words)
  const { lang, accents, then, list, search } = values
  if (values.help || (slug === undefined && !list && search === undefined)) return help
  const contents = load()
  const language = chooseLanguage(lang)
  const all = [...contents.catalogue.values()]
  const listed = listedOf(contents.catalogue)
  const find = async (asked: string): Promise<typeof all> => {
    const { styles } = await createSearch(contents)(asked, language, atOnce)
    return styles.flatMap((style) => listed[style] ?? [])
  }
  const found = search === undefined ? all : await find(search)
  if (slug === undefined || list || search !== undefined) {
    return found.map((one) => `${one.slug}\t${one.entry(language).name}\n`).join('')
  }
  const text = texts.length > 0 ? texts.join(' ') : (await readInput(input)).replace(/\n$/, '')
  const following = then.split(',').filter((one) => one !== '')
  // An unsupported value of `accents` is refused there.
  const given = { lang: language, then: following, accents } as DecorateOptions
  return `${createDecorate(contents.catalogue)(text, slug, given)}\n`
}

const notUtf8 = 'The text is not UTF-8: convert it first, for example by iconv -f latin1 -t utf-8'

async function readInput(input: AsyncIterable<Buffer>): Promise<string> {
  const bytes = await readBytes(input)
  if (!isUtf8(bytes)) throw new StartError(notUtf8)
  return bytes.toString()
}

/** Throws if Node had to replace bytes of the command line, which only the kernel still knows. */
function assertDecoded(words: readonly string[]): void {
  if (!words.some((word) => word.includes('\ufffd'))) return
  if (!isUtf8(readFileSync('/proc/self/cmdline'))) throw new StartError(notUtf8)
}

function readWords(words: readonly string[]) {
  assertDecoded(words)
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : ''} (see decorate --help)`)
  }
}
