import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { helpText } from '../../lib/process/command-line.ts'
import { freePort } from '../support/client.ts'
import { copySources } from '../support/copy-sources.ts'
import { readBlock, readDocument } from '../support/documents.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startInProcess } from '../support/in-process.ts'
import type { InProcessService } from '../support/in-process.ts'
import { describePages } from '../support/page-suite.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

/** All blocks are for a service on port 8080 of this machine. */
const at = (port: number, block: string): string =>
  block.replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)

const requests = [readBlock('firstRequest'), readBlock('requests')].flatMap((block) => [
  ...block.matchAll(/^(curl .*)\n# (.*)$/gm),
])

describe('README.md', () => {
  const skip = without('curl')
  test('shows requests with their real answers', { skip }, async (t) => {
    const { port } = await startInProcess(t, { SITE_URL: 'http://localhost:8080' })
    await assertAnswers(port)
  })

  test('shows a program with what it prints', async (t) => {
    const { port } = await startInProcess(t, {})
    const program = readBlock('javascript')
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', at(port, program)])
    assert.equal(stdout.trim(), /\/\/ (.*)$/m.exec(program)?.[1])
  })

  test('has rows of the table of settings that --help prints, and systemd/settings.md has all', () => {
    const bare = (row: readonly string[]): string =>
      row.map((cell) => cell.replaceAll('`', '')).join(' | ')
    const rowsOf = (document: string): string[] => {
      const rows = readDocument(document).matchAll(/^\| `([A-Z_0-9]+)` \| (.*) \| (.*) \|$/gm)
      return [...rows].map((row) => bare(row.slice(1)))
    }
    const printed = helpText()
      .split('\n')
      .filter((line) => /^ {2}[A-Z_0-9]+ {2}/.test(line))
      .map((line) => bare(line.trim().split(/ {2,}/)))
    assert.ok(printed.length >= 14)
    assert.deepEqual(rowsOf('systemd/settings.md'), printed)
    const usual = rowsOf('README.md')
    assert.ok(usual.length > 0)
    assert.deepEqual(usual, printed.filter((row) => usual.includes(row)))
  })

  test('works in a fresh copy: start, requests, stop', async (t) => {
    const folder = copySources(t)
    const port = await freePort()
    const child = spawn('sh', ['-c', readBlock('start')], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), SITE_URL: 'http://localhost:8080' },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    })
    const exited = once(child, 'exit')
    // Ctrl+C goes to all processes of a terminal.
    const interrupt = (): void => {
      if (child.exitCode === null && child.signalCode === null) {
        process.kill(-Number(child.pid), 'SIGINT')
      }
    }
    t.after(interrupt)
    await until(async () => child.exitCode !== null || (await isWell(port)), 'it has started')
    assert.equal(child.exitCode, null, 'it has ended')
    await assertAnswers(port)
    interrupt()
    await exited
    await until(async () => !(await isWell(port)), 'it has stopped')
    await until(() => existsSync(join(folder, 'data', 'checkpoint.json')), 'the totals are kept')

    // npm passes its own signal on to the shell, which the service must have replaced.
    const env = { ...process.env, PORT: String(port) }
    const npm = spawn('npm', ['start', '--ignore-scripts'], { cwd: folder, env, stdio: 'ignore' })
    await until(async () => isWell(port), 'it has started again')
    npm.kill()
    await until(async () => !(await isWell(port)), 'it has stopped with npm')
  })
})

/** Types the requests of the README and compares the answers; `…` can be anything. */
async function assertAnswers(port: number): Promise<void> {
  assert.equal(requests.length, 6)
  for (const [, command = '', answer = ''] of requests) {
    const { stdout } = await run('sh', ['-c', at(port, command)])
    const parts = answer.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    assert.match(stdout, new RegExp(`^${parts.join('[^]*')}$`), command)
  }
}

async function isWell(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
  return answer?.status === 200
}

describe('a program of the documents waits for the limit', { concurrency: true }, () => {
  const retrying = requests.find(([, command = '']) => command.includes('--retry'))?.[1] ?? ''
  const programs: ReadonlyArray<readonly [program: string, file: string, code: string]> = [
    [process.execPath, 'program.mjs', readBlock('fetch')],
    ['python3', 'program.py', readBlock('python')],
    ['php', 'program.php', readBlock('php')],
    ['sh', 'program.sh', `${retrying} >/dev/null; ${retrying}`],
  ]
  for (const [program, file, code] of programs) {
    const skip = without(program) || (program === 'sh' && without('curl'))
    test(file, { skip }, async (t) => {
      const path = join(temporaryFolder(t), file)
      await assertWaits(t, async ({ port }) => {
        writeFileSync(path, at(port, code))
        const { stdout, stderr } = await run(program, [path])
        if (program === 'sh') assert.match(stdout, /"output":"¡ɹoṵǝs ‘ɐꞁoH!"/)
        else assert.equal(stdout.trimEnd(), '𝐇𝐞𝐥𝐥𝐨 𝐇𝐞𝐥𝐥𝐨')
        return stderr
      })
      if (program === 'sh') return
      // A service that cannot record a request for a moment, and then one that is down.
      const port = await startAfter503(t, (await startInProcess(t)).port)
      writeFileSync(path, at(port, code))
      const { stdout, stderr } = await run(program, [path])
      assert.deepEqual([stdout.trimEnd(), /Not now\./.test(stderr)], ['𝐇𝐞𝐥𝐥𝐨 𝐇𝐞𝐥𝐥𝐨', true])
      writeFileSync(path, at(await freePort(), code))
      const [ended] = await Promise.allSettled([run(program, [path])])
      assert.equal(ended.status, 'rejected')
      const { stdout: printed, stderr: told } = Object(ended.reason)
      assert.match(`${printed}${told}`, /The service does not answer at http:/)
    })
  }
})

/** Starts a server that answers its first request with a 503, and passes on all others. */
async function startAfter503(t: TestContext, port: number): Promise<number> {
  let count = 0
  const server = createServer((incoming, response) => {
    if (count++ === 0) {
      response.writeHead(503, { 'Retry-After': '1', Connection: 'close' })
      response.end('{"success":false,"error":"Service unavailable","message":"Not now."}')
      return
    }
    const { method, url = '', headers } = incoming
    const passOn = request({ port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(passOn)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

describePages('the program of the documents for fetch', { expected: /./ }, ({ visit }) => {
  visit('runs in a page of another site and also waits there', 'about:blank', async (page, _, t) => {
    await assertWaits(t, async ({ port }) => {
      const shown = "console.log = (...words) => void (document.title = words.join(' '))"
      await page.load(await startSite(t, `${shown}\n${at(port, readBlock('fetch'))}`))
      await page.until(`document.title !== ''`)
      await page.equals('document.title', '𝐇𝐞𝐥𝐥𝐨 𝐇𝐞𝐥𝐥𝐨')
      return undefined
    })
  })
})

/** Starts a site with one page that runs this script. */
async function startSite(t: TestContext, code: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title></title><script type="module">${code}</script>`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/**
 * Runs a program that makes two requests, on services that admit one in two seconds, until one is
 * refused: on a busy machine, the second request may be too late for that. The program must print
 * the refusal, if its output can be read.
 */
async function assertWaits(
  t: TestContext,
  act: (service: InProcessService) => Promise<string | undefined>,
): Promise<void> {
  const limit = { RATE_LIMIT: '1', RATE_WINDOW_SECONDS: '2', LOG_LEVEL: 'debug' }
  for (let tries = 0; tries < 5; tries++) {
    const service = await startInProcess(t, limit)
    const told = await act(service)
    if (!service.lines.some(({ status }) => status === 429)) continue
    assert.match(told ?? '429', /429|Maximum 1 request per 2 seconds allowed\. Try again in /)
    return
  }
  assert.fail('it was never refused')
}

/** Returns a reason to skip a test if a program is not installed. */
function without(program: string): string | false {
  const isThere = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  return isThere ? false : `LEFT OUT: there is no ${program}`
}
