/** Faults in settings or data that stop a start: a line each, which says how to fix it. */
export class StartError extends Error {
  /** The lines that the operator reads. */
  readonly lines: readonly string[]

  constructor(...lines: string[]) {
    // A quoted file or argument may contain line breaks.
    const whole = lines.map((line) => line.replace(/\s*[\r\n]\s*/g, ' '))
    super(whole.join('\n'))
    this.lines = whole
  }
}
