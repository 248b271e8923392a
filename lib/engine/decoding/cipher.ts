import { mapCell, onCells, onText } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { Mapping } from '../mapping.ts'
import type { CodeStyle, CompiledInverse } from '../inverse.ts'
import { isEmoji, toNfc } from '../text.ts'
import { createAsciiReader, isOfAscii } from './ascii-cipher.ts'
import { createCipherSigns } from './cipher-signs.ts'
import { isCommon, isLikelier } from './likely-words.ts'

type Codes = ReadonlyMap<string, string>

/**
 * Returns what reads a cipher with one sign for each letter. `own` are the codes of the encoder,
 * and those of the style are what people write elsewhere, some of them of several signs.
 */
export function createCipherReader(
  own: Codes,
  style: CodeStyle,
  encoder: Mapping,
): Omit<CompiledInverse, 'mappings'> {
  const single = new Map([...style.codes].filter(([code]) => [...code].length === 1))
  const longer = [...style.codes].filter(([code]) => !single.has(code))
  const shorten = (text: string): string =>
    longer.reduce((short, [code, plain]) => {
      // A code that ends in a blank has it everywhere.
      const count = (one: string): number => short.split(one).length
      const isEverywhere = count(code) > 2
      const isRead = code.trimEnd() === code || isEverywhere
      return isRead ? short.replaceAll(code, encoder.get(plain) ?? plain) : short
    }, text)
  if (isOfAscii(own)) return { step: onText(createAsciiReader(own, single, encoder, shorten)) }
  const readSigns = createSignReader(own, single, encoder)
  const { isPlain, isTurned, readOthers } = createCipherSigns(own, single, encoder)
  if (style.alphabets.length > 0) return { step: readSigns }
  const step = inTurn(onText(shorten), readSigns, onCells(readOthers))
  const recognizes = (text: string): boolean => {
    if (/[\p{L}\p{N}]/u.test(text)) return isTurned(text)
    // Signs are a code if they make words.
    const signs = Array.from(text.replace(/[\ufe0e\ufe0f]/g, ''))
    const read = signs.map((one) => own.get(one) ?? single.get(one) ?? one).join('')
    return isLikelier(read, '') || (/^\p{L}{4,}$/u.test(read) && isCommon(read))
  }
  return { step, isForeign: isPlain, recognizes }
}

/** Returns what reads the codes of the encoder, with and without variation selectors. */
function createSignReader(own: Codes, others: Codes, encoder: Mapping): Step {
  const all = new Map([...own, ...others])
  // Accents that the cipher keeps stay on the letters.
  const inverse = new Mapping({ characters: own, accents: 'keep' })
  const isSign = ({ text }: Cell): boolean => {
    const bare = text.replace('\ufe0f', '')
    return bare > '\x7f' && own.has(bare) && !/\p{Emoji}/u.test(bare)
  }
  return onCells((cells) => {
    // An emoji is a code as the encoder writes it, or beside codes that are no emoji.
    const isCoded = cells.some(isSign)
    for (const cell of cells) {
      const [, code = cell.text, selector = '', marks = ''] = withSelector.exec(cell.text) ?? []
      const plain = (selector === '' && !isCoded ? own : all).get(code)
      const isText = isCoded || encoder.get(plain ?? '') === code
      if (plain === undefined || (isEmoji(cell.text) && !isText)) mapCell(cell, inverse)
      else cell.text = toNfc(plain + marks)
    }
  })
}

/** A sign with the selector of an emoji or a text, and marks; not a keycap. */
const withSelector = /^(.)([\ufe0e\ufe0f])(?!\u20e3)(\p{M}*)$/u

function inTurn(...steps: readonly Step[]): Step {
  return (draft) => {
    for (const step of steps) step(draft)
  }
}
