/**
 * Common words of English, Spanish, French and Turkish, without accents. Most are short, because
 * any text has some of them.
 */
const common = new Set(
  [
    'the of and to a in is it you that he was for on are as with his they at be this have from or',
    'had by but not what all were we when your can said there an each which she do how their if',
    'will up about out many then them these so some her would make him has look more go see me my',
    'no am us our who did get now good day hello world one two three time people great after meet',
    'over love follow insta dark angel king queen baby girl boy star moon life game real like',
    'de la que el en y los se del las un por con una su para es al lo como mas pero sus le ya este',
    'si porque esta entre cuando muy sin sobre ser tiene tambien hay donde quien desde todo nos te',
    'maria jose juan luis vida amor rey reina luz sol',
    'hola mundo mi tu yo hoy casa bueno gracias dia noche amigo quiero aqui estoy soy tengo gusta',
    'et les des est dans qui une sur pas plus par je avec tout ce il sont nous vous mais ou leur',
    'elle au ne cette bien sans bonjour merci monde oui non suis mon ton fait faire etre chat ami',
    've bir bu da ben sen biz siz icin ile cok ne var yok gibi daha kadar sonra ama her o ki mi',
    'merhaba dunya nasil iyi gunaydin evet hayir guzel seni beni bugun yarin tesekkur olarak degil',
  ].join(' ').split(' '),
)

/** Returns whether a word, without case and accents, is common in one of the four languages. */
export function isCommon(word: string): boolean {
  const bare = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return common.has(bare.replaceAll('ı', 'i'))
}

/** How often each letter from a to z occurs in 1,000 letters of each language. */
const frequencies = [
  '82 15 28 43 127 22 20 61 70 2 8 40 24 67 75 19 1 60 63 91 28 10 24 2 20 1',
  '125 14 47 59 137 7 10 7 63 4 1 50 32 70 87 25 9 69 80 46 39 9 1 2 9 5',
  '82 9 34 37 174 11 9 7 75 5 1 55 30 71 54 30 14 66 79 72 63 16 1 4 3 1',
  '119 28 21 47 89 5 25 12 137 1 47 59 38 75 33 9 1 67 48 33 52 10 1 1 33 15',
].map((row) => row.split(' ').map((count) => Math.log((Number(count) * 26) / 1000)))

/** What a common word adds, and a q without u takes away. */
const wordGain = 5
const leastLetters = 5
/** The start of a text that is looked at. */
const sampleLength = 1_000

/** Returns how much likelier a text is in one of the languages than by chance, as a logarithm. */
function scoreOf(text: string): number {
  const counts = new Array<number>(26).fill(0)
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = letter.charCodeAt(0) - 97
    counts[at] = (counts[at] ?? 0) + 1
  }
  const sums = frequencies.map((row) =>
    row.reduce((sum, value, at) => sum + value * (counts[at] ?? 0), 0),
  )
  // A whole word must be of ASCII: the end of a word is not a word.
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => {
    return /^[a-z]{2,8}$/i.test(word) && common.has(word.toLowerCase())
  })
  const odd = text.match(/q(?!u)/gi) ?? []
  return Math.max(...sums) + wordGain * (words.length - odd.length)
}

/** Returns a text, or what its letters are in the alphabet that makes it clearly likelier. */
export function readLikely(text: string, alphabets: readonly string[]): string {
  const sample = text.slice(0, sampleLength)
  if (alphabets.length === 0 || (sample.match(/[a-z]/gi) ?? []).length < leastLetters) return text
  const scores = alphabets.map((alphabet) => scoreOf(readIn(alphabet, sample)))
  const best = Math.max(...scores)
  // One of many may be likelier by chance.
  const isClear = best > scoreOf(sample) + 3 + 2 * Math.log(alphabets.length + 1)
  return isClear ? readIn(alphabets[scores.indexOf(best)] ?? '', text) : text
}

/** Replaces a to z by the letters of an alphabet; returns the same text if one has none there. */
function readIn(alphabet: string, text: string): string {
  let isWhole = true
  const output = text.replace(/[a-z]/gi, (letter) => {
    const at = letter.toLowerCase().charCodeAt(0) - 97
    const read = alphabet[at] ?? ''
    isWhole &&= read !== ''
    return letter < 'a' ? read.toUpperCase() : read
  })
  return isWhole ? output : text
}
