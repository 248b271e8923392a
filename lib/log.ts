/** The levels, most important first. A log writes its own level and those before it. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Additional fields of a log line, after level, time and message. */
export type LogFields = Readonly<Record<string, string | number | boolean>>

/** What the operator can do about it. */
export type Advice = LogFields & { readonly hint: string }

/** A function for each level, which writes a message and its fields. */
export interface Log {
  readonly error: (message: string, fields: Advice) => void
  readonly warn: (message: string, fields: Advice) => void
  readonly info: (message: string, fields?: LogFields) => void
  readonly debug: (message: string, fields?: LogFields) => void
  /** Returns whether lines of this level are written, so that others need not be made. */
  readonly writes: (level: LogLevel) => boolean
}

/** Writes a line with its line feed. */
export type WriteLine = (line: string, level: LogLevel) => void

/** Creates a log that passes each line, a JSON object with a line feed, to `write`. */
export function createLog(level: LogLevel, write: WriteLine): Log {
  const writes = (candidate: LogLevel): boolean =>
    logLevels.indexOf(candidate) <= logLevels.indexOf(level)
  const at = (line: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (!writes(line)) return
    const time = new Date().toISOString()
    write(`${JSON.stringify({ level: line, time, message, ...fields })}\n`, line)
  }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), writes }
}

const howToApply =
  'correct it, then systemctl reload text-decoration; without systemd, restart the service'

/** What the operator can do about a fault of the program. */
export const howToReport = 'this is a mistake in the service itself: report it with this line'

/** Logs the warnings about settings and files, which `--check` prints, too. */
export function logWarnings({ warn }: Pick<Log, 'warn'>, warnings: readonly string[]): void {
  for (const warning of warnings) warn(warning, { hint: howToApply })
}

/** Faults in settings or data that stop a start: a line each, which says how to fix it. */
export class StartError extends Error {
  /** The lines that the operator reads. */
  readonly lines: readonly string[]

  constructor(...lines: string[]) {
    // A quoted file or argument may contain line breaks.
    const whole = lines.map((line) => {
      return line.replace(/\s+/g, (blank) => (/[\r\n]/.test(blank) ? ' ' : blank))
    })
    super(whole.join('\n'))
    this.lines = whole
  }
}
