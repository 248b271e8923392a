import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { root, temporaryFolder } from './folders.ts'

const built = join(root, 'dist', 'package')

/** Installs the file of a release in an empty folder, without a network, and deletes the file. */
export function installPackage(t: TestContext, type = 'module'): string {
  const folder = temporaryFolder(t)
  const source = join(folder, 'source')
  cpSync(built, source, { recursive: true })
  const manifest = readFileSync(join(source, 'package.json'), 'utf8')
  const names = ['text-decoration-service', 'text-decoration-styles'] as const
  writeFileSync(join(source, 'package.json'), manifest.replace(...names))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }))
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') }
  const npm = (...words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('npm', words, { cwd: folder, env, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout.trim()
  }
  const file = npm('pack', '--silent', './source')
  npm('install', '--offline', `./${file}`)
  for (const name of ['source', file, 'cache']) rmSync(join(folder, name), { recursive: true })
  return folder
}
