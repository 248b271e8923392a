/** The levels, most important first; a log writes its own level and those before it. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
/** How important a line is. */
export type LogLevel = (typeof logLevels)[number]

/** Details of a log line; they follow level, time and message. */
export type LogFields = Readonly<Record<string, string | number | boolean>>

/** A function for each level, which takes a message and its details. */
export type Log = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>> & {
  /** Whether lines of this level are written: spares the work of making them. */
  readonly writes: (level: LogLevel) => boolean
}

/** A log that hands each line, one JSON object with its line feed, to `write`. */
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
