import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../support/client.ts'
import { compiledPath } from '../support/compiled.ts'
import { root } from '../support/folders.ts'
import { startService } from '../support/service.ts'

const run = promisify(execFile)
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe('README.md', () => {
  test('shows requests with the answers that the service gives', async (t) => {
    const examples = [...readme.matchAll(/```sh\n(curl .*)\n```\n\n```json\n(.*)\n```/g)]
    assert.equal(examples.length, 5)
    const port = await freePort()
    await startService(t, { PORT: String(port), SITE_URL: 'http://localhost:8080' })
    for (const [, command = '', answer] of examples) {
      const { stdout } = await run('sh', ['-c', command.replace(':8080/', `:${port}/`)])
      assert.equal(stdout, answer, command)
    }
  })

  test('names the commands that package.json has', () => {
    for (const [, script = ''] of readme.matchAll(/npm (?:run )?(start|test|build|check|dev)\b/g)) {
      assert.ok(script in manifest.scripts, script)
    }
    for (const command of ['npm ci && npm start', 'npm ci && npm test']) {
      assert.ok(readme.includes(`\`\`\`sh\n${command}\n\`\`\``), command)
    }
  })

  test('has the table of settings that --help prints', async () => {
    const { stdout } = await run(process.execPath, [compiledPath('server.ts'), '--help'])
    const printed = stdout
      .split('\n')
      .filter((line) => /^ {2}[A-Z_0-9]+ {2}/.test(line))
      .map((line) => line.trim().split(/ {2,}/))
    const shown = [...readme.matchAll(/^\| `([A-Z_0-9]+)` \| (.*) \| (.*) \|$/gm)].map((row) =>
      row.slice(1).map((cell) => cell.replaceAll('`', '')),
    )
    assert.ok(printed.length >= 14)
    assert.deepEqual(
      shown,
      printed.map((row) => row.map((cell) => cell.replaceAll('`', ''))),
    )
  })

  test('names archives of this version', () => {
    const versions = [...readme.matchAll(/text-decoration-service-(\d[\d.]*\d)/g)]
    assert.deepEqual([...new Set(versions.map((match) => match[1]))], [manifest.version])
  })

  test('links to files that exist', () => {
    for (const [, path = ''] of readme.matchAll(/\]\(((?!http)[^)#]+)\)/g)) {
      assert.ok(readFileSync(join(root, path)).length > 0, path)
    }
  })

  test('shows no command in a release that takes the sources', () => {
    // What .ci/release does by sed.
    const marked = /^<!-- sources -->\n[^]*?^<!-- \/sources -->\n/gm
    assert.ok((readme.match(marked) ?? []).length > 3)
    const released = readme.replace(marked, '')
    const others = ['generators', 'locales'].map((folder) => {
      return readFileSync(join(root, folder, 'README.md'), 'utf8').replace(marked, '')
    })
    for (const text of [released, ...others]) {
      assert.doesNotMatch(text, /npm (?:test|run)\b|--prefix|\.ci\/|\btest\/|\btsx\b|\btsc\b|sources/)
    }
    for (const [, path = ''] of released.matchAll(/\]\(((?!http)[^)#]+)\)/g)) {
      assert.match(path, /^(?:generators|locales|systemd)\//)
    }
  })

  test('keeps the chapters in their order', () => {
    assert.deepEqual(
      [...readme.matchAll(/^## (.*)$/gm)].map((row) => row[1]),
      [
        'Start it',
        'Test it',
        'The interface',
        'Where the interface is silent',
        'Settings',
        'Deploy',
        'How it keeps its promises',
        'Map of the code',
        'Add a generator, a locale',
      ],
    )
  })
})
