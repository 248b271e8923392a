/** What is in brackets, and may be a face. */
const inBrackets = new RegExp(
  '[(（](?:[^()（）\\n]{1,20}|[^()\\n]{1,8}\\([^()\\n]\\)[^()\\n]{1,8})[)）]|ʕ[^ʕʔ\\n]{2,14}ʔ|' +
    '[༼꒰［[][^\\n()[\\]［］༽꒱]{3,20}[༽꒱］\\]]',
  'gu',
)

/** Two eyes beside a mouth. */
const mouths = '‿⏝◡ωдДﻌᴥ∀∇▽ヮᗜᴗᴖᵕ﹏︿︵︶ᆺꞈ□◇△ロ口ڡ益皿'
const mouth = `[${mouths}]\\p{M}*`
const looks = '◕◉⊙☉ಠಥఠ●○◔◑ᵔ˘°❛⚆≧≦¬'
const eye = '(?![\\p{sc=Latn}\\p{N}\\p{Z}\\u{1d400}-\\u{1d7ff}](?<!ʘ))[^]\\p{M}{0,4}'
const features = new RegExp(
  `(?=${mouth})(?<=(?<![\\p{L}\\p{N}]{2}|\\p{L}\\P{L}\\p{L})(?<before>(?<eye>${eye})[｡・･ ]?))` +
    `${mouth}[｡・･ ]?\\k<eye>(?![\\p{L}\\p{N}]{2}|\\p{L}[^\\p{L}\\s])|` +
    '(?<look>[' + looks + ']\\p{M}{0,4})[._-]\\k<look>',
  'gu',
)

/** What faces have in common: one of these. */
export const signsOfFaces = new RegExp(`[${mouths}${looks}(（ʕ༼꒰［[]`)

/** Arms, and what is thrown or felt. */
const arm = '(?:[\\p{S}\\p{Lm}]|(?![,;:!?"\'“”‘’()（）])\\p{P}|' +
  '[ﾉノヽヾつっづ٩۶୧୨ლщоᕙᕗᕦᕤฅง凸ƪʃ乁ㄏヘ](?![^\\P{L}彡])|[dbo](?![\\p{L}\\p{N}]))\\p{M}*'
const armsBefore = new RegExp(`(?<=((?:┬─┬ ?)?(?:${arm}){0,6}))`, 'uy')
const armsAfter = new RegExp(`((?:${arm}){0,6}(?: [♡♥♪♫☆]| ?[彡ミﾐ︵⌒~＾=]{0,2} ?┻━┻)?)`, 'uy')

/** Finds faces with their arms. */
export function* findFaces(text: string): Generator<readonly [start: number, end: number]> {
  for (const pattern of [inBrackets, features]) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const { 0: written, groups = {} } = found
      const start = found.index - (groups.before?.length ?? 0)
      const end = found.index + written.length
      const [left, right] = [matchAt(armsBefore, text, start), matchAt(armsAfter, text, end)]
      if (pattern === features || isFace(written.slice(1, -1), left !== '' && right !== '')) {
        yield [start - left.length, end + right.length]
      } else {
        pattern.lastIndex = found.index + 1
      }
    }
  }
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(text)?.[1] ?? ''
}

/** Eyes and mouths that are letters or digits by Unicode. */
const signs = /[\p{P}\p{S}ˇˆˊˋᵔᵕᴗᴖᴥʘʖºᵒツ⁰¹²³]/u
const styled = /[\u{1d400}-\u{1d7ff}\u24b6-\u24e9\u{1f110}-\u{1f189}]/u
const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Han', 'Hiragana'].map((one) => `Script=${one}`),
  'Nd',
].map((property) => new RegExp(`\\p{${property}}`, 'u'))

/** Returns whether something in brackets is two signs, or one between arms, and hardly a word. */
function isFace(inner: string, hasArms: boolean): boolean {
  if (styled.test(inner)) return false
  const points = inner.match(/[^\s\p{M}]/gu) ?? []
  const others = points.filter((one) => !signs.test(one))
  const most = hasArms ? points.length : points.length - 1
  const isDrawn = points.length - others.length >= (hasArms ? 1 : 2) && scripts.every((script) => {
    return others.filter((one) => script.test(one)).length * 2 <= most
  })
  return isDrawn || sameEyes.test(inner)
}

/** Two eyes beside a mouth; or two letters beside one of another script. */
const cyrillic = '\\p{sc=Cyrl}'
const sameEyes = new RegExp(
  `${features.source}|` +
    `^\\P{L}*(?!\\p{M})(?<letter>${cyrillic})(?!${cyrillic})\\p{L}\\k<letter>\\P{L}*$`,
  'u',
)
