/** Draws a whole number from 0 to `count` − 1. */
export type Draw = (count: number) => number

/**
 * Returns a pseudo-random sequence that depends only on the seed: FNV-1a over its code units gives
 * the first state of mulberry32. Not for cryptography.
 */
export function createDraw(seed: string): Draw {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  }
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 0x100000000) * count)
  }
}
