import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertStatus, bold, parseObject } from '../support/answers.ts'
import { call, generate, get, post } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService } from '../support/suite.ts'
import { createPackage, rowsOf } from '../../lib/decorate/package.ts'

describe('keep', () => {
  const service = shareService()
  const text = 'Hi @ana see https://a.b/c #Go {x}'
  const outputWith = async (fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const answer = await call(service, generate({ slug: 'bold-serif', text, ...fields }))
    return parseObject(answer.text)['output']
  }
  const plain = [bold('Hi'), bold('see')]

  test('leaves what it names as it is, and the rest as without', async () => {
    const [hi, see] = plain
    assert.equal(await outputWith({ keep: 'all' }), `${hi} @ana ${see} https://a.b/c #Go {x}`)
    assert.equal(await outputWith({ keep: 'names' }), bold(text).replace(bold('@ana'), '@ana'))
    assert.equal(await outputWith({ keep: 'tags,links,tags' }), await outputWith({ keep: 'links,tags' }))
    for (const keep of ['', ',']) assert.equal(await outputWith({ keep }), bold(text))
  })

  test('holds through a chain, and in the package', async () => {
    const output = await outputWith({ keep: 'all', then: 'underline,wrap-wings' })
    for (const run of ['@ana', 'https://a.b/c', '#Go', '{x}']) {
      assert.ok(String(output).includes(`${run} `), String(output))
    }
    const { decorate } = createPackage(rowsOf(loadShipped().catalogue))
    assert.equal(decorate(text, 'bold-serif', { keep: 'all', then: ['underline', 'wrap-wings'] }), output)
    assert.equal(decorate(text, 'bold-serif', { keep: ['names'] }), await outputWith({ keep: 'names' }))
    const wrong: object = { keep: 'name' }
    assert.throws(() => decorate(text, 'bold-serif', wrong), /keep must be all, or some of links/)
  })

  test('is the same list in every spelling', async () => {
    const whole = await outputWith({ keep: 'links,names' })
    for (const spelling of ['keep=links&keep=names', 'keep[]=names&keep[]=links', 'keep[1]=links,,names']) {
      const form = `slug=bold-serif&text=${encodeURIComponent(text)}&${spelling}`
      const { text: answer } = await call(service, post('action=generate', form))
      assert.equal(parseObject(answer)['output'], whole, spelling)
    }
  })

  test('with another word is refused, with the list', async () => {
    const refused = await call(service, generate({ slug: 'bold-serif', text, keep: 'links,emoji' }))
    assertStatus(refused, 400)
    assert.match(refused.text, /"keep\\" is not valid. It must be all, or some of links, names, tags, fields/)
  })

  test('holds for the text of a list', async () => {
    const { text: answer } = await call(service, get('action=list_generators&text=Hi%20%40ana&keep=names'))
    const { generators } = parseObject(answer)
    const bySlug = new Map(Object.values(generators as object).map((one) => [one.slug, one.example]))
    assert.equal(bySlug.get('bold-serif'), `${bold('Hi')} @ana`)
    assert.equal(bySlug.get('morse'), loadShipped().catalogue.get('morse')?.transform('Hi @ana', 'en'))
  })
})
