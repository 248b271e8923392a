/** What styles change, in the order in which they can follow one another. */
export const layers = ['text', 'letters', 'marks', 'frame', 'code'] as const
/**
 * `text`: case, order and spacing; `letters`: the letters; `marks`: marks on them; `frame`: what is
 * between and around them; `code`: codes, decoders, drawings and names for programs, which are not
 * combined.
 */
export type Layer = (typeof layers)[number]
