// What `npm ci --omit=dev` installs.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/** Megabytes (of 10⁶ bytes) and packages, or `undefined` where npm could not install. */
export function measureInstall(folder) {
  const place = join(folder, 'install')
  mkdirSync(place)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(root, file), join(place, file))
  }
  try {
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: place,
      stdio: 'ignore',
      timeout: 60_000,
    })
  } catch (error) {
    process.stderr.write(`The installed size is not known: ${error.message}\n`)
    return undefined
  }
  const modules = join(place, 'node_modules')
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { path, name }) => sum + statSync(join(path, name)).size, 0)
  return { megabytes: bytes / 1e6, packages: Object.keys(lock.packages).length }
}
