import assert from 'node:assert/strict'
import { parseAddress } from '../../lib/http/address.ts'

/** The bytes of an address that is known to be one. */
export function address(text: string): Uint8Array {
  const bytes = parseAddress(text)
  assert.ok(bytes, `${text} is an address`)
  return bytes
}
