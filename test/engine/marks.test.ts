import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { graphemeClusters } from '../../lib/engine/graphemes.ts'
import { noFlags, noObjects, noTexts, takesFlag, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family } from '../support/operations.ts'
import { show } from '../support/texts.ts'

describeFields({ type: 'marks', marks: '\u0336\u0332' }, [
  ['marks', noTexts, takesText],
  ['marks', ['a', '\u0336a', ' \u0336'], 'must be combining marks and nothing else'],
  ['spaces', noFlags, takesFlag],
])

describeFields({ type: 'scatter', pools: [{ marks: '\u0336\u0337', least: 0, most: 2 }] }, [
  ['pools', [undefined, {}, '\u0336', []], 'must be a list of at least 1'],
  ['pools', [['\u0336'], [null]], '[0] must be an object'],
  [
    'pools',
    [[{ marks: '\u0336', least: 0, most: 1, more: 1 }]],
    '[0] has an unknown field "more"; known fields: marks, least, most',
  ],
  ['pools', [[{ least: 0, most: 1 }]], `[0].marks ${takesText}`],
  ['pools', [[{ marks: 'x', least: 0, most: 1 }]], '[0].marks must be combining marks and nothing else'],
  [
    'pools',
    [undefined, '1', -1, 0.5, 21, null].map((least) => [{ marks: '\u0336', least, most: 20 }]),
    '[0].least must be a whole number from 0 to 20',
  ],
  [
    'pools',
    [undefined, 0, 21, 1.5].map((most) => [{ marks: '\u0336', least: 0, most }]),
    '[0].most must be a whole number from 1 to 20',
  ],
  [
    'pools',
    [[{ marks: '\u0336', least: 3, most: 2 }]],
    '[0].most must be a whole number from 3 to 20',
  ],
])

const strike = { type: 'marks', marks: '\u0336' }
describeOperations('marks', [strike], [
  ['follow each cluster', 'ab', 'a\u0336b\u0336'],
  ['leave spaces and breaks', 'a b\r\n\tc', 'a\u0336 b\u0336\r\n\tc\u0336'],
  ['leave emoji', `a${family}🇹🇷1️⃣👍🏽`, `a\u0336${family}🇹🇷1️⃣👍🏽`],
  ['mark a sign that is not an emoji', '♥♥\ufe0e', '♥\u0336♥\ufe0e\u0336'],
  ['are in canonical order', 'şs\u0327', 'ş\u0336ş\u0336'],
  ['leave a mark without a base', '\u0301', '\u0301'],
  ['follow a conjunct as a whole', 'क्ष', 'क्ष\u0336'],
  ['leave controls and lone surrogates', '\0\u200b\ud83d', '\0\u200b\ud83d'],
])

describeFields({ type: 'crown', marks: '\u0365\u0363' }, [
  ['marks', noTexts, takesText],
  ['marks', ['a', '\u0336a', ' \u0336'], 'must be combining marks and nothing else'],
])
describeOperations('crown', [{ type: 'crown', marks: '\u0365\u0363' }], [
  ['marks the first letters of each word', 'abc d', 'a\u0365b\u0363c d\u0365'],
  ['begins again after anything but a letter or digit', 'ab.7c😀d', 'a\u0365b\u0363.7\u0365c\u0363😀d\u0365'],
  ['skips what is not seen', 'a\u00adb', 'a\u0365\u00adb\u0363'],
  ['leaves emoji', `ℹ️${family}1️⃣`, `ℹ️${family}1️⃣`],
])

describeOperations('marks above', [{ type: 'marks', marks: '\u0305' }], [
  ['replace the dot of i', 'iıİ', 'i\u0305ı\u0305İ\u0305'],
  ['keep it in Turkish, plain or styled', 'iıjî𝗶', 'i\u0307\u0305ı\u0305j\u0305î\u0305𝗶\u0307\u0305', 'tr'],
  ['give each i only one dot', 'i\u0307i\u0323', 'i\u0307\u0305ị\u0307\u0305', 'tr'],
])

describeOperations('marks that reach the next letter', [
  { type: 'marks', marks: '\u035f', last: '\u0332' },
], [
  ['differ on the last letter before a blank', 'ab c', 'a\u035fb\u0332 c\u0332'],
  ['differ before an emoji and a break', `ab${family}c\n`, `a\u035fb\u0332${family}c\u0332\n`],
  ['skip invisible characters', 'a\u00adb\u200b', 'a\u035f\u00adb\u0332\u200b'],
])

describeOperations('marks on spaces', [{ ...strike, spaces: true }], [
  ['follow spaces', 'a b\u3000\u00a0', 'a\u0336 \u0336b\u0336\u3000\u0336\u00a0\u0336'],
  ['leave controls, which cannot carry marks', '\t\r\n\u0085\u2028', '\t\r\n\u0085\u2028'],
])

describeOperations('marks that compose', [{ type: 'marks', marks: '\u0338\u0301' }], [
  ['compose on ASCII', '=e', '≠\u0301é\u0338'.normalize('NFC')],
  ['compose elsewhere', '→', '↛\u0301'],
])

describeOperations(
  'marks after texts of several clusters',
  [{ type: 'map', characters: { a: 'xy' } }, { type: 'around', before: '(', after: ')' }, strike],
  [['follow each of them', 'a', '(\u0336x\u0336y\u0336)\u0336']],
)

describe('scatter', () => {
  const pools = [
    { marks: '\u0316\u0317\u0318', least: 2, most: 4 },
    { marks: '\u030d\u030e', least: 0, most: 1 },
  ]
  const transform = compileOperations([{ type: 'scatter', pools }])
  const text = 'The quick brown fox '.repeat(40)

  test('adds marks of each pool within its limits, and every number occurs', () => {
    const below = new Set<number>()
    const above = new Set<number>()
    for (const cluster of graphemeClusters(transform(text))) {
      if (cluster === ' ') continue
      below.add(cluster.replace(/[^\u0316-\u0318]/g, '').length)
      above.add(cluster.replace(/[^\u030d\u030e]/g, '').length)
    }
    assert.deepEqual([...below].toSorted(), [2, 3, 4])
    assert.deepEqual([...above].toSorted(), [0, 1])
  })

  test('uses every mark', () => {
    for (const mark of pools.flatMap(({ marks }) => [...marks])) {
      assert.ok(transform(text).includes(mark), show(mark))
    }
  })
})

describeFields({ type: 'atop', letters: { a: '\u0363' } }, [
  ['letters', noObjects, 'must be an object'],
  ['letters', [{ a: 'x' }, { a: 'a\u0363' }], 'must be combining marks and nothing else'],
])

const letters = { aeioAEIO: '\u0363\u0364\u0365\u0366\u0363\u0364\u0365\u0366' }

describeOperations('atop', [{ type: 'atop', letters }], [
  ['every second word goes on top of the one before', 'bcd ae f o', 'b\u0363c\u0364d f\u0366'],
  ['signs after either word stay', '“bcd” bcd, ea! x', '“bcd” b\u0364c\u0363d,! x'],
  ['signs before either word stay, too', '¡bcd! ¿ea? (o a)', '¡b\u0364c\u0363d!¿? (o\u0363)'],
  ['a shorter word before another goes on top of it', 'ae bcd', 'b\u0363c\u0364d'],
  ['an accent above goes with its letter', 'bcd äę', 'b\u0363\u0308c\u0364d'],
  ['a longer word stays below', 'b ae', 'b ae'],
  ['a word with other letters stays below', 'bcd z1 bcd ae', 'bcd z1 b\u0363c\u0364d'],
  ['a word with digits stays below', 'bcd a1 a1b ae', 'bcd a1 a1b ae'],
  ['two words on two lines stay', 'bcd\nae', 'bcd\nae'],
  ['digits and emoji carry nothing', '12 a 👍👍 a', '12 a 👍👍 a'],
  ['the dot of a Turkish i stays', 'ıi ae', 'ı\u0363i\u0307\u0364', 'tr'],
  ['invisible characters stay', 'b\u00adc a\u200be', 'b\u0363\u00adc\u0364\u200b'],
])
