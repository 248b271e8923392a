import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { assertCost, assertLinear, linearTimes } from '../support/cost.ts'
import { root } from '../support/folders.ts'

const lib = join(root, 'lib')
const tools = join(root, 'test', 'tools')
const load = createRequire(join(tools, 'package.json'))
const skip = existsSync(join(tools, 'node_modules', 'recheck'))
  ? false
  : 'LEFT OUT: npm ci --prefix test/tools was not run'

/** A regular expression, and the module that has it or makes it. */
interface Pattern {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/**
 * The patterns that are not linear: the beginning of each, the most code units that it gets, and
 * what holds them to that.
 */
const bounded: ReadonlyArray<readonly [file: string, start: string, units: number, why: string]> = [
  ['catalogue/search-signs', '\\bxX.+Xx', 200, 'the search reads 200 code units of a query'],
  ['catalogue/search-signs', '(?:^|\\s)(?:[.·•–—-]{1,6}', 200, 'the search reads 200 code units of a query'],
  ['catalogue/search-signs', '\\b(?=[\\d\\s]*([2-9])\\1)', 200, 'the search reads 200 code units of a query'],
  ['catalogue/search-signs', '\\b(?=[\\d\\s]*\\d\\d)', 200, 'the search reads 200 code units of a query'],
  ['catalogue/search-signs', '\\b(?=[\\da-f ]*\\d)', 200, 'the search reads 200 code units of a query'],
  ['engine/decoding/mojibake', '[‘’“”…–—«»‹›œšž]*$', 64, 'it gets the bytes of one character'],
]

/** Properties of Unicode whose short names the tool does not know. */
const longNames: Readonly<Record<string, string>> = {
  DI: 'Default_Ignorable_Code_Point',
  EMod: 'Emoji_Modifier',
  EPres: 'Emoji_Presentation',
  ExtPict: 'Extended_Pictographic',
  Gr_Ext: 'Grapheme_Extend',
  RI: 'Regional_Indicator',
  VS: 'Variation_Selector',
}

/** Modules that do something when they are loaded, or that need a page. */
const isNotLoaded = /^(?:process|pages.browser)\b|rewrite-child|service.reader/

describe('each regular expression of the service', { skip }, () => {
  test('is linear for every text, or its text is bounded', async () => {
    const files = readdirSync(lib, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d)\.ts$/.test(file))
    const literals = files.flatMap(literalsIn)
    const made = await collectMade(files)
    const all = new Map([...literals, ...made].map((one) => [`${one.source}/${one.flags}`, one]))
    assert.ok(all.size > 400, `only ${all.size} are found`)
    const { check } = await import(pathToFileURL(load.resolve('recheck')).href)
    const used = new Set<string>()
    const faults: string[] = []
    for (const { file, source, flags } of all.values()) {
      const known = source.replace(/(?<=\\p\{)\w+(?=\})/gi, (name) => longNames[name] ?? name)
      const { status, attack, error } = await check(known, flags, { timeout: 60_000 })
      if (status === 'safe') continue
      const name = `${file}: /${source}/${flags}`
      if (attack === undefined) faults.push(`${name} ${JSON.stringify(error)}`)
      else {
        const limit = bounded.find(([at, start]) => file === `${at}.ts` && source.startsWith(start))
        if (limit !== undefined) used.add(limit[1])
        const fault = faultOf(new RegExp(source, flags), attack, limit?.[2])
        if (fault !== undefined) faults.push(`${name} ${fault}`)
      }
    }
    assert.deepEqual(faults, [])
    for (const [file, start] of bounded) assert.ok(used.has(start), `${file}: ${start} is linear`)
    console.log(`${all.size} were judged, of which ${used.size} get a bounded text`)
  })
})

/** A text that may take long: each part with its repetitions, and an end. */
interface Attack {
  readonly pumps: ReadonlyArray<{ readonly prefix: string; readonly pump: string }>
  readonly suffix: string
}

const longest = 10_000

/**
 * Measures an attack, because the tool also guesses: returns why its cost is beyond linear for the
 * longest text or, where a pattern gets at most so many code units, far beyond that of a text of
 * ten thousand.
 */
function faultOf(
  pattern: RegExp,
  { pumps, suffix }: Attack,
  units: number | undefined,
): string | undefined {
  const repeated = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const textOf = (length: number): string => {
    const count = Math.ceil(length / repeated)
    return pumps.map(({ prefix, pump }) => prefix + pump.repeat(count)).join('') + suffix
  }
  const work = (length: number) => () => textOf(length).replace(pattern, '')
  try {
    if (units === undefined) assertLinear('its attack', work(longest / linearTimes), work(longest))
    else assertCost('its attack', work(units), () => textOf(longest).replace(/[^c]*c/y, ''), 100)
    return undefined
  } catch (fault) {
    return String(fault)
  }
}

/** Returns the regular expressions that are written in a module. */
function literalsIn(file: string): Pattern[] {
  const found: Pattern[] = []
  walk(parse(file), (node) => {
    const regex = node['regex']
    if (!isNode(regex)) return
    found.push({ file, source: String(regex['pattern']), flags: String(regex['flags']) })
  })
  return found
}

/** Loads the modules, uses every style, and returns the regular expressions that are made. */
async function collectMade(files: readonly string[]): Promise<readonly Pattern[]> {
  const made = new Map<string, Pattern>()
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, given, newTarget) {
      const pattern: RegExp = Reflect.construct(target, given, newTarget)
      const [, file] = /\/lib\/([\w/-]+\.ts)/.exec(new Error().stack ?? '') ?? []
      const { source, flags } = pattern
      if (file !== undefined) made.set(`${source}/${flags}`, { file, source, flags })
      return pattern
    },
  })
  try {
    for (const file of files) {
      if (!isNotLoaded.test(file)) await import(pathToFileURL(join(lib, file)).href)
    }
    const { loadShipped } = await import('../support/shared-catalogue.ts')
    for (const { transform } of loadShipped().catalogue.values()) {
      for (const language of ['en', 'es', 'fr', 'tr']) for (const text of texts) transform(text, language)
    }
  } finally {
    globalThis.RegExp = original
  }
  const makers = new Set(Array.from(made.values(), ({ file }) => file))
  const idle = files.filter((file) => {
    const isMaker = /new RegExp\(/.test(readFileSync(join(lib, file), 'utf8'))
    return isMaker && !makers.has(file) && !isNotLoaded.test(file)
  })
  assert.deepEqual(idle, [], 'they have made none')
  return [...made.values()]
}

/** Codes and decorations, so that each reader makes its patterns. */
const texts = [
  ...['Hello World 12 çé', '.... . .-.. .-.. ---', '⠠⠓', '%41%42 &amp; 0x41 \\u0041', 'Hopolapa'],
  ...['ⅩⅢ', '48 65 6c', '\u0301a\u0301\u0302', '🅷 x♥y♥z', 'ｗｉｄｅ ｔｅｘｔ', 'ｖ ａ ｐ ｏ ｒ', '11 22'],
  ...['שלום (a) עולם', 'مرحبا', 'раypal', '🅰 ❤️ 𐰀', 'Ab éÀ XML l’été'],
]

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function parse(file: string): Node {
  const { code } = transformSync(readFileSync(join(lib, file), 'utf8'), { loader: 'ts' })
  return load('acorn').parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
}

/** Calls `visit` with each node of a syntax tree. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (!isNode(node)) return
  visit(node)
  for (const part of Object.values(node)) walk(part, visit)
}
