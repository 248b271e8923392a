import { parseArgs } from 'node:util'
import { StartError } from '../log.ts'
import { settings } from '../settings/config.ts'

/** The task that the command line asks for. */
export interface Command {
  readonly task: 'serve' | 'check' | 'help' | 'version'
  /** The path of the settings file, if there is one. */
  readonly environmentFile: string | undefined
}

/** Parses the command line. Throws a StartError for unknown options. */
export function readCommand(words: readonly string[]): Command {
  // Not --env-file: Node 20 would read it as its own option.
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

/** Returns the text of `--help`: the options and the table of settings. */
export function helpText(): string {
  const lines = alignColumns(
    Object.values(settings).map(({ variable, fallback, meaning }) => [variable, fallback, meaning]),
  )
  return `The text decoration service.

  node dist/server.js decorate --help  shows how to decorate text without starting it

Options
  --check          checks the settings and the catalogue without starting, and exits
  --settings FILE  reads settings from a file, as systemd does with EnvironmentFile=
  --version        prints the version and exits
  -h, --help       prints this text and exits

Settings (environment variables, with their defaults)
  ${lines.join('\n  ')}
`
}

/** Formats rows of a table as lines whose columns are aligned. */
export function alignColumns(rows: ReadonlyArray<readonly string[]>): string[] {
  const widthOf = (column: number): number =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widthOf(at))).join('  ').trimEnd())
}
