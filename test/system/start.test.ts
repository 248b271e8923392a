import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { helpText } from '../../lib/process/command-line.ts'
import { converse, formatRequest, parseAnswer, send } from '../support/client.ts'
import { compiledPath } from '../support/compiled.ts'
import { change, copyData, generatorWith } from '../support/catalogue-copy.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { logged } from '../support/load.ts'
import { startService } from '../support/service.ts'

type Environment = Readonly<Record<string, string>>

/** Every setting: its name, its default, a value that it does not take, words of what it takes. */
const settings: Array<[name: string, fallback: string, bad: string, takes: string]> = [
  ['HOST', '127.0.0.1', 'a b', 'an IP address, a host name, or an absolute path'],
  ['PORT', '8080', '65536', 'a whole number from 0 to 65535'],
  ['BASE_PATH', '/api', 'api', 'a path such as /api'],
  ['SITE_URL', 'http://localhost:PORT', 'ftp://a', 'an http or https address'],
  ['DATA_DIR', 'data', '/dev/null/data', 'cannot be used'],
  ['GENERATORS_DIR', 'none', '/dev/null/none', 'cannot be read'],
  ['LOCALES_DIR', 'none', '/dev/null/none', 'cannot be read'],
  ['TRUST_PROXY', 'loopback', 'loopback, all', 'loopback, uniquelocal or none'],
  ['RATE_LIMIT', '100', '-1', 'a whole number from 0 to 100000'],
  ['RATE_WINDOW_SECONDS', '3600', '0', 'a whole number from 1 to 2592000'],
  ['IPV6_PREFIX', '64', '129', 'a whole number from 48 to 128'],
  ['MAX_CLIENTS', '1000000', '0', 'a whole number from 1 to 100000000'],
  ['MAX_TEXT_LENGTH', '10000', '1e4', 'a whole number from 1 to 100000'],
  ['PAGES', 'on', 'yes', 'on or off'],
  ['LOG_LEVEL', 'info', 'trace', 'error, warn, info, debug'],
]

interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the service until it ends by itself. */
async function run(words: readonly string[], environment: Environment = {}): Promise<Run> {
  const server = compiledPath('server.ts')
  const env = { PATH: process.env['PATH'], PORT: '0', ...environment }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [server, ...words], { env }, (_, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr })
    })
  })
}

/** Checks that a start has failed with one line on standard error and gives that line. */
function refusalOf({ status, stdout, stderr }: Run): string {
  assert.equal(status, 78, stderr)
  assert.equal(stdout, '')
  assert.match(stderr, /^[^\r\n]+\n$/)
  return stderr.trimEnd()
}

describe('the command line', { concurrency: 4 }, () => {
  for (const [name, , value, takes] of settings) {
    test(`with ${name}=${value} ends with 78 and tells what it takes`, async (t) => {
      const data = name === 'DATA_DIR' ? {} : { DATA_DIR: temporaryFolder(t) }
      const line = refusalOf(await run([], { ...data, [name]: value }))
      // A folder that cannot be used is named by what is in it that cannot.
      if (!name.endsWith('S_DIR')) assert.ok(line.startsWith(`${name}=`), line)
      assert.ok(line.includes(value), line)
      assert.ok(line.includes(takes), line)
    })
  }

  test('tells one line of a value of several', async () => {
    assert.ok(refusalOf(await run([], { PORT: '1\n2' })).startsWith('PORT="1\\n2" must be '))
  })

  test('tells all settings that are wrong, and what looks mistyped', async () => {
    const variables = { PORT: 'http', RATE_LIMIT: 'none', RATE_LIMT: '5' }
    const expected = [
      'PORT="http" must be a whole number from 0 to 65535',
      'RATE_LIMIT="none" must be a whole number from 0 to 100000',
      'Warning: RATE_LIMT has no effect: the setting is RATE_LIMIT',
    ]
    for (const words of [[], ['--check']]) {
      const stderr = `${expected.join('\n')}\n`
      assert.deepEqual(await run(words, variables), { status: 78, stdout: '', stderr })
    }
  })

  for (const word of ['--nothing', 'serve', '--two\nlines']) {
    test(`with ${JSON.stringify(word)} ends with 78 and points to --help`, async () => {
      const line = refusalOf(await run([word]))
      assert.ok(line.includes(word.replace('\n', ' ')), line)
      assert.match(line, /--help/)
    })
  }

  test('with --help lists every setting with its default', async () => {
    const { status, stdout, stderr } = await run(['--help'], { PORT: 'bad' })
    assert.equal(status, 0)
    assert.equal(stderr, '')
    assert.equal(stdout, helpText())
    const [, table = ''] = stdout.split('Settings')
    const rows = [...table.matchAll(/^ {2}([A-Z][A-Z_0-9]+) +(\S.*)$/gm)]
    assert.deepEqual(rows.map(([, name]) => name), settings.map(([name]) => name))
    settings.forEach(([name, fallback], index) => {
      const [, , text = ''] = rows[index] ?? []
      const [shown = '', meaning = ''] = text.split(/ {2,}/)
      assert.ok(shown === fallback || shown.includes(fallback), `${name}: ${shown}`)
      assert.notEqual(meaning, '')
    })
    for (const option of ['--check', '--version', '-h, --help']) assert.ok(stdout.includes(option))
  })

  test('with --version prints that of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    assert.deepEqual(await run(['--version']), { status: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('with --check ends with 0, makes nothing, and tells every setting', async (t) => {
    const folder = temporaryFolder(t)
    const environment = { DATA_DIR: join(folder, 'data'), SITE_URL: 'http://a' }
    const { status, stdout, stderr } = await run(['--check'], environment)
    assert.deepEqual([status, stderr, readdirSync(folder)], [0, '', []])
    for (const [name] of settings) assert.match(stdout, new RegExp(`^${name} `, 'm'))
    assert.match(stdout, /\nEverything is fine: \d+ generators\n$/)
  })

  test('with --check leaves alone a service that runs, its folder and its port', async (t) => {
    const folder = temporaryFolder(t)
    const { port } = await startService(t, { DATA_DIR: folder })
    // Once a second the service itself may write the checkpoint.
    const names = (): string[] => readdirSync(folder).filter((name) => !/^checkpoint/.test(name))
    const look = (): unknown =>
      names().map((name) => [name, statSync(join(folder, name), { bigint: true })])
    const before = look()
    const taken = { DATA_DIR: folder, PORT: String(port) }
    assert.equal((await run(['--check'], taken)).status, 0)
    assert.deepEqual(look(), before)
    assert.equal((await send(port, { target: '/health' })).status, 200)
  })

  test('with --settings takes settings from it, as systemd does', async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.env')
    const environment = { DATA_DIR: folder, RATE_LIMIT: 'none' }
    writeFileSync(file, '# our own\nRATE_LIMIT="1"\\\n2\n')
    const good = await run(['--check', '--settings', file], environment)
    assert.equal(good.status, 0, good.stderr)
    assert.match(good.stdout, new RegExp(`^RATE_LIMIT +12 +${file}$`, 'm'))
    writeFileSync(file, 'RATE_LIMIT=5 # an hour\n')
    const line = refusalOf(await run(['--check', '--settings', file], environment))
    assert.ok(line.startsWith('RATE_LIMIT="5 # an hour" must be '), line)
    const none = refusalOf(await run(['--settings', `${file}.none`], environment))
    assert.ok(none.includes(`The settings file ${file}.none does not exist`), none)
  })

  for (const words of [[], ['--check']]) {
    test(`with a host that has no address ends with 78 (${words.join()})`, async (t) => {
      const environment = { HOST: 'name.invalid', DATA_DIR: temporaryFolder(t) }
      const line = refusalOf(await run(words, environment))
      assert.match(line, /^HOST=name\.invalid: (?:this name is unknown; correct it|no name server)/)
    })
  }

  test('with --check ends with 78 for a bad setting', async () => {
    assert.match(refusalOf(await run(['--check'], { RATE_LIMIT: 'x' })), /^RATE_LIMIT="x" must be /)
  })

  const rows: Array<[title: string, path: string, text: string, field: string]> = [
    ['no JSON', 'generators/reverse.json', '{\n  "category": x\n}\n', 'is not JSON'],
    ['an unknown field', 'generators/reverse.json', '{"colour":1}', '"colour"'],
    ['a bad slug', 'generators/Reverse.json', '{}', 'file name'],
    ['a bad entry', 'locales/tr.json', '{"generators":{"reverse":{"name":"a"}}}', '["reverse"].page'],
  ]
  for (const [title, path, text, field] of rows) {
    test(`with --check ends with 78 for ${title}`, async (t) => {
      const folder = copyData(t)
      change(folder, path, text)
      const line = refusalOf(await run(['--check'], dataFolders(folder)))
      assert.ok(line.startsWith(`${join(folder, path)}: `), line)
      assert.ok(line.includes(field), line)
    })
  }

  test('with --check ends with 0 where names are taken, and tells which', async (t) => {
    const folder = copyData(t)
    const entry = { name: 'Morse code', page: 'my-code' }
    change(folder, 'locales/en.json', JSON.stringify({ generators: { braille: entry } }))
    const { status, stdout } = await run(['--check'], dataFolders(folder))
    assert.equal(status, 0)
    assert.match(stdout, /\nWarning: en: the name ".*" of "morse" is already that of "braille"/)
  })
})

function dataFolders(folder: string): { GENERATORS_DIR: string; LOCALES_DIR: string } {
  return { GENERATORS_DIR: join(folder, 'generators'), LOCALES_DIR: join(folder, 'locales') }
}

describe('a start', { concurrency: 4 }, () => {
  test('on port 0 takes a free one and says so; on one that is taken it ends with 78', async (t) => {
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

    const environment = { PORT: String(port), DATA_DIR: temporaryFolder(t) }
    const taken = refusalOf(await run([], environment))
    assert.match(taken, new RegExp(`^PORT=${port}: another program listens there; stop it, or `))
  })

  test('on a folder that nobody can make ends with 78, and does not spin', async () => {
    for (const folder of ['/proc/decoration', '/proc/decoration/a']) {
      const line = refusalOf(await run([], { DATA_DIR: folder }))
      assert.match(line, new RegExp(`^DATA_DIR=${folder} cannot be used: .*; choose a folder that this`))
    }
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

  test('with data of its own serves those, too', async (t) => {
    const folder = copyData(t)
    const operation = { type: 'wrap', before: '<', after: '>' }
    writeFileSync(join(folder, 'generators/clap.json'), generatorWith(operation))
    const { port } = await startService(t, dataFolders(folder))
    const get = async (query: string): Promise<string> =>
      (await send(port, { target: `/api?${query}` })).text
    const { generator } = JSON.parse(await get('action=get_generator&slug=clap'))
    assert.equal(generator.example, '<Hello World>')
    assert.match(await get('action=get_generator&slug=bold-serif'), /^\{"success":true/)
  })
})

describe('a stop', { concurrency: 4 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`by ${signal} ends with 0, though a connection is open`, async (t) => {
      const service = await startService(t)
      const idle = converse(service.port)
      idle.write(formatRequest({ target: '/health' }))
      await idle.until(/\}$/)
      const closed = once(service.process, 'close')
      service.process.kill(signal)
      assert.deepEqual(await closed, [0, null])
      await idle.closed()
      assert.deepEqual(
        service.lines.map(({ message }) => message),
        ['Listening', 'Stopping', 'Stopped'],
      )
      assert.equal(service.lines[1]?.['signal'], signal)
    })
  }

  test('waits for a request under way and closes behind its answer', async (t) => {
    const service = await startService(t)
    const conversation = converse(service.port)
    const headers = ['Content-Length: 19', 'Expect: 100-continue']
    const target = '/api?action=generate'
    conversation.write(formatRequest({ method: 'POST', target, headers }))
    const interim = await conversation.until(/\r\n\r\n/)
    const closed = once(service.process, 'close')
    service.process.kill('SIGTERM')
    await logged(service, 'Stopping')
    conversation.write('slug=reverse&text=a')
    const answer = parseAnswer(
      Buffer.from((await conversation.closed()).slice(interim.length), 'latin1'),
    )
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['connection'], 'close')
    assert.deepEqual(await closed, [0, null])
  })

  test('keeps the statistics and the limit for the next start', async (t) => {
    const environment = { DATA_DIR: temporaryFolder(t) }
    const first = await startService(t, environment)
    const target = '/api?action=generate&slug=reverse&text=abc'
    await send(first.port, { method: 'POST', target })
    assert.equal(await first.stop(), 0)
    const second = await startService(t, environment)
    const { text, headers } = await send(second.port, { target: '/api?action=stats' })
    assert.match(text, /"uses":1,"characters":3\}/)
    assert.equal(headers['x-ratelimit-remaining'], '98')
  })
})
