import { isUtf8 } from 'node:buffer'
import { ApiError } from './api-error.ts'

/**
 * Returns the boundary in a `Content-Type` of `multipart/form-data`, or `undefined` for another
 * media type. Throws `badRequest` if it is missing, repeated or invalid.
 * https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
 */
export function readBoundary(contentType: string): string | undefined {
  const mediaType = /^multipart\/form-data(?=[ \t]*(?:;|$))/i.exec(contentType)?.[0]
  if (mediaType === undefined) return undefined
  const boundary = readParameters(contentType.slice(mediaType.length))?.get('boundary')
  if (boundary !== undefined && boundaryForm.test(boundary)) return boundary
  throw new ApiError(
    'badRequest',
    'The Content-Type multipart/form-data must name one boundary of 1 to 70 characters. ' +
      'Let the program that writes the body write this header.',
  )
}

const boundaryForm = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/** A field of a form. */
export interface Part {
  readonly name: string
  readonly value: string
  /** Whether its bytes are UTF-8. In the value of others, U+FFFD replaces what is not. */
  readonly isText: boolean
}

/**
 * Parses a body of `multipart/form-data` into the names and values of its parts, in their order.
 * Parts with a file name are omitted. Ill-formed UTF-8 becomes U+FFFD, and the charset of a part is
 * ignored. Throws `badRequest` for a malformed body, and `contentTooLarge` for more than 100 parts.
 * https://www.rfc-editor.org/rfc/rfc7578 and https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
export function parseMultipart(
  body: Uint8Array,
  boundary: string,
): Part[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: Part[] = []
  let at = skipLineEnds(bytes, 0)
  if (!startsWith(bytes, `--${boundary}`, at)) {
    throw malformed('The body must begin with two hyphens and the boundary.')
  }
  at += 2 + boundary.length
  for (let count = 0; !isEnd(bytes, at); count++) {
    if (count === maxParts) {
      const message = `The request body has too many parts. It may have at most ${maxParts}.`
      throw new ApiError('contentTooLarge', message)
    }
    const headersEnd = findHeadersEnd(bytes, at)
    const name = readFieldName(bytes.toString('utf8', at + lineEnd.length, headersEnd))
    const start = headersEnd + blankLine.length
    // From the empty line on: programs disagree on whether a boundary there ends an empty part.
    const end = bytes.indexOf(delimiter, start - lineEnd.length)
    if (end < start) throw malformed('A part must end in CR LF, two hyphens and the boundary.')
    if (name !== undefined) {
      const value = bytes.toString('utf8', start, end)
      const isText = !value.includes('\ufffd') || isUtf8(bytes.subarray(start, end))
      parts.push({ name, value, isText })
    }
    at = end + delimiter.length
  }
  return parts
}

const maxParts = 100
const maxHeaderBytes = 4_096
const [lineEnd, blankLine, lastMark] = ['\r\n', '\r\n\r\n', '--'] as const

/** Returns whether the boundary before `at` is the last one. Lines that follow it are ignored. */
function isEnd(bytes: Buffer, at: number): boolean {
  if (startsWith(bytes, lineEnd, at)) return false
  const end = at + lastMark.length
  const isAlone = end === bytes.length || startsWith(bytes, lineEnd, end)
  if (startsWith(bytes, lastMark, at) && isAlone) return true
  throw malformed('A boundary must end its line (CR LF), the last one with -- before that.')
}

/** Returns the index of the empty line after the headers of a part, which begin after `at`. */
function findHeadersEnd(bytes: Buffer, at: number): number {
  const length = bytes.subarray(at, at + maxHeaderBytes).indexOf(blankLine)
  if (length !== -1) return at + length
  throw malformed(`The headers of a part must end within ${maxHeaderBytes} bytes in an empty line.`)
}

/** Returns the field name in the headers of a part, or `undefined` for a file. */
function readFieldName(headers: string): string | undefined {
  const dispositions: string[] = []
  for (const line of headers.split(lineEnd)) {
    const [, name = '', text = ''] = headerForm.exec(line) ?? []
    if (name === '') throw malformed('A header of a part must have the form "Name: value".')
    // Not in the pattern: blanks that two of its parts can match take quadratic time.
    const value = text.replace(/^[ \t]+/, '')
    if (/^content-transfer-encoding$/i.test(name) && !/^(?:[78]bit|binary)[ \t]*$/i.test(value)) {
      throw malformed('A part must be sent as it is, without a Content-Transfer-Encoding.')
    }
    if (/^content-disposition$/i.test(name)) dispositions.push(value)
  }
  const [disposition = '', second] = dispositions
  const isField = second === undefined && /^form-data[ \t]*;/i.test(disposition)
  const parameters = isField ? readParameters(disposition.slice('form-data'.length)) : undefined
  const name = parameters?.get('name')
  if (parameters === undefined || name === undefined) {
    throw malformed('Each part needs one header Content-Disposition: form-data; name="text".')
  }
  const isFile = [...parameters.keys()].some((key) => /^filename(?:\*|$)/.test(key))
  return isFile ? undefined : name.replace(/%(?:0A|0D|22)/gi, decodeURIComponent)
}

const headerForm = /^([\w!#$%&'*+.^`|~-]+):([^\0\r\n]*)$/

/**
 * Parses `; name=value; name="value"` to the end, with names in lower case. A parameter may be
 * empty (RFC 9110, section 5.6.6). Returns `undefined` for any other text and for a repeated name.
 * A backslash is an ordinary character, as browsers write quotes as `%22`. But `\"` is refused: for
 * some programs it ends the value, for others not.
 */
function readParameters(text: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>()
  const form =
    /[ \t]*;(?:[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\(?!"))*)"|([^\s";]+)))?[ \t]*/y
  while (form.lastIndex < text.length) {
    const [all, name = '', quoted, bare] = form.exec(text) ?? []
    if (all === undefined || parameters.has(name.toLowerCase())) return undefined
    if (name !== '') parameters.set(name.toLowerCase(), quoted ?? bare ?? '')
  }
  return parameters
}

function skipLineEnds(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) at += lineEnd.length
  return at
}

function startsWith(bytes: Buffer, text: string, at: number): boolean {
  return bytes.toString('latin1', at, at + text.length) === text
}

function malformed(sentence: string): ApiError {
  return new ApiError('badRequest', `The multipart/form-data body is malformed. ${sentence}`)
}
