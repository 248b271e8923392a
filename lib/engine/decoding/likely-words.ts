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
    'over love',
    'de la que el en y los se del las un por con una su para es al lo como mas pero sus le ya este',
    'si porque esta entre cuando muy sin sobre ser tiene tambien hay donde quien desde todo nos te',
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

/** Returns how much likelier letters are in one of the languages than by chance, as a logarithm. */
function likelihood(counts: readonly number[]): number {
  const sums = frequencies.map((row) =>
    row.reduce((sum, value, at) => sum + value * (counts[at] ?? 0), 0),
  )
  return Math.max(...sums)
}

/** Shifts each letter of ASCII back in the alphabet. */
function shiftBack(text: string, steps: number): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const first = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 26 - steps) % 26) + first)
  })
}

/** What another shift must be better by: some letters, and words. */
const leastGain = 9
const wordGain = 5
const leastLetters = 6
/** Words that are looked at; a text of any language has common ones among these. */
const mostWords = 150

/** Returns a text with its letters shifted back as it is most likely, if that stands out. */
export function readLikelyShift(text: string): string {
  const counts = new Array<number>(26).fill(0)
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = letter.charCodeAt(0) - 97
    counts[at] = (counts[at] ?? 0) + 1
  }
  if (counts.reduce((sum, count) => sum + count, 0) < leastLetters) return text
  // A whole word must be of ASCII: the end of a word is not a word.
  const words = text.slice(0, 20 * mostWords).match(/[\p{L}\p{M}]+/gu) ?? []
  const short = words.slice(0, mostWords).filter((word) => /^[a-z]{2,8}$/i.test(word)).join(' ')
  const scores = counts.map((_, steps) => {
    const shifted = counts.map((_count, at) => counts[(at + steps) % 26] ?? 0)
    const found = short === '' ? [] : shiftBack(short, steps).split(' ').filter(isCommon)
    return likelihood(shifted) + wordGain * found.length
  })
  const best = scores.indexOf(Math.max(...scores))
  return (scores[best] ?? 0) > (scores[0] ?? 0) + leastGain ? shiftBack(text, best) : text
}
