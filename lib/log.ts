/** The levels, most important first. A log writes its own level and those before it. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Additional fields of a log line, after level, time and message. */
export type LogFields = Readonly<Record<string, string | number | boolean>>

/** A function for each level, which writes a message and its fields. */
export type Log = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>> & {
  /** Returns whether lines of this level are written, so that others need not be made. */
  readonly writes: (level: LogLevel) => boolean
}

/** Creates a log that passes each line, a JSON object with a line feed, to `write`. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const writes = (candidate: LogLevel): boolean =>
    logLevels.indexOf(candidate) <= logLevels.indexOf(level)
  const at = (line: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (!writes(line)) return
    const time = new Date().toISOString()
    write(`${JSON.stringify({ level: line, time, message, ...fields })}\n`)
  }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), writes }
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
