import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { parseAddress } from '../../lib/http/address.ts'
import { findClient } from '../../lib/http/client.ts'
import type { ClientRules } from '../../lib/http/client.ts'

/** The bytes of an address that is known to be one. */
export function address(text: string): Uint8Array {
  const bytes = parseAddress(text)
  assert.ok(bytes, `${text} is an address`)
  return bytes
}

/** Finds the client of a request from `peer` with this X-Forwarded-For. */
export function findForwarded(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: ClientRules['isTrusted'],
): Uint8Array | undefined {
  const request = new IncomingMessage(new Socket())
  request.headers['x-forwarded-for'] = forwardedFor
  return findClient(request, { peerOf: () => peer, isTrusted })
}
