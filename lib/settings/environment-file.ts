import { isUtf8 } from 'node:buffer'
import { readSmallFile } from '../small-file.ts'
import { StartError } from '../start-error.ts'

/** The settings of a file, as systemd would hand them over. */
export interface EnvironmentFile {
  /** Name → value; the last one of a name counts. */
  readonly variables: Readonly<Record<string, string>>
  /** What systemd leaves out, and why: a sentence each, which begins with the place. */
  readonly ignored: readonly string[]
}

/** Reads a file of settings; throws a StartError that names it where that cannot be done. */
export function readEnvironmentFile(path: string): EnvironmentFile {
  try {
    const bytes = readSmallFile(path)
    if (!isUtf8(bytes)) throw new Error('is not UTF-8')
    const { variables, ignored } = parseEnvironmentFile(bytes.toString())
    return { variables, ignored: ignored.map((place) => `${path}, ${place}`) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new StartError(`The settings file ${path} ${reason}`)
  }
}

/**
 * Parses such a file as systemd 254 and later do, which is not what a shell does, and not what
 * Node does with its own `--env-file`: a `#` behind a value belongs to it, `$` and `export` mean
 * nothing, and quoted parts are put together.
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
 */
export function parseEnvironmentFile(text: string): EnvironmentFile {
  const variables: Record<string, string> = Object.create(null)
  const ignored: string[] = []
  for (const { line, name, value } of readAssignments(text)) {
    const fault = findFault(name, value)
    if (fault === undefined) variables[name] = value ?? ''
    else ignored.push(`line ${line}: ${fault}, so systemd leaves it out`)
  }
  return { variables, ignored }
}

interface Assignment {
  /** Where it begins, from 1. */
  readonly line: number
  readonly name: string
  /** `undefined` where no `=` follows. */
  readonly value: string | undefined
}

const between = /(?:[ \t\r\n]+|[#;][^\r\n]*)*/y
const nameBeforeSign = /([^=\r\n]*)(=?)/y
// What is not closed ends with the file.
const quotedPart = /[ \t]*(?:'([^']*)(?:'|$)|"((?:[^"\\]|\\[^])*)(?:"|\\?$))/y
const restOfLine = /[ \t]*((?:[^\\\r\n]|\\[^])*)\\?/y

function* readAssignments(text: string): Generator<Assignment> {
  let at = 0
  let line = 1
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text) ?? undefined
    at += found?.[0].length ?? 0
    line += (found?.[0].split('\n').length ?? 1) - 1
    return found
  }
  for (take(between); at < text.length; take(between)) {
    const first = line
    const [, name = '', sign] = take(nameBeforeSign) ?? []
    let value = sign === '=' ? '' : undefined
    if (value !== undefined) {
      for (let part = take(quotedPart); part !== undefined; part = take(quotedPart)) {
        value += part[1] ?? unescapeQuoted(part[2] ?? '')
      }
      value += unescapeBare(take(restOfLine)?.[1] ?? '')
    }
    yield { line: first, name: name.replace(/(?<![ \t])[ \t]+$/, ''), value }
  }
}

/** Of quoted text a backslash leaves before what a shell would leave it, and before line feeds. */
function unescapeQuoted(text: string): string {
  return text.replace(/\\(?:([`"$\\])|\n)/g, '$1')
}

/** Of other text it leaves everywhere, with a line feed behind it; so do blanks at the end. */
function unescapeBare(text: string): string {
  // Blanks are matched anywhere: looking for those at the end takes quadratic time.
  return text.replace(/\\(?:[\r\n]|([^]))|[ \t]+/g, (found, kept: string | undefined, at) => {
    if (found.startsWith('\\')) return kept ?? ''
    return at + found.length === text.length ? '' : found
  })
}

function findFault(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return `${JSON.stringify(name)} has no "="`
  const isName = /^[A-Za-z_]\w*$/.test(name)
  return isName ? undefined : `${JSON.stringify(name)} is not the name of a variable`
}
