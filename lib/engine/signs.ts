/**
 * Returns the emoji and similar signs of a text, each once, without what only changes their look,
 * such as a tone of skin.
 */
export function signsOf(text: string): string[] {
  return [...new Set(text.match(sign))]
}

// Emoji of Latin-1 are ©, ® and digits.
const sign =
  /(?![\0-\xff]|\p{Emoji_Modifier})[\p{Extended_Pictographic}\u22c6\u25a0-\u2775\u2798-\u27bf]/gu

/** Returns the signs that people use for the same as this one, and an English word for it. */
export function kinOf(sign: string): Kin {
  return kin.find(([signs]) => signs.includes(sign)) ?? ['', '']
}

type Kin = readonly [signs: string, word: string]

const kin: readonly Kin[] = [
  ['♡♥❤❥❣💓💔💕💖💗💘💙💚💛💜💝💞💟🖤🤍🤎🧡🩷🩵🩶😍🥰😘💌💑', 'hearts'],
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
]
