import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { converse, formatRequest, send } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { compiledPath } from '../support/compiled.ts'
import { makeFileKinds } from '../support/file-kinds.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import { startCommand, startService } from '../support/service.ts'
import type { LogLine, Service } from '../support/service.ts'
import { until } from '../support/until.ts'

const listTarget = '/api?action=list_generators'

describe('SIGHUP', () => {
  test('reads the catalogue again: list, detail, transformation, statistics, tags', async (t) => {
    const data = createOverlay(t)
    const service = await startService(t, data)
    const before = await look(service.port)
    writeFileSync(join(data.GENERATORS_DIR, 'my-reverse.json'), upperCase('upper'))
    rmSync(join(data.GENERATORS_DIR, 'my-braille.json'))
    writeLocale(data, { 'my-reverse': 'Louder' })
    const { level, message, generators } = await reload(service)
    assert.deepEqual([level, message, generators], ['info', 'Reloaded', before.sets - 1])

    const after = await look(service.port)
    assert.deepEqual(before.outputs, ['cba', '⠁⠃⠉'])
    assert.deepEqual(after.outputs, ['ABC', undefined])
    assert.equal(after.sets, before.sets - 1)
    assert.deepEqual([before.names, after.names], [['My reverse', 'My braille'], ['Louder']])
    // What a client holds of the old list is not the new one, in any coding.
    for (const [coding, etag] of before.etags) {
      const headers = [`Accept-Encoding: ${coding}`, `If-None-Match: ${etag}`]
      const list = await send(service.port, { target: listTarget, headers })
      assert.equal(list.status, 200)
      assert.notEqual(list.headers['etag'], etag)
    }

    // And back: the same data give the same tags.
    copyGenerators(data)
    writeLocale(data, ownNames)
    await reload(service)
    assert.deepEqual((await look(service.port)).etags, before.etags)
  })

  const faults: Array<[title: string, path: string, text: string, reason: RegExp]> = [
    ['half a generator', 'generators/my-reverse.json', '{"category"', /is not JSON/],
    ['a bad operation', 'generators/my-reverse.json', upperCase('big'), /operations\[0\]\.to/],
    ['a bad locale', 'locales/en.json', '{"generators":{"my-reverse":{}}}', /\["my-reverse"\]\.name/],
  ]
  test('keeps the old catalogue where there is a bad file, and says why in one line', async (t) => {
    const data = createOverlay(t)
    const service = await startService(t, data)
    const before = await look(service.port)
    for (const [title, path, text, reason] of faults) {
      const file = join(data.GENERATORS_DIR, '..', path)
      const good = readFileSync(file)
      writeFileSync(file, text)
      const count = service.lines.length
      const line = await reload(service)
      assert.equal(line.level, 'error', title)
      assert.equal(line.message, 'Not reloaded: the catalogue stays as it was')
      assert.ok(String(line['reason']).startsWith(`${file}: `), String(line['reason']))
      assert.match(String(line['reason']), reason)
      assert.equal(service.lines.length, count + 1)
      assert.deepEqual(await look(service.port), before, title)
      writeFileSync(file, good)
    }
    assert.equal((await reload(service)).message, 'Reloaded')
  })

  test('loses no request, and each is answered from one catalogue', async (t) => {
    const data = createOverlay(t)
    const service = await startService(t, { ...data, RATE_LIMIT: '0' })
    const file = join(data.GENERATORS_DIR, 'my-reverse.json')
    const texts = [readFileSync(file, 'utf8'), upperCase('upper')]
    const examples = ['dlroW olleH', 'HELLO WORLD']
    const requests: readonly Request[] = [
      { target: '/api?action=get_generator&slug=my-reverse' },
      { method: 'POST', target: '/api', body: 'action=generate&slug=my-reverse&text=Hello World' },
    ]
    let isWanted = true
    t.after(() => (isWanted = false))
    const seen = new Set<number>()
    const clients = Array.from({ length: 8 }, async (_, index) => {
      const connection = new Connection(service.port)
      while (isWanted) {
        const answer = await connection.send(requests[index % 2] ?? {})
        assert.equal(answer.status, 200, answer.text)
        const { generator, output } = JSON.parse(answer.text)
        const which = examples.indexOf(output ?? generator.example)
        assert.ok(which >= 0, answer.text)
        if (output === undefined) {
          assert.equal(generator.operations[0].type, ['reverse', 'case'][which], answer.text)
        }
        seen.add(which)
      }
      connection.close()
    })
    // A request that has begun, and ends behind all of it.
    const slow = converse(service.port)
    const request = formatRequest(requests[1] ?? {})
    slow.write(request.subarray(0, -4))
    for (let round = 1; round <= 6; round++) {
      writeFileSync(file, texts[round % 2] ?? '')
      assert.equal((await reload(service)).message, 'Reloaded')
      await setTimeout(20)
    }
    slow.write(request.subarray(-4))
    assert.match(await slow.until(/\}$/), /^HTTP\/1\.1 200 /)
    slow.leave()
    isWanted = false
    await Promise.all(clients)
    assert.equal(seen.size, 2)
  })

  test('does not read the settings again', async (t) => {
    const data = createOverlay(t)
    const service = await startService(t, { ...data, RATE_LIMIT: '7' })
    await reload(service)
    const { headers } = await send(service.port, { target: '/api?action=stats' })
    assert.equal(headers['x-ratelimit-limit'], '7')
  })

  test('by the unit fails where a file is wrong, and does not disturb the service', async (t) => {
    const data = createOverlay(t)
    const service = await startService(t, data)
    const unit = readFileSync(join(root, 'systemd/text-decoration.service'), 'utf8')
    const [, words = ''] = /^ExecReload=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? []
    const installed = '/usr/bin/node /opt/text-decoration/dist/server.js'
    assert.ok(words.includes(installed), words)
    const command = words.replace(installed, `'${process.execPath}' '${compiledPath('server.ts')}'`)
    const env = { ...data, DATA_DIR: temporaryFolder(t), MAINPID: String(service.process.pid) }
    const run = () => spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
    const file = join(data.GENERATORS_DIR, 'my-reverse.json')
    const good = readFileSync(file)
    writeFileSync(file, '{')
    const { status, stdout, stderr } = run()
    assert.deepEqual([status, stdout], [78, ''])
    assert.ok(stderr.startsWith(`${file}: is not JSON`), stderr)
    writeFileSync(file, good)
    const count = service.lines.length
    assert.equal(run().status, 0)
    await until(() => service.lines.length > count, 'it reloads')
    assert.deepEqual(service.lines.slice(1).map(({ message }) => message), ['Reloaded'])
  })

  test('answers at once where folders hold pipes, devices and sockets, as start and check do', async (t) => {
    const data = createOverlay(t)
    const reasons = await makeFileKinds(t, data.GENERATORS_DIR)
    const [paths, languages] = [[...reasons.keys()], ['en', 'es', 'fr', 'tr']]
    rmSync(join(data.LOCALES_DIR, 'en.json'))
    for (const [index, language] of languages.entries()) {
      symlinkSync(paths[index] ?? '', join(data.LOCALES_DIR, `${language}.json`))
    }
    const service = await startService(t, data)
    const leftOut = (): LogLine[] =>
      service.lines.filter(({ message }) => message === 'Left out of the catalogue')
    await until(() => leftOut().length === reasons.size + languages.length, 'all are named')
    assert.equal((await reload(service)).level, 'error')

    const env = { ...data, PATH: process.env['PATH'], DATA_DIR: temporaryFolder(t) }
    const [program = '', ...words] = [...startCommand(), '--check']
    const options = { env, encoding: 'utf8', timeout: 30_000 } as const
    const { status, stderr } = spawnSync(program, words, options)
    assert.equal(status, 78)
    for (const path of paths) assert.ok(stderr.includes(`${path}: `), stderr)
  })

  test('does not end a service that has just begun to start', async (t) => {
    const child = spawn(process.execPath, [compiledPath('server.ts')], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: temporaryFolder(t) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    t.after(async () => {
      child.kill('SIGKILL')
      await exited
    })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
    const isEarly = (): boolean => !catchesHangup(child.pid) && child.exitCode === null
    for (let turns = 0; turns < 1e6 && isEarly(); turns++) await setImmediate()
    // On a busy machine it may listen already when this process has its turn again.
    if (log !== '') t.diagnostic('it was seen too late')
    for (let times = 0; !log.includes('Listening') && child.signalCode === null; times++) {
      child.kill('SIGHUP')
      await setTimeout(1)
    }
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
})

/** Whether the kernel would call the process for a SIGHUP instead of ending it. */
function catchesHangup(pid: number | undefined): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const caught = /^SigCgt:\t([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'
  return (BigInt(`0x${caught}`) & 1n) === 1n
}

interface Data {
  readonly GENERATORS_DIR: string
  readonly LOCALES_DIR: string
}

const ownNames = { 'my-reverse': 'My reverse', 'my-braille': 'My braille' }

/** Two generators of the test's own, with English names. */
function createOverlay(t: TestContext): Data & Readonly<Record<string, string>> {
  const folder = temporaryFolder(t)
  const data = { GENERATORS_DIR: join(folder, 'generators'), LOCALES_DIR: join(folder, 'locales') }
  mkdirSync(data.LOCALES_DIR)
  copyGenerators(data)
  writeLocale(data, ownNames)
  return data
}

function copyGenerators({ GENERATORS_DIR }: Data): void {
  for (const slug of ['reverse', 'braille']) {
    cpSync(join(root, `generators/${slug}.json`), join(GENERATORS_DIR, `my-${slug}.json`))
  }
}

/** A generator that changes the case, to put in the place of another. */
function upperCase(to: string): string {
  return JSON.stringify({ category: 'turned', position: 50, operations: [{ type: 'case', to }] })
}

function writeLocale({ LOCALES_DIR }: Data, names: Readonly<Record<string, string>>): void {
  const entries = Object.entries(names).map(([slug, name]) => [slug, { name, page: slug }])
  writeFileSync(join(LOCALES_DIR, 'en.json'), JSON.stringify({ generators: Object.fromEntries(entries) }))
}

/** Asks a service to read its catalogue again and gives the line that it logs of it. */
async function reload({ process: child, lines }: Service): Promise<LogLine> {
  const seen = lines.length
  child.kill('SIGHUP')
  assert.ok(child.stderr !== null, 'the log is read')
  const find = (): LogLine | undefined =>
    lines.slice(seen).find(({ message }) => /reloaded/i.test(message))
  await until(() => find() !== undefined, 'it has reloaded, or says why not')
  return find() ?? assert.fail()
}

/** All that a client sees of the catalogue. */
async function look(port: number): Promise<{
  readonly names: readonly string[]
  readonly outputs: ReadonlyArray<string | undefined>
  readonly sets: number
  readonly etags: ReadonlyArray<readonly [coding: string, etag: string | undefined]>
}> {
  const list = JSON.parse((await send(port, { target: listTarget })).text)
  const outputs: Array<string | undefined> = []
  for (const slug of Object.keys(ownNames)) {
    const body = `action=generate&slug=${slug}&text=abc&update_stats=0`
    const { text } = await send(port, { method: 'POST', target: '/api', body })
    outputs.push(JSON.parse(text).output)
  }
  const etags: Array<readonly [string, string | undefined]> = []
  for (const coding of ['br', 'gzip', 'identity']) {
    const headers = [`Accept-Encoding: ${coding}`]
    etags.push([coding, (await send(port, { target: listTarget, headers })).headers['etag']])
  }
  const { text } = await send(port, { target: '/api?action=stats' })
  return {
    names: list.generators
      .filter(({ slug }: { slug: string }) => slug in ownNames)
      .map(({ name }: { name: string }) => name),
    outputs,
    sets: JSON.parse(text).statistics.sets,
    etags,
  }
}
