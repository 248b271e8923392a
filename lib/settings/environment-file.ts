import { isUtf8 } from 'node:buffer'
import { readSmallFile } from '../small-file.ts'
import { StartError } from '../start-error.ts'

/** The variables in a file of settings, as systemd would pass them on. */
export interface EnvironmentFile {
  /** Name → value; of several assignments to a name the last one counts. */
  readonly variables: Readonly<Record<string, string>>
  /** The lines that systemd ignores, and why: a sentence each, which begins with the line. */
  readonly ignored: readonly string[]
}

/** Reads a file of settings. Throws a StartError that names the file if it cannot be read. */
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
 * Parses a file of settings as systemd 254 and later do. Shells and Node's `--env-file` differ:
 * here a `#` after a value is part of it, `$` and `export` have no meaning, and quoted parts are
 * joined.
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
 */
export function parseEnvironmentFile(text: string): EnvironmentFile {
  const variables: Record<string, string> = Object.create(null)
  const ignored: string[] = []
  for (const { line, name, value } of readAssignments(text)) {
    const fault = findFault(name, value)
    if (fault === undefined) variables[name] = value ?? ''
    else ignored.push(`line ${line}: ${fault}, so systemd ignores it`)
  }
  return { variables, ignored }
}

interface Assignment {
  /** The line where it begins, from 1. */
  readonly line: number
  readonly name: string
  /** `undefined` if there is no `=`. */
  readonly value: string | undefined
}

const between = /(?:[ \t\r\n]+|[#;][^\r\n]*)*/y
const nameBeforeSign = /([^=\r\n]*)(=?)/y
// An open quote ends with the file.
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

/** Removes backslashes before line feeds and before characters that a shell would unescape. */
function unescapeQuoted(text: string): string {
  return text.replace(/\\(?:([`"$\\])|\n)/g, '$1')
}

/** Removes all backslashes, with a line feed that follows, and blanks at the end. */
function unescapeBare(text: string): string {
  // Blanks are matched anywhere: looking for those at the end needs quadratic time.
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
