import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { helpText } from '../../lib/process/command-line.ts'
import { change, copyData } from '../support/catalogue-copy.ts'
import { send } from '../support/client.ts'
import { builtServer } from '../support/built.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { logged } from '../support/load.ts'
import { startService } from '../support/service.ts'

type Environment = Readonly<Record<string, string>>

interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the service until it ends by itself. */
async function run(words: readonly string[], environment: Environment = {}): Promise<Run> {
  const server = builtServer()
  const env = { PATH: process.env['PATH'], PORT: '0', ...environment }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [server, ...words], { env }, (_, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr })
    })
  })
}

/** Checks that a start has failed with status 78 and lines on standard error, and returns these. */
function refusalOf({ status, stdout, stderr }: Run): string[] {
  assert.deepEqual([status, stdout], [78, ''], stderr)
  assert.match(stderr, /^[^\r]+\n$/)
  return stderr.trimEnd().split('\n')
}

describe('the command line', { concurrency: 4 }, () => {
  for (const words of [[], ['--check']]) {
    test(`names each unsupported setting, and what looks mistyped (${words.join()})`, async () => {
      const lines = refusalOf(await run(words, { PORT: '1\n2', RATE_LIMIT: '-1', RATE_LIMT: '5' }))
      assert.deepEqual(lines, [
        'PORT="1\\n2" must be a whole number from 0 to 65535',
        'RATE_LIMIT="-1" must be a whole number from 0 to 10000',
        'Warning: RATE_LIMT has no effect: the setting is RATE_LIMIT',
      ])
    })
  }

  test('refuses an unknown word, and points to --help', async () => {
    const [line = '', ...others] = refusalOf(await run(['--two\nlines']))
    assert.match(line, /--two lines.*--help/)
    assert.deepEqual(others, [])
  })

  test('with --help prints the help, whatever the settings are', async () => {
    const expected = { status: 0, stdout: helpText(), stderr: '' }
    assert.deepEqual(await run(['--help'], { PORT: 'bad' }), expected)
  })

  test('with --version prints the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    assert.deepEqual(await run(['--version']), { status: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('with --check lists the settings, and changes nothing for a running service', async (t) => {
    const folder = temporaryFolder(t)
    const { port } = await startService(t, { DATA_DIR: folder })
    // Once a second the service itself may write the checkpoint.
    const names = (): string[] => readdirSync(folder).filter((name) => !/^checkpoint/.test(name))
    const look = (): unknown =>
      names().map((name) => [name, statSync(join(folder, name), { bigint: true })])
    const before = look()
    const taken = { DATA_DIR: folder, PORT: String(port), SITE_URL: 'http://a' }
    const { status, stdout, stderr } = await run(['--check'], taken)
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(stdout, /\nEverything is fine: \d+ generators\n$/)
    assert.deepEqual(look(), before)
    assert.equal((await send(port, { target: '/health' })).status, 200)
  })

  test('with --settings reads settings from a file, as systemd does', async (t) => {
    const file = join(temporaryFolder(t), 'a.env')
    const environment = { DATA_DIR: temporaryFolder(t), RATE_LIMIT: 'none' }
    writeFileSync(file, '# our own\nRATE_LIMIT="12"\n')
    const good = await run(['--check', '--settings', file], environment)
    assert.equal(good.status, 0, good.stderr)
    assert.match(good.stdout, new RegExp(`^RATE_LIMIT +12 +${file}$`, 'm'))
    writeFileSync(file, "RATE_LIMIT='5\nPORT=x\nMAX_CLIENTS=\\1")
    const lines = refusalOf(await run(['--check', '--settings', file], environment))
    assert.deepEqual(lines.map((one) => /RATE_LIMIT|MAX_CLIENTS|PORT/.exec(one)?.[0]), [
      ...['RATE_LIMIT', 'MAX_CLIENTS', 'PORT'],
    ])
    const [line = ''] = refusalOf(await run(['--settings', `${file}.none`], environment))
    assert.ok(line.includes(`The settings file ${file}.none does not exist`), line)
  })

  test('with --check names every file with a fault, and only warns of names in use', async (t) => {
    const folder = copyData(t)
    const data = { GENERATORS_DIR: join(folder, 'generators'), LOCALES_DIR: join(folder, 'locales') }
    const entry = { name: 'Morse code', page: 'my-code' }
    change(folder, 'locales/en.json', JSON.stringify({ generators: { braille: entry } }))
    const { status, stdout } = await run(['--check'], data)
    assert.equal(status, 0)
    assert.match(stdout, /\nWarning: en: the name ".*" of "morse" is already that of "braille"/)
    const faults: Array<[path: string, text: string, words: string]> = [
      ['generators/Reverse.json', '{}', 'file name'],
      ['generators/braille.json', '{\n  "category": x\n}\n', 'is not JSON'],
      ['generators/reverse.json', '{"colour":1}', '"colour"'],
      ['locales/tr.json', '{"generators":{"reverse":{"name":1}}}', '["reverse"].name'],
    ]
    for (const [path, text] of faults) change(folder, path, text)
    const lines = refusalOf(await run(['--check'], data))
    for (const [path, , words] of faults) {
      const line = lines.find((one) => one.startsWith(`${join(folder, path)}: `))
      assert.ok(line?.includes(words), `${path}: ${line}`)
    }
  })
})

describe('a start', { concurrency: 4 }, () => {
  test('on port 0 uses a free port and logs it; a port in use is refused', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const { lines, port } = await startService(t, { PORT: '0', DATA_DIR: folder })
    assert.ok(port > 0)
    const [line] = lines
    const { time, generators, ...others } = line ?? { time: '', generators: 0 }
    assert.deepEqual(others, {
      level: 'info',
      message: 'Listening',
      address: `http://127.0.0.1:${port}/api`,
      version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
      data: folder,
    })
    assert.equal(new Date(time).toISOString(), time)
    const { text } = await send(port, { target: '/api?action=list_generators' })
    assert.equal(generators, JSON.parse(text).count)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    const [taken = ''] = refusalOf(await run([], { PORT: String(port), DATA_DIR: folder }))
    assert.match(taken, new RegExp(`^PORT=${port}: another program listens there; stop it, or `))
  })

  test('with HOST=/path listens on a socket for all users', async (t) => {
    const path = join(temporaryFolder(t), 'a b.sock')
    const killed = await startService(t, { HOST: path })
    await killed.kill()
    assert.ok(lstatSync(path).isSocket(), 'a killed process leaves its socket')
    const service = await startService(t, { HOST: path, PORT: '1', RATE_LIMIT: '1' })
    assert.equal(service.lines[0]?.['address'], `unix:${path}`)
    assert.equal(statSync(path).mode & 0o666, 0o666)
    const line = `HOST=${path}: another process listens there`
    assert.deepEqual(refusalOf(await run([], { HOST: path })), [line])
    // A client of the socket is trusted like one of 127.0.0.1.
    for (const client of ['192.0.2.1', '192.0.2.2']) {
      const headers = [`X-Forwarded-For: ${client}`]
      assert.equal((await send(path, { target: '/api?action=stats', headers })).status, 200)
    }
    assert.equal(await service.stop(), 0)
    assert.equal(existsSync(path), false)
    const untrusting = { HOST: path, RATE_LIMIT: '1', TRUST_PROXY: 'none' }
    await startService(t, untrusting)
    const headers = ['X-Forwarded-For: 192.0.2.1']
    assert.equal((await send(path, { target: '/api?action=stats', headers })).status, 200)
    assert.equal((await send(path, { target: '/api?action=stats' })).status, 429)
  })

  test('logs what looks like a mistake once it listens', async (t) => {
    const service = await startService(t, { RATE_LIMT: '7', SITE_URL: '' })
    const origin = `http://localhost:${service.port}`
    const last = `SITE_URL is not set: the \`url\` fields of the answers begin with ${origin}`
    await logged(service, last)
    assert.deepEqual(service.lines.map(({ level, message }) => `${level}: ${message}`), [
      'info: Listening',
      'warn: RATE_LIMT has no effect: the setting is RATE_LIMIT',
      `warn: ${last}`,
    ])
  })
})
