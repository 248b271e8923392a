import type { Decoding } from '../operation.ts'
import { clean, isUnclean } from './cleaning.ts'
import { decoding } from './decoding.ts'

/** Everything that reads texts back, and what cleans them, which browsers load apart. */
export const wholeDecoding: Decoding = { ...decoding, clean, isUnclean }
