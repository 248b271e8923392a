import { addAll, addTo } from './costs.ts'
import type { Costs, Index, Part } from './costs.ts'
import { codeShapes } from '../code-shapes.ts'
import { rangeOf } from '../mapping-data.ts'
import type { Words } from './words.ts'

/**
 * Returns the signs of a text, each once: emoji and the like without what only changes their look,
 * such as a tone of skin, letters that no Latin alphabet has, and marks on letters. A letter of a
 * styled alphabet counts as the first one of it. Letters that only such alphabets have with a mark
 * are taken apart.
 */
export function signsOf(text: string): string[] {
  const apart = text.normalize('NFC').replace(sign, (one) => one.normalize('NFD'))
  return [...new Set(apart.match(sign)?.map(alphabetOf))]
}

const sign =
  /[^\0-\u017f\s\p{C}\p{Variation_Selector}\p{Emoji_Modifier}‘’“”–—…]/gu

/** Returns the first letter of an alphabet for any other, such as 𝐚 for 𝐧. */
function alphabetOf(sign: string): string {
  const letter = sign.normalize('NFKC').toLowerCase()
  const place = /^[a-z]$/.test(letter) ? letter.charCodeAt(0) - 'a'.charCodeAt(0) : 0
  return String.fromCodePoint((sign.codePointAt(0) ?? 0) - place)
}

function isAlphabet(sign: string): boolean {
  return sign.normalize('NFKC').toLowerCase() === 'a'
}

/** Returns a text without the words that have other letters, or marks: they are samples. */
export function withoutSigns(text: string): string {
  return text.normalize('NFC').replace(/\S+/g, (word) => (foreign.test(word) ? ' ' : word))
}

/** A letter that no Latin alphabet has, or a mark. */
const foreign = /(?![\0-\u017f]|\p{Variation_Selector})[\p{L}\p{M}]/u

/** Returns words for what writes, or reads, a text of this shape: a code, or a style. */
export function wordsForShape(text: string): string | undefined {
  const between = spelled.exec(text)?.[1]
  if (between !== undefined) return `${between} between letters`
  return shapes.find(([shape]) => shape.test(text.trim()))?.[1]
}

/** Letters with the same sign between them. */
const spelled = /^[a-z]([^\p{L}\p{M}\p{N}\s])\ufe0e?[a-z]\1\ufe0e?[a-z](?:\1|\s|$)/iu

const shapes: ReadonlyArray<readonly [shape: RegExp, words: string]> = [
  [/(?<!\S)[a-z](?: \w){3,}(?!\S)/i, 'wide spaced'],
  [/¯\\|\/¯/, 'shrug'],
  [/\bxX.+Xx\b/, 'x nick'],
  [/(?:[a-z][A-Z]){2}|(?:[A-Z][a-z]){2} (?:[A-Z][a-z]){2}/, 'alternating case'],
  [/\(\w\) ?\(\w\)/, 'parenthesized'],
  [/\[\w\] ?\[\w\]/, 'square brackets'],
  [codeShapes.binary, 'binary decoder'],
  [/^(?:[.•]{1,5}-[.•]{1,5}(?:[\s/]+|$)){3,}$/, 'tap code decoder'],
  [/(?:^|\s)(?:[.·•–—-]{1,6}[\s/|]+){2,}[.·•–—-]{1,6}(?:\s|$)/, 'morse code decoder'],
  [/(?:^|\s)(?=\S*\.)(?=\S*-)[.-]{5,}(?:\s|$)/, 'morse code decoder'],
  [/[\u2801-\u28ff]/, 'braille decoder'],
  [codeShapes.codePoints, 'unicode code point decoder'],
  [codeShapes.percentEscapes, 'url decoder'],
  [/[a-z]%[\da-f]{2}/i, 'url decoder'],
  [codeShapes.characterReferences, 'html entities decoder'],
  [/(?<!\S)(?=\S{8})(?=\S*[\d=])(?=\S*[a-z])(?=\S*[A-Z])[\w+/]+={0,2}(?!\S)/, 'base64 decoder'],
  [/(?<!\d\s)\b[1-5]{2}(?:\s[1-5]{2}){2,}\b(?!\s\d)/, 'polybius square decoder'],
  [/\b(?=[\d\s]*([2-9])\1)(?:([2-9])\2{0,3}\s){2,}([2-9])\3{0,3}\b/, 'phone keypad decoder'],
  [/\b(?=[\d\s]*\d\d)(?:1?\d|2[0-6])(?:\s(?:1?\d|2[0-6])\b){3,}/, 'a1z26 decoder'],
  [/\b\d{2,3}(?:\s+\d{2,3}){2,}\b/, 'decimal decoder'],
  [codeShapes.hexadecimal, 'hexadecimal decoder'],
  [/\b(?=[\da-f ]*\d)(?:[\da-f]{2} ){3,}/i, 'hexadecimal decoder'],
  [/\b\d{1,2}(?:-\d{1,2}){2,}\b/, 'a1z26 decoder'],
  [/^[IVXLCDM]{3,}$/, 'roman numeral decoder'],
  [/\b(?!a1z26)[a-z]+[013457]+[a-z]/i, 'leet'],
]

/** The signs that styles write. */
export interface Signs {
  readonly add: (style: number, operations: unknown) => void
  /** Finds the styles that write a sign, or one that people use for the same, or have its word. */
  readonly find: (sign: string) => Part
}

/** Creates an index of signs. `operations` has those of all styles, as JSON by slug. */
export function createSigns(operations: ReadonlyMap<string, unknown>, words: Words): Signs {
  /** Returns the texts of JSON, but not its keys. `generator` names a style. */
  const textsIn = (json: unknown, key = ''): string[] => {
    if (key === 'generator') return textsIn(operations.get(String(json)))
    if (typeof json === 'string') return rangeOf(json) ?? [json]
    return Object.entries(Object(json)).flatMap(([own, value]) => textsIn(value, own))
  }
  const writers: Index = new Map()
  return {
    add(style, own) {
      // One long text is searched much faster than thousands of letters.
      const written = signsOf(textsIn(own).join(' '))
      const alphabets = written.filter(isAlphabet)
      const cost = Math.max(2, alphabets.length) // small letters and capitals
      for (const sign of alphabets) addTo(writers, sign, style, cost)
      for (const sign of written) addTo(writers, sign, style, written.length)
    },
    find(sign) {
      const costs: Costs = new Map()
      const [others, word] = kin.find(([signs]) => signs.includes(sign)) ?? ['', '']
      addAll(costs, writers.get(sign), 0)
      for (const other of others) addAll(costs, writers.get(other), costOfKin)
      addAll(costs, words.costsOf(word), costOfWord)
      return { word: sign, costs }
    },
  }
}

/** What styles cost that write a sign of the same kind, and those that are named by its word. */
const [costOfKin, costOfWord] = [20, 40]

type Kin = readonly [signs: string, word: string]

const kin: readonly Kin[] = [
  ['♡♥❤❥❣💓💔💕💖💗💘💙💚💛💜💝💞💟🖤🤍🤎🧡🩷🩵🩶😍', 'hearts'],
  ['★☆✦✧✩✪✫✬✭✮✯✰⭐🌟⋆✶✷✸🌠💫', 'stars'],
  ['✨✧❇✳🪄', 'sparkles'],
  ['🔥🌋♨', 'fire'],
  ['❀✿❁❃❋✾🌸🌹🌺🌻🌼🌷💐🥀🪷🦋🐝', 'flowers'],
  ['🎀🩰👗💅👛', 'bow'],
  ['♔♕♚♛👑🤴👸', 'crown'],
  ['☾☽🌙🌛🌜🌚🌝🌑🌒🌓🌔🌕🌖🌗🌘☪', 'moon'],
  ['♪♫♬♩🎵🎶🎤🎧🎼', 'music'],
  ['❄❅❆☃⛄🎄🎅', 'snowflake'],
  ['⚡🌩⛈', 'lightning'],
  ['🌊💦🏄', 'waves'],
  ['👏🙌', 'clap'],
  ['🐻🧸', 'bear'],
  ['🐱😺🐈🐾😸😻🙀', 'cat'],
  ['🤗🫂', 'hug'],
  ['🤷', 'shrug'],
  ['😡😠🤬', 'angry'],
  ['☺☻😀😃😄😁😆😊🙂😂', 'smiley'],
  ['☹🙁😢😭😞', 'sad'],
  ['🚫⛔🛑', 'prohibited'],
  ['♠♣♦♢♤♧🃏🎴', 'cards'],
  ['♜♝♞♟♙♖♗♘', 'chess'],
  ['◆◇💎🔷🔶💠', 'diamonds'],
  ['👼😇🪽🕊', 'wings'],
  ['☠💀👻😈👿🧛🎃🦇🧟', 'creepy'],
  ['💬🗨💭', 'bubble'],
  ['🏁🚩🏳🏴', 'flags'],
  ['💰💵💲🤑', 'money'],
  ['👽🛸', 'alien'],
  ['🎆🎇🎉🎊🎂', 'fireworks'],
  ['─━═—―', 'line'],
]
