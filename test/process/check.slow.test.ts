import assert from 'node:assert/strict'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { StartError } from '../../lib/log.ts'
import { checkStart } from '../../lib/process/check.ts'
import type { Account } from '../../lib/process/unreadable.ts'
import { readConfig, settings } from '../../lib/settings/config.ts'
import { readEnvironmentFile } from '../../lib/settings/environment-file.ts'
import { change, copyData, generatorWith } from '../support/catalogue-copy.ts'
import { root, temporaryFolder } from '../support/folders.ts'

type Variables = Readonly<Record<string, string>>

/** Returns the report on variables, on a file if there is one, and on the data in a folder. */
function check(own: Variables, path?: string, data = root, account?: Account): Promise<string> {
  const file = path === undefined ? undefined : { path, ...readEnvironmentFile(path) }
  const environment = { ...own, ...file?.variables }
  const sources = { folders: foldersBelow(data) }
  return checkStart({ config: readConfig(environment), environment, file }, sources, account)
}

/** Every setting with its value and its source. */
function rowsOf(report: string): Map<string, readonly string[]> {
  const rows = report.split('\n').map((line) => line.trim().split(/ {2,}/))
  return new Map(rows.filter((row) => row.length === 3).map(([name = '', ...row]) => [name, row]))
}

describe('checkStart', () => {
  test('reports every setting: its value, and whether it comes from file or environment', async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.env')
    writeFileSync(file, 'RATE_LIMIT=7 \nPORT="81"\nBASE_PATH=\n')
    const own = { DATA_DIR: join(folder, 'a b'), RATE_LIMIT: '6', BASE_PATH: '/x', SITE_URL: 'http://a' }
    const report = await check(own, file)
    const rows = rowsOf(report)
    assert.deepEqual([...rows.keys()], Object.values(settings).map(({ variable }) => variable))
    const expected: Array<[name: string, value: string, source: string]> = [
      ['RATE_LIMIT', '7', file],
      ['PORT', '81', file],
      ['BASE_PATH', '/api', 'default'],
      ['SITE_URL', 'http://a', 'environment'],
      ['DATA_DIR', JSON.stringify(own.DATA_DIR), 'environment'],
      ['HOST', '127.0.0.1', 'default'],
    ]
    for (const [name, ...row] of expected) assert.deepEqual(rows.get(name), row)
    assert.match(report, /\nEverything is fine: \d+ generators\n$/)
  })

  test('shows the value of a default', async (t) => {
    const folder = temporaryFolder(t)
    const rows = rowsOf(await check({ STATE_DIRECTORY: folder, PORT: '81' }))
    assert.deepEqual(rows.get('DATA_DIR'), [folder, 'STATE_DIRECTORY'])
    assert.deepEqual(rows.get('SITE_URL'), ['http://localhost:81', 'default'])
  })

  test('warns about lines and variables without effect, and a missing SITE_URL', async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.env')
    writeFileSync(file, 'export RATE_LIMIT=7\nRATE_LIMT=5\n')
    const report = await check({ DATA_DIR: folder, PORT: '81' }, file)
    const warnings = [...report.matchAll(/^Warning: (.*)$/gm)].map(([, warning = '']) => warning)
    assert.equal(warnings.length, 3)
    assert.ok(warnings[0]?.startsWith(`${file}, line 1: "export RATE_LIMIT" is not`), warnings[0])
    assert.equal(warnings[1], 'RATE_LIMT has no effect: the setting is RATE_LIMIT')
    assert.match(warnings[2] ?? '', /^SITE_URL is not set: .* begin with http:\/\/localhost:81$/)
    assert.match(report, /\nIt can start, with warnings: \d+ generators\n$/)
  })

  test('warns root of its own files that others cannot read', async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'mine.json')
    writeFileSync(file, generatorWith({ type: 'reverse', units: 'words' }))
    chmodSync(folder, 0o700)
    const { uid, gid } = statSync(file)
    const variables = { DATA_DIR: folder, GENERATORS_DIR: folder, SITE_URL: 'http://a' }
    const warning = /^Warning: .*only root can read it, but not the service: chmod a\+rX$/m
    assert.match(await check(variables, undefined, root, { uid, gid }), warning)
    assert.doesNotMatch(await check(variables), warning)
  })

  const refusals: Array<[variables: Variables, line: RegExp]> = [
    [{ BASE_PATH: '/openapi.json', PAGES: 'off' }, /^BASE_PATH=\/openapi\.json: /],
    [{ HOST: '/dev/null' }, /^HOST=\/dev\/null: .*not a socket/],
  ]
  for (const [variables, line] of refusals) {
    test(`refuses ${JSON.stringify(variables)} in one line`, async (t) => {
      const data = { DATA_DIR: temporaryFolder(t) }
      await assert.rejects(check({ ...data, ...variables }), (error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, line)
        return true
      })
    })
  }

  test('lists the faults of shipped files and of an operator, and warns of what it does not know', async (t) => {
    const data = copyData(t)
    change(data, 'generators/reverse.json', generatorWith({ type: 'nothing' }))
    const folder = temporaryFolder(t)
    const own = { DATA_DIR: folder, GENERATORS_DIR: join(folder, 'none'), LOCALES_DIR: folder }
    writeFileSync(join(folder, 'fr.json'), '{')
    await assert.rejects(check(own, undefined, data), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, /^GENERATORS_DIR=\S+none cannot be read: .*ENOENT/m)
      assert.match(error.message, /^\S+generators\/reverse\.json: .*type/m)
      assert.match(error.message, /^\S+fr\.json: is not JSON/m)
      assert.equal(error.lines.length, 3)
      return true
    })
    writeFileSync(join(folder, 'fr.json'), JSON.stringify({ generators: { gone: { name: 'a', page: 'a' } } }))
    const report = await check({ DATA_DIR: folder, LOCALES_DIR: folder })
    assert.match(report, /^Warning: \S+fr\.json: there is no generator "gone"$/m)
  })

  test('lists all faults, and variables that look mistyped', async () => {
    const variables = { HOST: '/nothing/a.sock', DATA_DIR: '/dev/null', BASE_PATH: '/health' }
    await assert.rejects(check({ ...variables, RATE_LIMT: '5' }), (error) => {
      assert.ok(error instanceof StartError)
      const [host = '', data = '', path = '', warning, ...others] = error.message.split('\n')
      assert.match(host, /^HOST=\/nothing\/a\.sock: the socket needs an existing folder/)
      assert.match(data, /^DATA_DIR=\/dev\/null cannot be used: .*is not a folder/)
      assert.equal(path, 'BASE_PATH=/health: the service itself uses this path; set another one')
      assert.equal(warning, 'Warning: RATE_LIMT has no effect: the setting is RATE_LIMIT')
      assert.deepEqual(others, [])
      return true
    })
  })
})
