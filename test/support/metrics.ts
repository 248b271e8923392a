import assert from 'node:assert/strict'

/** A metric by the Prometheus text format: its type, and its value for each set of labels. */
export interface Metric {
  readonly type: string
  readonly samples: Map<string, number>
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"'
const sampleLine = new RegExp(`^(${name})(?:\\{((?:${label})(?:,${label})*)\\})? (\\S+)$`)

/**
 * Parses the text format, and accepts no more than it allows: `# HELP`, `# TYPE` and the samples of
 * each metric together, once, with a line feed at the end of each line.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
 */
export function parseMetrics(text: string): Map<string, Metric> {
  assert.ok(text.endsWith('\n'))
  const metrics = new Map<string, Metric>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help] = new RegExp(`^# HELP (${name}) \\S.*$`).exec(line) ?? []
    const [, typed, type = ''] = new RegExp(`^# TYPE (${name}) (counter|gauge)$`).exec(line) ?? []
    const [, sampled, labels = '', value = ''] = sampleLine.exec(line) ?? []
    if (help !== undefined) {
      assert.ok(!metrics.has(help), `${help} has two parts`)
      current = help
    } else if (typed !== undefined) {
      assert.equal(typed, current)
      assert.ok(!metrics.has(typed), `${typed} has two types`)
      assert.equal(typed.endsWith('_total'), type === 'counter', typed)
      metrics.set(typed, { type, samples: new Map() })
    } else {
      const samples = metrics.get(sampled ?? '')?.samples
      assert.ok(sampled === current && samples !== undefined, `not a sample: ${line}`)
      assert.ok(!samples.has(labels), `twice: ${line}`)
      assert.match(value, /^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/i, line)
      samples.set(labels, Number(value))
    }
  }
  return metrics
}
