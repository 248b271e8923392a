import { graphemeClusters } from '../../engine/graphemes.ts'
import { countCodePoints } from '../../engine/text.ts'

/**
 * Returns how much of the space of other services a well-formed text takes, as in November 2026:
 * - a nickname or display name on Discord, which does not say what it counts: the largest count
 *   https://docs.discord.com/developers/resources/user#usernames-and-nicknames
 * - a post on X: https://docs.x.com/fundamentals/counting-characters
 * - the text of a profile on Instagram, likewise
 * - a post on Bluesky, which must also have no more than 3,000 bytes:
 *   https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json
 */
export function limitsOf(text: string) {
  const bytes = new TextEncoder().encode(text).length
  const all = [
    ['limit-discord', text.length, 32],
    ['limit-x', weighForX(text), 280],
    ['limit-instagram', text.length, 150],
    ['limit-bluesky', graphemeClusters(text).length, 300, bytes > 3000],
  ] as const
  return all.map(([key, count, most, isTooLarge = false]) => {
    return { key, count, most, isPassed: count > most || isTooLarge }
  })
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
const emoji = /^(?=\p{Emoji_Presentation}|\p{Emoji}\ufe0f)[\p{Emoji}\p{Emoji_Component}]+$/u

/** Measures a well-formed text in the units of limits, each with the key of its text. */
export function measureText(text: string) {
  return [
    // What readers call characters.
    ['length-graphemes', graphemeClusters(text).length],
    ['length-code-points', countCodePoints(text)],
    ['length-utf16', text.length],
    ['length-utf8', new TextEncoder().encode(text).length],
  ] as const
}

/** Returns by how many letters of the alphabet a text is shifted, by its first letter. */
export function shiftOf(shifted: string, text: string): string {
  const at = shifted.search(/[a-z]/i)
  return at < 0 ? '–' : String((shifted.charCodeAt(at) - text.charCodeAt(at) + 26) % 26)
}
