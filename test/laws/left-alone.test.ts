import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kinds, stand } from '../../lib/engine/decoding/plain/kept.ts'
import { pointsIn } from '../../lib/engine/points.ts'
import { pointsBetween } from '../../lib/engine/text.ts'
import { catalogue, claim, generators, holdsForAll, law } from '../support/laws.ts'
import { readTestData, show } from '../support/texts.ts'

/** Words of each script: names of languages, countries and months, most of them from CLDR. */
const words: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('words-of-scripts.json'),
)
/** What is written with signs that are decoration elsewhere. */
const leftAlone: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('left-alone.json'),
)

/** Texts of all kinds, plain and decorated. */
const pasted: readonly string[] = readTestData('pasted.json').match(/(?<=")[^"\n]+(?=")/g) ?? []

const restore = (text: string): string =>
  catalogue.get('plain-text')?.transform(text, 'en').normalize('NFC') ?? ''

/** Styles of letters that are still seen in the middle of a sentence. */
const alphabets = generators.filter(({ data }) => {
  return data.layer === 'letters' && data.category !== 'turned'
})

describe('plain-text never makes it worse', () => {
  test('a line through a sign denies it, also where the sign is decomposed', () => {
    const signs = pointsBetween(0x20, 0x2fff)
    const denied = signs.filter((point) => /.\u0338/.test(point.normalize('NFD')))
    assert.ok(denied.length >= 45)
    holdsForAll(denied, show, (point) => {
      const [sign = ''] = point.normalize('NFD')
      for (const text of [point, `2 ${point} 3`, `𝐱 ${point} 𝐲`, `a \u0338${sign} b`]) {
        const expected = text.normalize('NFKC')
        for (const given of [text, text.normalize('NFD')]) {
          const output = restore(given)
          claim([text, expected].includes(output), () => `${show(given)} became ${show(output)}`)
        }
      }
    })
  })

  test('decorated text is read beside the character that stands for what stays', () => {
    for (const { name, example } of kinds) {
      const plain = `${stand} Maria ${example} ${stand}`
      const output = restore(plain.replace('Maria', '𝐌𝐚𝐫𝐢𝐚'))
      assert.ok(output.startsWith(`${stand} Maria `), `${name}: ${show(output)}`)
      assert.equal(output.split(stand).length, 3, `${name}: ${show(output)}`)
    }
  })

  test('a syllable of Hangul is a letter, beside whatever it is written', () => {
    const syllables = pointsBetween(0xac00, 0xd7a3)
    holdsForAll(syllables, show, (one) => {
      for (const text of [`React${one}`, `${one}X`, `Vue${one} 3`]) {
        claim(restore(text) === text, () => `${show(text)} became ${show(restore(text))}`)
      }
    })
  })

  const frames = ['★ % ★', '★%★', '┃%', '% ★', '꧁%꧂', '♛ % ♛', '✧%✧', '『%』', '❀ %', '༺ % ༻', '彡%彡']
  const styledNames = ['𝐀𝐥𝐢', '𝒜𝓁𝒾', 'ᴀʟɪ', '🄰🄻🄸', 'ⓐⓛⓘ']
  const lookalikes = ['ηєℓℓσ мιѕѕ', 'αℓι', 'ᕼEᒪᒪO ᗩᒪI', '卄乇ㄥㄥㄖ', 'раypal', 'Тhе ԛυіϲκ ғох']
  test('words of every script stay between ornaments and beside styled names', () => {
    assert.ok(Object.keys(words).length >= 40)
    holdsForAll(Object.entries(words), ([script]) => script, ([, own]) => {
      for (const word of own) {
        const framed = frames.map((frame) => frame.replace('%', word))
        const beside = lookalikes.flatMap((name) => [`${word} ${name}`, `★ ${word} ★ ${name}`])
        const texts = styledNames.flatMap((name) => [
          ...framed.flatMap((one) => [`${one} ${name}`, `${name} ${one}`]),
          ...frames.flatMap((frame) => [frame.replace('%', `${word} ${name}`)]),
        ])
        for (const text of [...texts, ...beside]) {
          const output = restore(text)
          const isRead = lookalikes.some((name) => text.includes(name)) || /ali/i.test(output)
          const isRight = output.includes(word.normalize('NFC')) && isRead
          claim(isRight, () => `${show(text)} became ${show(output)}`)
        }
      }
    })
  })

  const quotes = ['„%“', '«%»', '“%”', '”%”', '「%」', '‘%’', "'%'"]
  const quoted = (word: string): readonly string[] => quotes.map((one) => one.replace('%', word))
  test('words of every script stay alone', () => {
    const own = Object.values(words).flat()
    holdsForAll(own, show, (word) => {
      const others = [word.normalize('NFD'), `${word} ${word}`, `(${word})`, `${word}: 1`]
      for (const text of [word, ...others, ...quoted(word)]) {
        claim(restore(text) === text.normalize('NFC'), () => show(restore(text)))
      }
    })
  })

  law('words of every script stay in every decoder', ({ transform }) => {
    holdsForAll(Object.entries(words), ([script]) => script, ([, own]) => {
      for (const word of own.map((one) => one.normalize('NFC'))) {
        const beside = [...styledNames, 'Ali', 'раypal'].map((name) => `${word} ${name}`)
        const framed = frames.map((frame) => frame.replace('%', word))
        const others = [word.normalize('NFD'), `${word} ${word}`, `${word} — ${word}`, `"${word}"`]
        for (const text of [word, ...others, ...quoted(word), ...quoted(`${word} ${word}`), ...framed, ...beside]) {
          const output = transform(text, 'en').normalize('NFC')
          const [before, after] = [text.normalize('NFC'), output].map((one) => one.split(word).length)
          claim(before === after, () => `${show(text)} became ${show(output)}`)
          // A name in letters of ASCII may be a code.
          const isPlain = /[A-Za-z]/.test(text) || output === text.normalize('NFC')
          claim(isPlain, () => `${show(text)} became ${show(output)}`)
        }
      }
    })
  }, ({ decodes }) => decodes !== undefined)

  const styles = ['bold-sans', 'small-caps', 'circled', 'strikethrough', 'superscript', 'fashion']
  for (const [kind, texts] of Object.entries(leftAlone)) {
    test(`${kind} stay, alone, in a sentence and beside styled words`, () => {
      assert.ok(texts.length >= 50)
      const [before, after] = ['good', 'night friends'].map((words) =>
        styles.map((slug) => catalogue.get(slug)?.transform(words, 'en') ?? ''),
      )
      holdsForAll(texts, show, (text) => {
        const meant = text.normalize('NFC')
        for (const given of [text, `see ${text} there`]) {
          claim(restore(given) === given.normalize('NFC'), () => show(restore(given)))
        }
        for (const [at, one = ''] of (before ?? []).entries()) {
          const inside = `${one} ${text} ${after?.[at]}`
          for (const given of [inside, `${one} ${text}`, `${text} ${one}`]) {
            const output = restore(given)
            claim(output.includes(meant) && output.includes('good'), () => show(output))
          }
        }
      })
    })
  }

  test('each kind of text that stays has an example that would change', () => {
    holdsForAll(kinds, ({ name }) => name, ({ example, find }) => {
      claim([...find(example, () => new Set())].length > 0, () => `${example} is not found`)
      claim(restore(`𝐇𝐢 ${example}`).includes(example.normalize('NFC')), () => show(example))
    })
  })

  test('each kind of text that stays is looked for wherever it is', () => {
    const texts = [...Object.values(leftAlone).flat(), ...kinds.map(({ example }) => example), ...pasted]
    holdsForAll(kinds, ({ name }) => name, ({ needs = /[^]/, find }) => {
      const missed = texts.filter((text) => !needs.test(pointsIn(text)))
      const found = missed.flatMap((text) => Array.from(find(text, () => new Set()), () => text))
      claim(found.length === 0, () => found.map(show).join(', '))
    })
  })

  law('prices stay beside the letters of any style', ({ transform }) => {
    const [first, last] = ['free', 'gift now'].map((text) => transform(text, 'en'))
    for (const price of leftAlone.prices ?? []) {
      const output = restore(`${first} ${price} ${last}`)
      claim(output.includes(price), () => `${price}: ${show(output)}`)
    }
  }, (style) => alphabets.includes(style))
})
