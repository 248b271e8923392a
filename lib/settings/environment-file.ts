import { isUtf8 } from 'node:buffer'
import { StartError } from '../log.ts'
import { readSmallFile } from '../small-file.ts'

/** The variables in a file of settings, as systemd would pass them on. */
export interface EnvironmentFile {
  /** Name → value; of several assignments to a name the last one counts. */
  readonly variables: Readonly<Record<string, string>>
  /** The lines that systemd ignores, and why: a sentence each, which begins with the line. */
  readonly ignored: readonly string[]
  /** A sentence for each value that programs read in different ways. It is not used. */
  readonly faults: readonly string[]
}

/** Reads a file of settings. Throws a StartError that names the file if it cannot be read. */
export function readEnvironmentFile(path: string): EnvironmentFile {
  try {
    const bytes = readSmallFile(path)
    if (!isUtf8(bytes)) throw new Error('is not UTF-8')
    const { variables, ignored, faults } = parseEnvironmentFile(bytes.toString())
    const inFile = (sentence: string): string => `${path}, ${sentence}`
    return { variables, ignored: ignored.map(inFile), faults: faults.map(inFile) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new StartError(`The settings file ${path} ${reason}`)
  }
}

/**
 * Parses lines of the form `NAME=value` as systemd does: a comment has its own line, and `$` and
 * `export` have no meaning. A value that systemd, shells and Node's `--env-file` read in different
 * ways is a fault: with a backslash, or with quotes around a part.
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
 */
export function parseEnvironmentFile(text: string): EnvironmentFile {
  const variables: Record<string, string> = Object.create(null)
  const ignored: string[] = []
  const faults: string[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const assignment = trimBlanks(line)
    if (/^(?:[#;]|$)/.test(assignment)) continue
    const sign = assignment.indexOf('=')
    const name = trimBlanks(sign < 0 ? assignment : assignment.slice(0, sign))
    const fault = findFault(name, sign >= 0)
    const place = `line ${index + 1}`
    const value = readValue(trimBlanks(assignment.slice(sign + 1)))
    if (fault) ignored.push(`${place}: ${JSON.stringify(name)} ${fault}, so systemd ignores it`)
    else if (value === undefined) faults.push(`${place}: ${name} has a value ${isReadInTwoWays}`)
    // Without its value here, one in the environment would seem to be used.
    if (!fault) variables[name] = value ?? ''
  }
  return { variables, ignored, faults }
}

function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
}

/** Returns what is wrong with the name in an assignment. */
function findFault(name: string, isAssignment: boolean): string | undefined {
  if (name.startsWith('\ufeff')) return 'begins with a byte order mark'
  if (!isAssignment) return 'has no "="'
  return /^[A-Za-z_]\w*$/.test(name) ? undefined : 'is not the name of a variable'
}

const isReadInTwoWays =
  'that programs read in different ways: write it on one line, without a backslash, ' +
  'in one pair of quotes or none'

/** Returns a value without its quotes, or `undefined` if programs read it in different ways. */
function readValue(text: string): string | undefined {
  const quoted = /^(["'])([^\\]*)\1$/.exec(text)
  const value = quoted?.[2] ?? text
  const isOpen = quoted === null ? /^["']/.test(value) : value.includes(quoted[1] ?? '')
  return isOpen || value.includes('\\') ? undefined : value
}
