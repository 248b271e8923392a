// What 10,000 code points cost each operation of the catalogue, without HTTP.
import { join } from 'node:path'
import { median } from './numbers.mjs'
import { dist, root } from './paths.mjs'

const codePoints = 10_000

/** Nothing but ASCII; what Europeans write; what takes grapheme clusters. */
const texts = {
  ascii: take('The quick brown fox jumps over 13 lazy dogs, Mr. Jock! '),
  accented: take('Señor Müller a déjà vu la façade à Zürich, n’est-ce pas? Şişli, İzmir. '),
  clusters: take('👩‍👩‍👧‍👦 e\u0301a\u0308 🇫🇷🇩🇪 1️⃣ 👍🏽 Z\u0351\u036b\u0343 한국 क्षि \r\n'),
}

/** By operations, such as `map + reverse`: for each kind of text, the slowest generator. */
export async function measureTransforms(quick) {
  const { loadCatalogue } = await import(join(dist, 'lib', 'catalogue.js'))
  const catalogue = loadCatalogue(join(root, 'generators'), join(root, 'locales'))
  const generators = [...catalogue.values()]
  const slowest = new Map()
  for (const types of new Set(generators.map(typesOf))) {
    const same = generators.filter((generator) => typesOf(generator) === types)
    const row = {}
    for (const [name, text] of Object.entries(texts)) row[name] = findSlowest(same, text, quick)
    slowest.set(types, row)
  }
  return { size: catalogue.size, slowest }
}

function typesOf({ data }) {
  return [...new Set(data.operations.map(({ type }) => type))].join(' + ')
}

// All once, and then those that seemed slow thoroughly.
function findSlowest(generators, text, quick) {
  const candidates = measure(quick ? generators.slice(0, 5) : generators, text, 2).slice(0, 3)
  return measure(candidates.map(({ generator }) => generator), text, quick ? 3 : 11)[0]
}

function measure(generators, text, runs) {
  return generators
    .map((generator) => {
      const times = Array.from({ length: runs }, () => time(() => generator.transform(text, 'en')))
      // The first run is likely to be the one that compiles.
      return { generator, slug: generator.slug, milliseconds: median(times.slice(1)) }
    })
    .sort((one, other) => other.milliseconds - one.milliseconds)
}

// CPU time, which others on the machine lengthen less. A string is put together when it is read.
function time(work) {
  const before = process.cpuUsage()
  work().charCodeAt(0)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function take(sentence) {
  return [...sentence.repeat(codePoints)].slice(0, codePoints).join('')
}
