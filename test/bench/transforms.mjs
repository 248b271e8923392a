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
  const slowest = new Map()
  for (const { slug, transform, data } of catalogue.values()) {
    const types = [...new Set(data.operations.map(({ type }) => type))].join(' + ')
    for (const [name, text] of Object.entries(texts)) {
      const milliseconds = time(() => transform(text, 'en'), quick ? 1 : 9)
      const row = slowest.get(types) ?? {}
      if (!(row[name]?.milliseconds > milliseconds)) row[name] = { slug, milliseconds }
      slowest.set(types, row)
    }
  }
  return { size: catalogue.size, slowest }
}

/** What a measurement takes at least, and what all of one generator may take. */
const [groupMs, budgetMs] = [10, 200]

// CPU time, which others on the machine lengthen less; it is exact to some microseconds.
function time(work, most) {
  const groups = []
  const from = performance.now()
  work()
  while (groups.length < most && (groups.length === 0 || performance.now() - from < budgetMs)) {
    const before = process.cpuUsage()
    const groupFrom = performance.now()
    let runs = 0
    do {
      // A string is put together when it is first read.
      work().charCodeAt(0)
      runs++
    } while (performance.now() - groupFrom < groupMs)
    const { user, system } = process.cpuUsage(before)
    groups.push((user + system) / 1000 / runs)
  }
  return median(groups)
}

function take(sentence) {
  return [...sentence.repeat(codePoints)].slice(0, codePoints).join('')
}
