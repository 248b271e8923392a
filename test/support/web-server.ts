import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort, send } from './client.ts'
import { endWithParent } from './end-with-parent.ts'
import { temporaryFolder } from './folders.ts'
import { until } from './until.ts'

/**
 * Starts nginx on a free port with the given content of its `http` block. `passed.log` in its folder
 * has a line for every request: to which addresses it was passed on, and the status of each answer.
 */
export function startNginx(t: TestContext, http: (port: number) => string) {
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
) {
  const folder = temporaryFolder(t)
  const port = await freePort()
  const [name, ...words] = command(port, folder)
  const child = spawn(...endWithParent(name, words), {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill()
    await exited
  })
  const answers = (): Promise<boolean> =>
    send(port, { target: '/nothing' }).then(() => true, () => false)
  await until(async () => child.exitCode !== null || (await answers()), `${name} has started`)
  assert.equal(child.exitCode, null, `${name} has ended`)
  return { port, folder, process: child, exited }
}

/** Returns the reason to skip tests with a web server, if any; `word` makes it print its version. */
export function withoutServer(name: string, word: string): string | false {
  return spawnSync(name, [word]).status === 0 ? false : `LEFT OUT: no ${name}`
}
