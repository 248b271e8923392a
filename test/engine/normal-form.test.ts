import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toNfc } from '../../lib/engine/text.ts'
import { assertLinear } from '../support/cost.ts'
import {
  assignedBmp,
  createRandom,
  naughtyStrings,
  pangrams,
  randomText,
  sentences,
  show,
} from '../support/texts.ts'

describe('toNfc', () => {
  const marks = ['\u0301', '\u0308', '\u0323', '\u0327', '\u0334', '\u0345', '\u{1d167}', '\u{1d16d}']

  test('returns NFC where at most thirty marks follow one another', () => {
    const texts = [...Object.values(pangrams), ...Object.values(sentences), ...naughtyStrings]
    const random = createRandom(0xfc)
    for (let round = 0; round < 500; round++) {
      const row = randomText(random, random(31), marks)
      texts.push(`${assignedBmp[random(assignedBmp.length)] ?? ''}${row}a${row}\ud83d`)
    }
    for (const text of [...texts, texts.join('\n')]) {
      for (const form of [text, text.normalize('NFD')]) {
        if (/\p{M}{31}/u.test(form)) continue
        assert.equal(toNfc(form), form.normalize('NFC'), show(form))
      }
    }
  })

  test('returns a text that is canonically equivalent', () => {
    const random = createRandom(0xfcd)
    for (let round = 0; round < 300; round++) {
      const text = randomText(random, 10, ['e', '漢', randomText(random, random(90), marks), ...marks])
      assert.equal(toNfc(text).normalize('NFD'), text.normalize('NFD'), show(text))
    }
  })

  test('runs in linear time, whatever the order of the marks', () => {
    const rowsOf = (count: number): string[] =>
      marks.flatMap((one) =>
        marks.flatMap((other) => [
          ...[`a${one.repeat(count)}${other.repeat(count)}`, `a${(one + other).repeat(count)}`],
        ]),
      )
    const [part, whole] = [rowsOf(250), rowsOf(2_000)]
    assertLinear('marks', () => part.forEach(toNfc), () => whole.forEach(toNfc))
  })
})
