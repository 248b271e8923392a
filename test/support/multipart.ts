/** The fields of a body, in their order. */
export type Pairs = Array<[name: string, value: string]>

/** The fields that Node reads from a body, without files; `undefined` if it refuses it. */
export async function formData(
  body: string | Buffer,
  boundary: string,
): Promise<Pairs | undefined> {
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  try {
    const form = await new Response(body, { headers }).formData()
    return [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  } catch {
    return undefined
  }
}

const boundaries = [
  ...['----WebKitFormBoundaryAbCdEfGh12345678', '-----------------------------90519140415448433'],
  ...['------------------------d74496d66958873e', '----formdata-undici-012345678901', 'x y', 'b'],
  ...['----=_Part_3_12.34', "'()+_,-./:=?0", `${'a'.repeat(69)}b`],
]
const values = [
  ...['', 'x', 'text', '\r\n', '\n', '\r', '-', '--', '\r\n--', '\r\n\r\n', '"', '; filename="a"'],
  ...['\0', '%22', '\xc3\xa9', '\xf0\x9f\x98\x80', '\xff', '\xed\xa0', '--c--\r\n', 'a=b&c'],
  'Content-Disposition: form-data; name="a"',
]
const names = ['text', 'slug', 'a%22b', '%0D%0a', '', '\xc3\xa9', "it's", 'a;b', 'a=b', 'C:\\a']
const others = ['', 'Content-Type: text/plain; charset=utf-8', 'X-A: b', 'Content-Length: 3']

/** A body that is well written, one code unit a byte, and the fields that it has. */
export function randomBody(draw: (count: number) => number): {
  readonly body: string
  readonly boundary: string
  readonly pairs: Pairs
} {
  const pick = (items: readonly string[]): string => items[draw(items.length)] ?? ''
  const boundary = pick(boundaries)
  const pairs: Pairs = []
  let body = ''
  for (let count = draw(5); count > 0; count--) {
    let value = ''
    for (let pieces = draw(6); pieces > 0; pieces--) value += pick(values)
    // Node's parser looks for the boundary without the characters before it.
    if (value.includes(boundary)) value = 'x'
    const name = pick(names)
    const file = draw(4) === 0 ? pick(['; filename=""', '; filename="a.txt"']) : ''
    body += `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`
    const other = pick(others)
    body += `${other}${other === '' ? '' : '\r\n'}\r\n${value}\r\n`
    if (file !== '') continue
    const decoded = name.replaceAll('%22', '"').replace(/%0D%0a/, '\r\n')
    pairs.push([utf8(decoded), utf8(value)])
  }
  return { body: `${body}--${boundary}--${pick(['', '\r\n'])}`, boundary, pairs }
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}
