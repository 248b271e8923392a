/** Draws a whole number from 0 to `count` − 1. */
export type Draw = (count: number) => number

/**
 * A pseudo-random sequence that `seed` alone decides, the same on every machine: FNV-1a over the
 * code units starts it, mulberry32 goes on. It is decoration, not cryptography.
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
