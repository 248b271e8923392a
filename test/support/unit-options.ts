import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** Returns the options for memory that the unit file sets in the environment of the service. */
export function readUnitOptions(): Record<string, string> {
  const unit = readFileSync(join(root, 'systemd', 'text-decoration.service'), 'utf8')
  const lines = Array.from(unit.matchAll(/^Environment="?(\w+)=([^"%\n]*)"?$/gm))
  const options = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
  assert.ok('NODE_OPTIONS' in options)
  return options
}
