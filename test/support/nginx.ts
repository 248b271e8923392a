import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort, send } from './client.ts'
import type { Answer } from './client.ts'
import { temporaryFolder } from './folders.ts'
import { until } from './until.ts'

/** Returns the reason to skip tests with a web server, if any; `word` makes it print its version. */
export function withoutServer(name: string, word: string): string | false {
  if (process.env['WEB_SERVERS'] === undefined) return `LEFT OUT: WEB_SERVERS=1 starts ${name}`
  return spawnSync(name, [word]).status === 0 ? false : `LEFT OUT: no ${name}`
}

/** Checks that an answer of any server has the form of the service's errors. */
export function assertError({ status, headers, text }: Answer, expected: number, error: string): void {
  assert.equal(status, expected, text)
  assert.deepEqual(Object.keys(JSON.parse(text)), ['success', 'error', 'message'])
  assert.deepEqual([JSON.parse(text).success, JSON.parse(text).error], [false, error])
  const names = ['content-type', 'access-control-allow-origin', 'cache-control']
  const values = ['application/json; charset=utf-8', '*', 'no-store']
  assert.deepEqual(names.map((name) => headers[name]), values)
}

export interface WebServer {
  readonly port: number
  readonly folder: string
  readonly process: ChildProcess
  readonly exited: Promise<unknown>
}

/**
 * Starts nginx on a free port with the given content of its `http` block. `passed.log` in its folder
 * has a line for every request: to which addresses it was passed on, and the status of each answer.
 */
export function startNginx(t: TestContext, http: (port: number) => string): Promise<WebServer> {
  return startWebServer(t, (port, folder) => {
    const file = join(folder, 'nginx.conf')
    const config = `
      daemon off; master_process off; pid nginx.pid; error_log error.log;
      events { }
      http {
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        log_format passed '$upstream_addr|$upstream_status'; access_log passed.log passed;
        ${http(port)}
      }`
    writeFileSync(file, config)
    return ['nginx', '-p', folder, '-c', file]
  })
}

/** Starts a web server with a command, and waits until it answers. */
export async function startWebServer(
  t: TestContext,
  command: (port: number, folder: string) => readonly [name: string, ...words: string[]],
): Promise<WebServer> {
  const folder = temporaryFolder(t)
  const port = await freePort()
  const [name, ...words] = command(port, folder)
  const child = spawn(name, words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill()
    await exited
  })
  await until(async () => child.exitCode !== null || (await answers(port)), `${name} has started`)
  assert.equal(child.exitCode, null, `${name} has ended`)
  return { port, folder, process: child, exited }
}

async function answers(port: number): Promise<boolean> {
  const attempt = await send(port, { target: '/nothing' }).catch(() => undefined)
  return attempt !== undefined
}
