import { entryOf, slugs } from './catalogue-files.ts'
import { formatRequest } from './client.ts'
import type { Request } from './client.ts'
import type { Attack } from './attack.ts'

/** Returns a client's address as a header. */
function client(n: number): string {
  return `X-Forwarded-For: 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
}

/** Repeats a request of a client; the last one closes the connection. */
function pipeline(count: number, request: Request, ...headers: readonly string[]): Buffer[] {
  const all = (more: readonly string[]): Request => {
    return { ...request, headers: [...(request.headers ?? []), ...headers, ...more] }
  }
  const one = formatRequest(all([]))
  return [...Array<Buffer>(count - 1).fill(one), formatRequest(all(['Connection: close']))]
}

/** Sends a request `times` times for each of some clients, each on a connection of its own. */
function apart(clients: number, times: number, request: (index: number) => Request) {
  return {
    connections: clients * times,
    // More would be refused.
    mostOpen: 960,
    write: (index: number) => pipeline(1, request(index), client(index % clients)),
  }
}

function post(target: string, fields: Readonly<Record<string, string>>): Request {
  const body = new URLSearchParams(fields).toString()
  return { method: 'POST', target, body, headers: [formType] }
}

const formType = 'Content-Type: application/x-www-form-urlencoded'
const generate = (fields: Readonly<Record<string, string>>): Request =>
  post('/api?action=generate', fields)

// The longest that the list accepts, together with another digit.
const letters = encodeURIComponent('AbÉ1'.repeat(24))
const listPage = (index: number): Request => ({ target: `/en/?text=${letters}${index % 10}` })

/** A detail that is not kept after a start, a different one for each index. */
function detail(index: number): Request {
  const [language, accents] = [['en', 'es', 'fr', 'tr'][index % 4], ['styled', 'plain'][index % 2]]
  const slug = slugs[(index >> 2) % slugs.length]
  const query = `action=get_generator&slug=${slug}&lang=${language}&accents=${accents}`
  return { target: `/api?${query}` }
}

/** A body of 128 KiB with a text that has to wait. */
const padded = `slug=zalgo-max&text=${'Ab'.repeat(200)}&pad=`.padEnd(2 ** 17, 'x')

/** A body of 128 KiB with a list of as many items as it can hold. */
const listed = `slug=bold-script&text=a&then=${'aaa,'.repeat(2 ** 15 - 10)}`

/** A body of 128 KiB with a text of blanks. */
const blanks = `slug=bold-script&text=${'+'.repeat(2 ** 17 - 22)}`

/** The addresses of the pages of styles. */
const pages = slugs.map((slug) => entryOf(slug, 'en').page)

/** 10,000 different syllables, for which `plain-text` needs longest. */
const hangul = Array.from({ length: 10_000 }, (_, at) => String.fromCharCode(0xac00 + at)).join('')

/** A head of almost 16 KiB in 90 lines. */
export function longHead(request: Request, index: number): Buffer {
  const headers = [...(request.headers ?? []), client(index)]
  const room = 16_000 - formatRequest({ ...request, headers }).length
  const lines = Array.from({ length: 90 }, (_, line) => {
    return `X-${line}-${index}: `.padEnd(Math.floor(room / 90) - 2, 'x')
  })
  return formatRequest({ ...request, headers: [...headers, ...lines] })
}

/** A request whose body comes in chunks of one byte. */
function inBytes(method: string, target: string, index: number): Buffer[] {
  const headers = [formType, 'Transfer-Encoding: chunked', client(index)]
  const head = formatRequest({ method, target, headers })
  return [head, Buffer.from('1\r\na\r\n'.repeat(2 ** 17)), Buffer.from('0\r\n\r\n')]
}

const dripped: ReadonlyArray<readonly [method: string, target: string]> = [
  ['POST', '/api?action=generate'],
  ['POST', '/api?action=stats'],
  ['PUT', '/api'],
  ['POST', '/nothing'],
  ['POST', '/en/'],
  ['DELETE', '/en/bold-sans'],
  ['POST', '/health'],
  ['POST', '/openapi.json'],
]

const unfinished = ['Content-Length: 131072', formType]

/** Fills everything that has a bound: bodies, heads, turns, unread answers and what waits. */
function atOnce(index: number): Buffer[] {
  const target = `/api?action=generate&text=${index}`.padEnd(15_500, 'x')
  const headers = [...unfinished, client(index)]
  switch (index % 8) {
    case 0:
      return [formatRequest({ ...listPage(index), headers: [client(index)] })]
    case 1:
      return pipeline(8, { target: '/api?action=list_generators' }, client(index))
    case 2:
      return [
        formatRequest({ ...listPage(index), headers: [client(index)] }),
        ...Array<Buffer>(20).fill(longHead({ target: '/health' }, index)),
      ]
    case 3:
      return [longHead({ target: '/health' }, index).subarray(0, -2)]
    case 4:
      return [formatRequest({ method: 'POST', target: '/api', headers, body: padded.slice(0, 60_000) })]
    default:
      return [formatRequest({ method: 'POST', target, headers, body: '' })]
  }
}

/** The attacks that were found, each with its promises. */
export const attacks: readonly Attack[] = [
  {
    title: '400 list pages with a text of two clients',
    connections: 200,
    write: (index) => pipeline(2, listPage(index), client(index % 2)),
    reads: true,
    worstMs: 1_000,
  },
  {
    title: '400 list pages with a text, unread',
    connections: 200,
    write: (index) => pipeline(2, listPage(index), client(index % 4)),
    reads: false,
  },
  {
    title: '1,600 padded bodies of 16 clients',
    ...apart(16, 100, () => ({ ...generate({}), body: padded })),
    reads: true,
    worstMs: 1_000,
  },
  {
    title: '4,000 padded bodies of as many clients',
    connections: 4_000,
    fillsConnections: true,
    write: (index) => pipeline(1, { ...generate({}), body: padded }, client(index)),
    reads: true,
    // All 1,024 connections may have a body of 128 KiB at once.
    mostMebibytes: 350,
  },
  {
    title: '400 lists of 32,758 items, one client',
    connections: 400,
    write: () => pipeline(1, { ...generate({}), body: listed }, client(0)),
    reads: true,
    isQuick: true,
  },
  {
    title: '500 lists of 32,758 items, five clients',
    connections: 500,
    write: (index) => pipeline(1, { ...generate({}), body: listed }, client(index % 5)),
    reads: true,
  },
  {
    title: '1,000 bodies of blanks, ten clients',
    connections: 1_000,
    write: (index) => pipeline(1, { ...generate({}), body: blanks }, client(index % 10)),
    reads: true,
  },
  {
    title: '552 long texts of Hangul of twelve clients, each on a new connection',
    ...apart(12, 46, () => generate({ slug: 'plain-text', text: hangul })),
    everyMs: 3,
    reads: true,
    isQuick: true,
    worstMs: 1_000,
  },
  {
    title: '1,000 pages with a text of a client at its limit',
    connections: 1_000,
    write: (index) => {
      const target = `/en/${pages[index % pages.length]}?text=a`
      const stats = { target: '/api?action=stats' }
      return pipeline(1, index < 100 ? stats : { target }, client(0))
    },
    everyMs: 1,
    reads: true,
    worstMs: 1_000,
  },
  {
    title: '200 connections with 999 refused requests, read',
    connections: 200,
    write: (index) => pipeline(999, { target: '/api?action=stats' }, client(index % 3)),
    reads: true,
    worstMs: 2_000,
  },
  {
    title: '200 connections with 999 refused requests, unread',
    connections: 200,
    write: (index) => pipeline(999, { target: '/api?action=stats' }, client(index % 3)),
    reads: false,
    worstMs: 2_000,
    isQuick: true,
  },
  {
    title: '60 connections with 999 requests for /openapi.json, read',
    connections: 60,
    write: () => pipeline(999, { target: '/openapi.json' }),
    reads: true,
    isQuick: true,
  },
  {
    title: '60 connections with 999 requests for /openapi.json, unread',
    connections: 60,
    write: () => pipeline(999, { target: '/openapi.json' }),
    reads: false,
  },
  {
    title: '60 connections with a page and 990 requests behind it',
    connections: 60,
    write: (index) => [
      formatRequest({ ...listPage(index), headers: [client(index)] }),
      ...pipeline(990, { target: '/health' }),
    ],
    reads: true,
  },
  {
    title: '4,000 connections with the largest heads, whose bodies are missing',
    connections: 4_000,
    fillsConnections: true,
    write: (index) => {
      const target = '/api?action=generate'
      return [longHead({ method: 'POST', target, headers: unfinished, body: '' }, index)]
    },
    reads: true,
  },
  {
    title: '4,000 connections with the longest targets, whose bodies are missing',
    connections: 4_000,
    fillsConnections: true,
    write: (index) => {
      const target = `/api?action=generate&text=${index}`.padEnd(15_500, 'x')
      const headers = [...unfinished, client(index)]
      return [formatRequest({ method: 'POST', target, headers, body: '' })]
    },
    reads: true,
    // They fill the budget of unfinished bodies: 200 to 255 MiB.
    mostMebibytes: 350,
  },
  {
    title: '4,000 connections with the largest heads, which do not end',
    connections: 4_000,
    fillsConnections: true,
    write: (index) => [longHead({ target: '/health' }, index).subarray(0, -2)],
    reads: true,
  },
  {
    title: '400 connections with a page, and 20 requests with the largest heads behind it',
    connections: 400,
    write: (index) => [
      formatRequest({ ...listPage(index), headers: [client(index % 20)] }),
      ...Array<Buffer>(20).fill(longHead({ target: '/health' }, index)),
    ],
    reads: true,
  },
  {
    title: '4,000 connections of all kinds at once',
    connections: 4_000,
    fillsConnections: true,
    write: atOnce,
    reads: false,
    mostMebibytes: 350,
  },
  {
    title: '64 connections with chunks of one byte',
    connections: 64,
    write: (index) => {
      const [method, target] = dripped[index % dripped.length] ?? ['', '']
      return inBytes(method, target, index)
    },
    reads: true,
    isQuick: true,
    // Node 26 has 230 to 265 MiB, Node 20 has 200 to 240.
    mostMebibytes: Number.parseInt(process.versions.node, 10) < 26 ? 250 : 350,
  },
  {
    title: 'details that are not kept, one client',
    ...apart(1, 100, detail),
    reads: true,
    isQuick: true,
    medianMs: 200,
    worstMs: 500,
  },
  {
    title: 'details that are not kept, twelve clients',
    ...apart(12, 100, detail),
    reads: true,
    worstMs: 1_000,
  },
  {
    title: 'keycap, twelve clients',
    ...apart(12, 100, () => generate({ slug: 'keycap', text: '1a'.repeat(5_000) })),
    reads: true,
    worstMs: 1_000,
  },
  {
    title: 'missing pages with words, 64 connections',
    connections: 64,
    write: (index) => {
      const target = `/tr/kalin-italik-gotik-el-yazisi-ustu-cizili-${index}`
      return pipeline(9, { target, headers: ['Accept: text/html'] })
    },
    reads: true,
  },
  {
    title: 'kept pages, 200 connections',
    connections: 200,
    write: () => pipeline(9, { target: '/en/' }),
    reads: true,
  },
  ...words(),
  ...chains(),
]

/** Known words with known endings in turn, of which every split was tried, and escapes. */
function words(): Attack[] {
  const known = ['kalin' + 'nuni'.repeat(12), 'negrita' + 'os'.repeat(12), 'bold' + 'es'.repeat(20)]
  const asked = (index: number): string => `${known[index % known.length]}q`
  const escapes = ['%41'.repeat(3_333), '?a='.repeat(3_333)]
  return [
    {
      title: 'known words with known endings',
      connections: 12,
      write: (index) => [
        formatRequest({ target: `/tr/${asked(index)}`, headers: ['Accept: text/html'] }),
        formatRequest({
          target: `/api?action=list_generators&lang=tr&search=${asked(index)}`,
          headers: [client(index), 'Connection: close'],
        }),
      ],
      reads: true,
      isQuick: true,
      medianMs: 200,
      worstMs: 500,
    },
    {
      title: 'escapes with a blank behind',
      ...apart(1, 40, (index) => {
        const text = `${escapes[index % escapes.length]}${index % 4 < 2 ? ' ' : ''}`
        return generate({ slug: 'plain-text', text })
      }),
      reads: true,
      isQuick: true,
      medianMs: 200,
      worstMs: 500,
    },
    {
      title: 'different rare signs, twelve clients',
      ...apart(12, 100, (index) => generate({
        slug: ['crazy-random', 'ransom', 'font-mash'][index % 3] ?? '',
        text: rareSigns(index % 12),
      })),
      reads: true,
      worstMs: 1_000,
    },
  ]
}

/** 10,000 letters of many scripts, nearly all different. */
function rareSigns(index: number): string {
  const all = Array.from({ length: 0x10000 }, (_, point) => String.fromCharCode(point))
    .filter((sign) => /^\p{L}$/u.test(sign))
  return Array.from({ length: 10_000 }, (_, at) => all[((at + index) * 7_919) % all.length]).join('')
}

function chains(): Attack[] {
  const dearest = { slug: 'stacked-vertical', then: 'four-dots-above,zalgo-max,bracket-square' }
  const worst = { slug: 'staircase', then: 'x-above-below,zalgo-mini,three-dots-below' }
  return [
    {
      title: 'chains, one client',
      ...apart(1, 100, () => generate({ ...dearest, text: '𝐀'.repeat(1_000) })),
      reads: true,
      medianMs: 200,
      worstMs: 500,
    },
    {
      title: 'chains, twelve clients',
      ...apart(12, 100, () => generate({ ...worst, text: 'Aé'.repeat(500) })),
      reads: true,
      worstMs: 1_000,
    },
  ]
}
