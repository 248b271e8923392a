import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { freePort, send } from '../support/client.ts'
import { readBlock } from '../support/documents.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startInProcess } from '../support/in-process.ts'
import { until } from '../support/until.ts'

const found = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0)
const skip = found ? false : 'LEFT OUT: no Prometheus'

/** Series of a metric, from minute to minute, and the alerts that they must raise after ten. */
const rows: ReadonlyArray<readonly [series: string, values: string, alert: string | undefined]> = [
  ['up{job="text-decoration"}', '1x12', undefined],
  ['up{job="text-decoration"}', '1x7 0x5', 'TextDecorationDown'],
  ['up{job="other"}', '0x12', undefined],
  ['text_decoration_requests_total{status="200"}', '0+9x12', undefined],
  ['text_decoration_requests_total{status="503"}', '7x12', undefined],
  ['text_decoration_requests_total{status="503"}', '7x7 8x5', 'TextDecorationUnavailable'],
  ['text_decoration_requests_total{status="503"}', '_x8 7x4', 'TextDecorationUnavailable'],
  ['text_decoration_evictions_total', '0x12', undefined],
  ['text_decoration_evictions_total', '0x7 2x5', 'TextDecorationEvictions'],
  ['text_decoration_refused_clients_total', '0+5x12', undefined],
  ['text_decoration_refused_clients_total', '0+200x12', 'TextDecorationRefusals'],
]

test('promtool accepts the metrics, and has no advice', { skip }, async (t) => {
  const { port } = await startInProcess(t, { METRICS: 'on' })
  for (const target of ['/api?action=stats', '/health', '/en/']) await send(port, { target })
  const { text: input } = await send(port, { target: '/metrics' })
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input })
  assert.equal(`${stdout}${stderr}`, '')
  assert.equal(status, 0)
})

describe('Prometheus, set up as in systemd/special-cases.md,', { skip }, () => {
  test('raises each alert for its cause only', (t) => {
    const folder = temporaryFolder(t)
    write(folder, readBlock('scrape'))
    run('promtool', ['check', 'config', join(folder, 'prometheus.yml')])
    const alerts = [...readBlock('alerts').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    assert.deepEqual(
      new Set(rows.flatMap(([, , alert = []]) => alert)),
      new Set(alerts),
      'every alert has a row',
    )
    const tests = rows.map(([series, values, expected]) => {
      const firing = {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '10m',
        exp_samples: expected ? [{ labels: `{alertname="${expected}"}`, value: 1 }] : [],
      }
      return { interval: '1m', input_series: [{ series, values }], promql_expr_test: [firing] }
    })
    const file = { rule_files: ['text-decoration.yml'], evaluation_interval: '1m', tests }
    writeFileSync(join(folder, 'test.yml'), JSON.stringify(file))
    run('promtool', ['test', 'rules', join(folder, 'test.yml')])
  })

  test('reads the metrics, and notices that the service has stopped', async (t) => {
    const service = await startInProcess(t, { METRICS: 'on' })
    await send(service.port, { target: '/api?action=stats' })
    const prometheus = await start(t, service.port)
    const query = async (expression: string): Promise<string | undefined> => {
      const target = `/api/v1/query?query=${encodeURIComponent(expression)}`
      const answer = await send(prometheus, { target }).catch(() => undefined)
      // A 503 until it has started.
      if (answer?.status !== 200) return undefined
      return JSON.parse(answer.text).data.result[0]?.value[1]
    }
    await until(async () => (await query('up{job="text-decoration"}')) === '1', 'it is up')
    const counted = 'text_decoration_requests_total{action="stats",status="200"}'
    await until(async () => (await query(counted)) === '1', 'the request is counted')
    await service.stop('the test')
    const pending = 'ALERTS{alertname="TextDecorationDown",alertstate="pending"}'
    await until(async () => (await query(pending)) === '1', 'the alert waits for two minutes')
  })
})

function write(folder: string, config: string): void {
  writeFileSync(join(folder, 'prometheus.yml'), config)
  writeFileSync(join(folder, 'text-decoration.yml'), readBlock('alerts'))
}

function run(program: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
}

/** Starts Prometheus for a service on this port. Resolves to its own port. */
async function start(t: TestContext, target: number): Promise<number> {
  let end = async (): Promise<unknown> => undefined
  // Before the folder is removed.
  t.after(() => end())
  const folder = temporaryFolder(t)
  const often = 'global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\n  evaluation_interval: 1s\n'
  write(folder, often + readBlock('scrape').replace(':8080', `:${target}`))
  const port = await freePort()
  const child = spawn(
    ...endWithParent('prometheus', [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]),
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  end = () => {
    child.kill()
    return exited
  }
  return port
}
