import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertExpected,
  assertStatus,
  bold,
  parseObject,
  toObject,
  unknownSlug,
} from '../support/answers.ts'
import type { Answer } from '../support/client.ts'
import { call, generate, post, readStatistics } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService, startForSuite } from '../support/suite.ts'

const underlined = Array.from(bold('Hi'), (letter) => `${letter}\u0332`).join('')

describe('then', () => {
  const service = shareService()

  test('applies styles in order, and is the last field of the answer', async () => {
    const form = 'slug=bold-serif&text=Hi'
    const output = `꧁${underlined}꧂`
    for (const request of [
      post('action=generate', `${form}&then=underline,wrap-wings`),
      post('action=generate&then=underline%2Cwrap-wings', form),
    ]) {
      const { status, text } = await call(service, request)
      assert.equal(status, 200)
      assert.equal(
        text.replace(/(?<=꧁).(?=𝐇)|(?<=\u0332).(?=꧂)/gu, ''),
        JSON.stringify({
          success: true,
          input: 'Hi',
          output,
          generator: 'bold-serif',
          length: { input: 2, output: toObject(parseObject(text)['length'])['output'] },
          then: ['underline', 'wrap-wings'],
        }),
      )
    }
  })

  test('gives the same as separate requests in turn, with lang and accents', async () => {
    const chains: ReadonlyArray<readonly [string, ...string[]]> = [
      ['uppercase', 'bold-serif', 'strikethrough', 'wrap-wings'],
      ['reverse', 'script', 'sep-hearts', 'box-double'],
      ['random-case', 'zalgo', 'wrap-hearts'],
      ['small-caps', 'sep-dots', 'sep-stars'],
    ]
    for (const [slug, ...then] of chains) {
      for (const options of [{ lang: 'tr' }, { accents: 'plain' }, { lang: 'fr' }]) {
        const input = 'İyi ısı, canción forêt'
        let expected = input
        for (const one of [slug, ...then]) {
          const request = generate({ slug: one, text: expected, ...options })
          expected = String(parseObject((await call(service, request)).text)['output'])
        }
        const request = generate({ slug, text: input, then: then.join(), ...options })
        const answer = parseObject((await call(service, request)).text)
        const output = String(answer['output'])
        // With accents=plain, a chain marks the letters that its styles made: a request of its own
        // takes them for letters of the text.
        if ('accents' in options && then.includes('strikethrough')) {
          assert.match(output, /^꧁ (?:[^\u0336]\u0336)+ ꧂$/u)
          assert.equal(output.replaceAll('\u0336', ''), expected.replaceAll('\u0336', ''), slug)
        } else assert.equal(output, expected, slug)
        assert.deepEqual(answer['then'], then)
      }
    }
  })

  test('without a value is left out of the answer', async () => {
    const plain = await call(service, generate({ slug: 'bold-serif', text: 'Hi' }))
    const empty = await call(service, generate({ slug: 'bold-serif', text: 'Hi', then: '' }))
    assert.equal(empty.text, plain.text)
    assert.equal('then' in parseObject(plain.text), false)
  })

  test('is the same list in every spelling, in a query, a form and a multipart form', async () => {
    const chain = ['bold-sans', 'underline', 'wrap-wings']
    const whole = await call(service, generate({ slug: 'uppercase', text: 'Hi', then: chain.join() }))
    const spellings = [
      'then=bold-sans&then=underline&then=wrap-wings',
      'then[]=bold-sans&then[]=underline&then[]=wrap-wings',
      'then%5B%5D=bold-sans&then%5B%5D=underline&then%5B%5D=wrap-wings',
      'then[0]=bold-sans&then[1]=underline&then[2]=wrap-wings',
      'then[2]=bold-sans&then[x]=underline&then[0]=wrap-wings',
      'then=bold-sans%2Cunderline&then=&then=wrap-wings,',
      'then=,bold-sans,,underline&then[1]=wrap-wings',
    ]
    for (const spelling of spellings) {
      const own = 'slug=uppercase&text=Hi'
      const parts = new FormData()
      for (const [name, value] of new URLSearchParams(`${own}&${spelling}`)) parts.append(name, value)
      const response = new Response(parts)
      const type = [`Content-Type: ${response.headers.get('content-type')}`]
      const multipart = Buffer.from(await response.arrayBuffer())
      for (const request of [
        post(`action=generate&${own}&${spelling}`, ''),
        post('action=generate', `${own}&${spelling}`),
        post('action=generate&then=reverse&then[]=script', `${own}&${spelling}`),
        { ...post('action=generate&then=reverse', ''), headers: type, body: multipart },
      ]) {
        assert.equal((await call(service, request)).text, whole.text, spelling)
      }
    }
  })

  test('in the body, even if it is empty, replaces that of the query', async () => {
    for (const empty of ['then=', 'then[]=', 'then=,', 'then[0]=&then[1]=,']) {
      const request = post('action=generate&then=underline', `slug=bold-sans&text=Hi&${empty}`)
      const { text } = await call(service, request)
      assert.equal('then' in parseObject(text), false, empty)
    }
    const many = post('action=generate', `slug=bold-sans&text=Hi${'&then[]=x'.repeat(9000)}`)
    assertExpected(await call(service, many), [400, 'Invalid parameter', 'it has more than 3 slugs'])
  })

  const refused: Array<[slug: string, then: string, reason: string, works: string]> = [
    ['bold-sans', 'italic-sans,underline', 'both replace letters', 'bold-sans&then=underline'],
    ['underline', 'bold-sans', '"bold-sans" must come before', 'bold-sans&then=underline'],
    ['wrap-wings', 'uppercase', 'text, letters, marks, frame', 'uppercase&then=wrap-wings'],
    ['morse', 'underline', '"morse" is a code', ''],
    ['bold-sans', 'underline,plain-text', 'a code or a decoder', 'bold-sans&then=underline'],
    ['underline', 'underline', '"underline" is used twice', ''],
    ['bold-sans', 'underline,underline', 'used twice', 'bold-sans&then=underline'],
    ['uppercase', 'squared,sep-dots', '"uppercase" would change', 'uppercase&then=sep-dots'],
    ['emoji-letters', 'slash,wrap-wings', '"slash" would change', 'emoji-letters&then=wrap-wings'],
    ['bold-sans', 'undrline', 'closest is "underline"', 'bold-sans&then=underline'],
    ['bold-sans', ' underline', 'closest is "underline"', 'bold-sans&then=underline'],
    ['bold-sans', 'Underline', 'closest is "underline"', 'bold-sans&then=underline'],
    ['bold-sans', 'underline, zzqxk', 'no generator is called " zzqxk"', 'bold-sans&then=underline'],
    ['bold-sans', '\u{1f600}', 'a slug is wrong', 'bold-sans&then=underline,wrap-wings'],
    ['bold-sans', 'nope', 'no generator is called "nope"', 'bold-sans&then=underline,wrap-wings'],
    ['bold-sans', '__proto__', 'no generator is called "__proto__"', ''],
    ['bold-sans', 'italic-sans', 'both replace letters', 'bold-sans&then=underline,wrap-wings'],
    ['uppercase', 'bold-sans,slash,underline,wrap-wings', 'it has more than 3 slugs', 'uppercase&then=bold-sans,slash,underline'],
    ['bold-sans', 'x,'.repeat(9000), 'it has more than 3 slugs', ''],
  ]
  const both = [
    ['bold-sans', 'italic-sans', 'bold-italic-sans'],
    ['italic-sans', 'bold-sans', 'bold-italic-sans'],
    ['italic-serif', 'bold-serif', 'bold-italic-serif'],
    ['bold-serif', 'italic-sans', 'bold-italic-serif'],
    ['italic-serif', 'bold-sans', 'bold-italic-sans'],
    ['script', 'bold-serif', 'bold-script'],
    ['bold-sans', 'script', 'bold-script'],
    ['fraktur', 'bold-sans', 'bold-fraktur'],
    ['bold-serif', 'fraktur', 'bold-fraktur'],
  ] as const
  for (const [slug, then, style] of both) {
    test(`names the style that is both ${slug} and ${then}`, async () => {
      const answer = await call(service, generate({ slug, text: 'Hi', then }))
      const reason = `"${slug}" and "${then}" both replace letters; "${style}" is both. This works: `
      assertExpected(answer, [400, 'Invalid parameter', reason])
      assertStatus(await call(service, generate({ slug: style, text: 'Hi' })), 200)
    })
  }
  test('names no style if none is both', async () => {
    const answer = await call(service, generate({ slug: 'squared', text: 'Hi', then: 'script' }))
    assertExpected(answer, [400, 'Invalid parameter', 'both replace letters; use one of them.'])
  })

  for (const [slug, then, reason, works] of refused) {
    test(`is refused: ${slug} and ${then.slice(0, 40)}`, async () => {
      const answer = await call(service, generate({ slug, text: 'Hi', then }))
      const shown = `This works: slug=${works}${works && '.'}`
      assertExpected(answer, [400, 'Invalid parameter', '"then"', reason, shown])
      // The chain that the message names works.
      const form = /This works: (\S+)\.$/.exec(String(parseObject(answer.text)['message']))?.[1]
      assertStatus(await call(service, post('action=generate', `${form}&text=Hi`)), 200)
    })
  }

  const chains = ['uppercase,bold-sans,underline', 'bold-serif,strikethrough,wrap-hearts']
    .concat('reverse,script,box-double', 'small-caps,sep-dots,sep-stars', 'bold-sans,underline')
  const codes = ['morse', 'binary', 'plain-text', 'morse-decoder']
  const unknown = ['zzqxk', '\u{1f600}', 'Morse code', 'x'.repeat(99)]
  const wrongs = [...codes, ...unknown, 'italic-sans', 'squared']

  test('is refused for one wrong slug anywhere, with the chain of all others', async () => {
    for (const chain of chains.map((slugs) => slugs.split(','))) {
      for (const wrong of [...wrongs, ...chain]) {
        for (let at = 0; at <= chain.length; at++) {
          const slugs = chain.toSpliced(at, 0, wrong)
          const isLetters = wrong === 'italic-sans' || wrong === 'squared'
          // The first of two styles that replace letters stays, and the slug must exist.
          if (isLetters && !slugs.slice(0, at).some((slug) => replacers.includes(slug))) continue
          if (at === 0 && unknown.includes(wrong)) continue
          await assertSuggested(slugs, chain)
        }
      }
    }
  })

  test('is refused in a wrong order or with too many slugs, with the right chain', async () => {
    for (const chain of chains.map((slugs) => slugs.split(','))) {
      const layers = new Set(chain.map((slug) => loadShipped().catalogue.get(slug)?.data.layer))
      if (layers.size === chain.length) await assertSuggested(chain.toReversed(), chain)
    }
    const chain = ['uppercase', 'bold-sans', 'underline', 'wrap-wings']
    for (const more of [['slash'], ['sep-dots'], ['morse', 'x'], chain]) {
      await assertSuggested([...chain, ...more], chain)
    }
  })

  const replacers = ['bold-sans', 'bold-serif', 'script', 'small-caps']

  /** Checks that slugs are refused, and that the message names a chain of all of the others. */
  async function assertSuggested(
    [slug = '', ...then]: readonly string[],
    chain: readonly string[],
  ): Promise<void> {
    const answer = await call(service, generate({ slug, text: 'Hi', then: then.join() }))
    const message = String(parseObject(answer.text)['message'])
    const [, first = '', others = ''] = /This works: slug=(\S*)&then=(\S+)\.$/.exec(message) ?? []
    const found = [first, ...others.split(',')]
    assert.deepEqual(found.toSorted(), chain.toSorted(), `${slug} and ${then.join()}: ${message}`)
  }

  test('comes after the slug: an unknown one is a 404', async () => {
    const request = generate({ slug: 'nope', text: 'Hi', then: 'morse' })
    assertExpected(await call(service, request), unknownSlug)
  })

  test('is refused if an output grows too long, with a shorter chain that works', async () => {
    const send = (text: string, then: string): Promise<Answer> =>
      call(service, generate({ slug: 'jeringonza', text, then }))
    const answer = await send('a'.repeat(200), 'bold-serif,zalgo-max,sep-dots')
    const words = ['"zalgo-max"', 'more than the 9000', 'slug=jeringonza&then=bold-serif.']
    assertExpected(answer, [400, 'Invalid parameter', ...words])
    assertStatus(await send('a'.repeat(200), 'bold-serif,sep-dots'), 200)
    // A short text may grow by 1,000.
    assertStatus(await send('aa', 'bold-serif,zalgo-max,sep-dots'), 200)
  })
})

describe('then, in the statistics', () => {
  const service = startForSuite()

  test('counts one use and the characters of the input', async () => {
    const fields = { slug: 'bold-serif', text: 'Hi 😀', then: 'underline,wrap-wings' }
    await call(service, generate(fields))
    assert.deepEqual(await readStatistics(service), { uses: 1, characters: 4 })
    await call(service, generate({ ...fields, update_stats: 'false' }))
    await call(service, generate({ ...fields, then: 'morse' }))
    assert.deepEqual(await readStatistics(service), { uses: 1, characters: 4 })
  })
})
