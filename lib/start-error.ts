/** Faults in settings or data that stop the start: a line for each, which tells the fix. */
export class StartError extends Error {
  /** What the operator reads, a line each. */
  readonly lines: readonly string[]

  constructor(...lines: string[]) {
    // A line is one, whatever the file or the argument holds that it quotes.
    const whole = lines.map((line) => line.replace(/\s*[\r\n]\s*/g, ' '))
    super(whole.join('\n'))
    this.lines = whole
  }
}
