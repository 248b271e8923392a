import { ApiError } from './api-error.ts'

/**
 * The boundary that a `Content-Type` of `multipart/form-data` names, or `undefined` for another
 * media type. Throws `badRequest` where it names none, several, or one that no boundary may be.
 * https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
 */
export function readBoundary(contentType: string): string | undefined {
  const mediaType = /^multipart\/form-data(?=[ \t]*(?:;|$))/i.exec(contentType)?.[0]
  if (mediaType === undefined) return undefined
  const boundary = readParameters(contentType.slice(mediaType.length))?.get('boundary')
  if (boundary !== undefined && boundaryForm.test(boundary)) return boundary
  throw new ApiError(
    'badRequest',
    'The Content-Type multipart/form-data must name one boundary of 1 to 70 characters; ' +
      'leave this header to the program that writes the body.',
  )
}

const boundaryForm = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/**
 * Parses a body of `multipart/form-data` into the names and values of its parts, in their order;
 * parts with a file name are left out. Ill-formed UTF-8 becomes U+FFFD, and what a part says of its
 * charset counts for nothing. Throws `badRequest` for all that is not written as the standard says,
 * and `contentTooLarge` for more than 100 parts.
 * https://www.rfc-editor.org/rfc/rfc7578 and https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
export function parseMultipart(
  body: Uint8Array,
  boundary: string,
): Array<[name: string, value: string]> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const pairs: Array<[name: string, value: string]> = []
  let at = findStart(bytes, `--${boundary}`)
  for (let count = 0; !isEnd(bytes, at); count++) {
    if (count === maxParts) throw tooManyParts()
    const headersEnd = findHeadersEnd(bytes, at)
    const name = readFieldName(bytes.toString('utf8', at + lineEnd.length, headersEnd))
    const start = headersEnd + blankLine.length
    // From the empty line on: a boundary there is one of an empty part to some, its text to others.
    const end = bytes.indexOf(delimiter, start - lineEnd.length)
    if (end < start) throw malformed('A part must end in CR LF, two hyphens and the boundary.')
    if (name !== undefined) pairs.push([name, bytes.toString('utf8', start, end)])
    at = end + delimiter.length
  }
  return pairs
}

const maxParts = 100
const maxHeaderBytes = 4_096
const [lineEnd, blankLine] = ['\r\n', '\r\n\r\n'] as const

/** The place behind the first boundary, before which only line ends may stand. */
function findStart(bytes: Buffer, boundaryLine: string): number {
  const at = skipLineEnds(bytes, 0)
  if (startsWith(bytes, boundaryLine, at)) return at + boundaryLine.length
  throw malformed('The body must begin with two hyphens and the boundary.')
}

/** Whether the boundary before `at` is the last one, behind which only line ends may stand. */
function isEnd(bytes: Buffer, at: number): boolean {
  if (startsWith(bytes, lineEnd, at)) return false
  if (startsWith(bytes, '--', at) && skipLineEnds(bytes, at + 2) === bytes.length) return true
  throw malformed('A boundary ends its line (CR LF); the last one, with two hyphens, the body.')
}

/** The place of the empty line that ends the headers of a part; `at` is its boundary's line end. */
function findHeadersEnd(bytes: Buffer, at: number): number {
  const length = bytes.subarray(at, at + maxHeaderBytes).indexOf(blankLine)
  if (length !== -1) return at + length
  throw malformed(`The headers of a part must end within ${maxHeaderBytes} bytes in an empty line.`)
}

/** The name of the field that a part with these headers is; `undefined` for a file. */
function readFieldName(headers: string): string | undefined {
  let disposition: ReadonlyMap<string, string> | undefined
  for (const line of headers.split(lineEnd)) {
    const [, name = '', text = ''] = headerForm.exec(line) ?? []
    if (name === '') throw malformed('A header of a part is not written as "Name: value".')
    // Not in the pattern: blanks that two of its parts can match take quadratic time.
    const value = text.replace(/^[ \t]+/, '')
    const lowerCaseName = name.toLowerCase()
    if (lowerCaseName === 'content-transfer-encoding' && !plainEncoding.test(value)) {
      throw malformed('A part must be sent as it is, without a Content-Transfer-Encoding.')
    }
    if (lowerCaseName !== 'content-disposition') continue
    const type = /^form-data(?=[ \t]*;)/i.exec(value)?.[0]
    if (type === undefined || disposition !== undefined) throw badDisposition()
    disposition = readParameters(value.slice(type.length))
    if (disposition === undefined) throw badDisposition()
  }
  const name = disposition?.get('name')
  if (name === undefined) throw badDisposition()
  const isFile = [...(disposition?.keys() ?? [])].some((key) => /^filename(?:\*|$)/.test(key))
  return isFile ? undefined : name.replace(/%(?:0A|0D|22)/gi, decodeURIComponent)
}

const headerForm = /^([\w!#$%&'*+.^`|~-]+):([^\0\r\n]*)$/
const plainEncoding = /^(?:7bit|8bit|binary)[ \t]*$/i

/**
 * Reads `; name=value; name="value"` to the end, names in lower case. `undefined` for anything
 * else, and for a name that is given twice. A backslash is one: browsers write quotes as `%22`, and
 * `\"`, which ends the value for some programs and not for others, is refused.
 */
function readParameters(text: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>()
  const form = /[ \t]*;[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\(?!"))*)"|([^\s";]+))[ \t]*/y
  while (form.lastIndex < text.length) {
    const [all, name = '', quoted, bare] = form.exec(text) ?? []
    if (all === undefined || parameters.has(name.toLowerCase())) return undefined
    parameters.set(name.toLowerCase(), quoted ?? bare ?? '')
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

function badDisposition(): ApiError {
  return malformed('Each part takes one header Content-Disposition: form-data; name="text".')
}

function tooManyParts(): ApiError {
  return new ApiError('contentTooLarge', `The request body may hold ${maxParts} parts at most.`)
}
