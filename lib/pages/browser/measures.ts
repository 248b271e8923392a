import { graphemeClusters } from '../../engine/graphemes.ts'
import { countCodePoints } from '../../engine/text.ts'

/**
 * What other services accept, as in November 2026, each in the unit that it counts. Where a service
 * does not say what it counts, that is the largest count: UTF-16 units.
 */
const limits = [
  // https://docs.discord.com/developers/resources/user#usernames-and-nicknames
  ['limit-discord', 32, inUnits],
  // As its form accepts, of which no document says more
  ['limit-steam', 32, inBytes],
  // Likewise
  ['limit-freefire', 12, inUnits],
  // Likewise, for both
  ['limit-instagram-name', 30, inUnits],
  ['limit-instagram', 150, inUnits],
  // https://docs.x.com/fundamentals/counting-characters
  ['limit-x', 280, weighForX],
  // Also at most 3,000 bytes:
  // https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json
  ['limit-bluesky', 300, (text) => graphemeClusters(text).length, 3000],
  // https://engage-ai.co/linkedin-increases-character-limit-on-linkedin-posts/
  ['limit-linkedin', 3000, inUnits],
] as const satisfies ReadonlyArray<readonly [
  key: string, most: number, count: (text: string) => number, mostBytes?: number,
]>

/** Returns how much of the space of other services, or of one, a well-formed text takes. */
export function limitsOf(text: string, only?: string) {
  const asked = limits.filter(([key]) => only === undefined || key === only)
  return asked.map(([key, most, count, mostBytes = Infinity]) => {
    const taken = count(text)
    return { key, count: taken, most, isPassed: taken > most || inBytes(text) > mostBytes }
  })
}

function inUnits(text: string): number {
  return text.length
}

function inBytes(text: string): number {
  return new TextEncoder().encode(text).length
}

/** https://github.com/twitter/twitter-text/blob/master/config/v3.json */
function weighForX(text: string): number {
  const weights = graphemeClusters(text.normalize()).map((cluster) =>
    emoji.test(cluster) ? 2 : Array.from(cluster, weighPoint).reduce((sum, one) => sum + one, 0),
  )
  return weights.reduce((sum, one) => sum + one, 0)
}

const weighPoint = (point: string): number => (light.test(point) ? 1 : 2)
const light = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/u
const emoji = /^(?=\p{EPres}|\p{Emoji}\ufe0f)[\p{Emoji}\p{Emoji_Component}]+$/u

/** Measures a well-formed text in the units of limits, each with the key of its text. */
export function measureText(text: string) {
  return [
    // What readers call characters.
    ['length-graphemes', graphemeClusters(text).length],
    ['length-code-points', countCodePoints(text)],
    ['length-utf16', text.length],
    ['length-utf8', inBytes(text)],
  ] as const
}

/** Returns by how many letters of the alphabet a text is shifted, by its first letter. */
export function shiftOf(shifted: string, text: string): string {
  const at = shifted.search(/[a-z]/i)
  return at < 0 ? '–' : String((shifted.charCodeAt(at) - text.charCodeAt(at) + 26) % 26)
}
