import { parseArgs } from 'node:util'
import { settings } from '../settings/config.ts'
import { StartError } from '../start-error.ts'

/** What the command line asks for. */
export interface Command {
  readonly task: 'serve' | 'check' | 'help' | 'version'
  /** The path of the file of settings that it names. */
  readonly environmentFile: string | undefined
}

/** Reads the command line; throws a StartError for anything that it does not know. */
export function readCommand(words: readonly string[]): Command {
  // Not --env-file: Node 20 takes that for a word of its own, wherever it stands.
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    check: { type: 'boolean' },
    settings: { type: 'string' },
  } as const
  try {
    const { values } = parseArgs({ args: [...words], options })
    const { help, version, check, settings: environmentFile } = values
    const task = help ? 'help' : version ? 'version' : check ? 'check' : 'serve'
    return { task, environmentFile }
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : ''} (see --help)`)
  }
}

/** The text of `--help`: the options and the table of settings. */
export function helpText(): string {
  const rows = Object.values(settings).map(({ variable, fallback, meaning }) => [
    variable,
    fallback,
    meaning,
  ])
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd(),
  )
  return `The text decoration service.

Options
  --check          checks the settings and the catalogue, and ends; it makes and opens nothing
  --settings FILE  reads settings from a file, as systemd does with EnvironmentFile=
  --version        prints the version, and ends
  -h, --help       prints this text, and ends

Settings (environment variables, with their defaults)
  ${lines.join('\n  ')}
`
}
