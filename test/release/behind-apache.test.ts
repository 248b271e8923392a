import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { freePort, send } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { readBlock } from '../support/documents.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { temporaryFolder } from '../support/folders.ts'
import { assertPagesBehind } from '../support/page-hosting.ts'
import { packRelease } from '../support/release.ts'
import { until } from '../support/until.ts'

/** An unpacked release with its packages. Debian's apache2 and Passenger must be installed, too. */
const release = process.env['RELEASE']
const skip = release === undefined ? 'LEFT OUT: RELEASE names no unpacked release' : false
const modules = '/usr/lib/apache2/modules'
const phpServer = '/usr/sbin/php-fpm8.2'
/** The user `nobody`, who does not own the code. */
const nobody = 65_534

const application = readBlock('application')
const rules = readBlock('rewriting')

describe('behind Apache and Passenger, set up as in systemd/shared-hosting.md', { skip }, () => {
  test('every client has one limit over all processes', async (t) => {
    const { port, logLines } = await start(t, { RATE_LIMIT: '20', LOG_LEVEL: 'debug' })
    const target = '/decor?action=stats'
    for (const client of ['203.0.113.1', '2001:db8::1']) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, round) => {
          const forged = `X-Forwarded-For: 198.51.100.${round}`
          return send(port, { target, headers: [`X-Peer: ${client}`, forged] })
        }),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 20, client)
      const refused = answers.filter(({ status }) => status === 429)
      assert.equal(refused.length, 40, client)
      assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) > 3_500))
    }
    const forged = ['!~Passenger-Client-Address: 198.51.100.1']
    assert.equal((await send(port, { target, headers: forged })).status, 400)
    const processes = logLines().filter(({ message }) => message === 'Answered')
    assert.ok(new Set(processes.map(({ pid }) => pid)).size > 1, 'one process answered everything')
  })

  test('HTTP passes through unchanged', async (t) => {
    const { port } = await start(t)
    const list = '/decor/?action=list_generators&lang=tr'
    const whole = await send(port, { target: list })
    assert.equal(JSON.parse(whole.text).success, true)
    const head = await send(port, { method: 'HEAD', target: list })
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.text],
      [200, String(whole.body.length), ''],
    )
    const known = [`If-None-Match: ${whole.headers['etag']}`]
    assert.equal((await send(port, { target: list, headers: known })).status, 304)
    const text = 'é😀'.repeat(5_000)
    const answer = await send(port, generate('/decor', text))
    assert.equal(JSON.parse(answer.text).length?.input, 10_000, answer.text.slice(0, 200))
    const refused = await send(port, generate('/decor', 'a'.repeat(200_000)))
    assert.deepEqual([refused.status, JSON.parse(refused.text).error], [413, 'Content Too Large'])
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      assert.equal((await send(port, { method, target: list })).status, 405, method)
    }
    assert.equal((await send(port, { method: 'OPTIONS', target: list })).status, 204)
    const absolute = await send(port, { target: `http://127.0.0.1${list}` })
    assert.equal(absolute.status, 200)
  })

  test('pages pass through unchanged', async (t) => {
    const { port } = await start(t)
    await assertPagesBehind('/decor', (request) => send(port, request))
    // If the service and its pages share an address, Accept decides.
    const open = async (accept: string): Promise<number> =>
      (await send(port, { target: '/decor/', headers: [`Accept: ${accept}`] })).status
    assert.deepEqual([await open('text/html'), await open('*/*')], [200, 400])
  })

  test('a restart loses no request and no count', async (t) => {
    const { port, count, restart } = await start(t, { RATE_LIMIT: '0' })
    let answered = 0
    let isRestarted = false
    const clients = Array.from({ length: 4 }, async () => {
      while (!isRestarted) {
        const { status, text } = await send(port, generate('/decor', 'ab'))
        assert.equal(status, 200, text)
        answered++
      }
    })
    const before = count('Listening')
    restart()
    await Promise.all([
      ...clients,
      until(() => count('Stopped') >= before && count('Listening') > before).finally(() => {
        isRestarted = true
      }),
    ])
    const { text } = await send(port, { target: '/decor?action=stats' })
    const { uses, characters } = JSON.parse(text).statistics
    assert.deepEqual({ uses, characters }, { uses: answered, characters: 2 * answered })
  })

  test('api.php of the original script can be forwarded here, and back', async (t) => {
    const { port, folder, ends } = await start(t)
    const script = join(folder, 'htdocs', 'api.php')
    const rulesFile = join(folder, 'htdocs', '.htaccess')
    writeFileSync(script, `<?php echo json_encode(['old' => $_REQUEST['text'] ?? 'none']);`)
    await startPhp(folder, ends)
    const sources = async (): Promise<string[]> => {
      const requests: Request[] = [
        { target: '/api.php?action=get_generator&slug=bold-serif&text=get' },
        generate('/api.php', 'post'),
      ]
      const answers = await Promise.all(
        // For HTTP/1.1, the script would answer in chunks.
        requests.map((request) => send(port, { ...request, version: '1.0' })),
      )
      return answers.map(({ text }) => {
        const { old, input, generator } = JSON.parse(text)
        return old ?? input ?? generator.slug
      })
    }
    assert.deepEqual(await sources(), ['get', 'post'])
    writeFileSync(rulesFile, rules)
    assert.deepEqual(await sources(), ['bold-serif', 'post'])
    assert.equal((await send(port, { target: '/api.php?action=stats' })).status, 200)
    const ask = readBlock('askHosted').replace('https://your.site', `http://127.0.0.1:${port}`)
    assert.match(spawnSync('sh', ['-c', ask]).stdout.toString(), /^\{"success":true,/)
    const { text: uses } = await send(port, { target: '/decor?action=stats' })
    assert.equal(JSON.parse(uses).statistics.uses, 1)
    rmSync(script)
    assert.deepEqual(await sources(), ['bold-serif', 'post'])
    writeFileSync(script, `<?php echo json_encode(['old' => 'again']);`)
    rmSync(rulesFile)
    assert.deepEqual(await sources(), ['again', 'again'])
  })
})

function generate(path: string, text: string): Request {
  return {
    method: 'POST',
    target: `${path}?action=generate`,
    headers: ['Content-Type: application/x-www-form-urlencoded'],
    body: `slug=bold-serif&text=${text}`,
  }
}

type Ends = Array<() => unknown>
type LoggedLine = Readonly<Record<'pid' | 'message', string>>

/** Starts Apache with the release, whose files the service cannot change. */
async function start(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  // Remove the folder after every process that writes to it has ended: the last one ends first.
  const ends: Ends = []
  t.after(async () => {
    for (const end of ends.reverse()) await end()
  })
  const folder = temporaryFolder({ after: (work) => void ends.push(work as () => unknown) })
  chmodSync(folder, 0o755)
  for (const name of ['htdocs', 'data', 'registry']) mkdirSync(join(folder, name))
  chownSync(join(folder, 'data'), nobody, nobody)
  unpackInto(folder)
  mkdirSync(join(folder, 'decoration', 'tmp'))
  const port = await freePort()
  const variables = Object.entries({ DATA_DIR: join(folder, 'data'), ...settings })
    .map(([name, value]) => `SetEnv ${name} ${value}`)
    .join('\n')
  const load = (names: string): string =>
    names.split(' ').map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')
  writeFileSync(
    join(folder, 'apache.conf'),
    `ServerRoot ${folder}
    PidFile apache.pid
    DefaultRuntimeDir ${folder}
    ServerName localhost
    Listen 127.0.0.1:${port}
    ErrorLog error.log
    ${load('mpm_event authz_core env dir alias rewrite remoteip proxy proxy_fcgi passenger')}
    User #${nobody}
    Group #${nobody}
    # So that one machine can be several clients.
    RemoteIPHeader X-Peer
    RemoteIPInternalProxy 127.0.0.1
    PassengerRoot /usr/lib/ruby/vendor_ruby/phusion_passenger/locations.ini
    PassengerInstanceRegistryDir ${folder}/registry
    PassengerDisableAnonymousTelemetry on
    PassengerDisableSecurityUpdateCheck on
    PassengerStatThrottleRate 0
    PassengerMinInstances 3
    PassengerNodejs ${process.execPath}
    # As in Debian's apache2.conf.
    <Directory />
      AllowOverride None
      Require all denied
    </Directory>
    DocumentRoot ${folder}/htdocs
    <Directory ${folder}/htdocs>
      AllowOverride All
      Require all granted
    </Directory>
    <FilesMatch "\\.php$">
      SetHandler "proxy:unix:${folder}/php.sock|fcgi://localhost"
    </FilesMatch>
    ${application
      .replaceAll('/home/me', folder)
      .replace('</Location>', `${variables}\n</Location>`)}\n`,
  )
  const words = ['-d', folder, '-f', join(folder, 'apache.conf'), '-DFOREGROUND']
  const apache = spawn(...endWithParent('apache2', words), { stdio: ['ignore', 'inherit', 'inherit'] })
  const logLines = (): LoggedLine[] => readLog(join(folder, 'error.log'))
  /** Counts the lines of the log with this message. */
  const count = (wanted: string): number =>
    logLines().filter(({ message }) => message === wanted).length
  ends.push(async () => {
    await end(apache)
    // Passenger takes a moment longer to stop the service.
    await until(() => count('Stopped') === count('Listening'))
  })
  // Passenger starts the processes at the first request.
  await until(async () => {
    const answer = await send(port, { method: 'OPTIONS', target: '/decor' }).catch(() => undefined)
    return answer?.status === 204
  })
  await until(() => count('Listening') === 3)
  return {
    port,
    folder,
    logLines,
    count,
    ends,
    restart() {
      const file = join(folder, 'decoration', 'tmp', 'restart.txt')
      writeFileSync(file, '')
      utimesSync(file, new Date(), new Date())
    },
  }
}

/** Types the commands that unpack a release, with this folder as home. */
function unpackInto(home: string): void {
  const block = readBlock('unpackHosted')
  const [archive = ''] = /\S+\.tar\.gz/.exec(block) ?? []
  packRelease(release ?? '', join(home, archive))
  const env = { ...process.env, HOME: home }
  assert.equal(spawnSync('sh', ['-e', '-c', `cd\n${block}`], { env }).status, 0)
}

async function startPhp(folder: string, ends: Ends): Promise<void> {
  const socket = join(folder, 'php.sock')
  const lines = [
    ...['[global]', `error_log = ${folder}/php.log`, '[www]', `listen = ${socket}`],
    ...['listen.mode = 0666', 'user = nobody', 'pm = static', 'pm.max_children = 1'],
  ]
  writeFileSync(join(folder, 'php.conf'), `${lines.join('\n')}\n`)
  // Within two seconds it would run the script that was there before.
  const words = ['-F', '-d', 'opcache.enable=0', '-y', join(folder, 'php.conf')]
  const php = spawn(...endWithParent(phpServer, words), { stdio: 'ignore' })
  ends.push(() => end(php))
  await until(() => existsSync(socket))
}

function readLog(path: string): LoggedLine[] {
  const lines = readFileSync(path, 'utf8').matchAll(/^App (\d+) output: (\{.*\})$/gm)
  return [...lines].map(([, pid = '', line = '']) => ({ pid, ...JSON.parse(line) }))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
