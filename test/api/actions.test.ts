import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { actions } from '../../lib/api/actions.ts'
import { parameters } from '../../lib/api/parameters.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { failures } from '../../lib/http/api-error.ts'
import { readDocument } from '../support/documents.ts'

/** Throws for each service that is used: a request must be refused before. */
describe('the table of the interface', () => {
  test('has exactly the parameters that the actions use', () => {
    const named = new Set([...actions.values()].flatMap((action) => action.parameters))
    assert.deepEqual([...named].toSorted(), Object.keys(parameters).toSorted())
    // Every endpoint accepts `lang`.
    for (const [name, action] of actions) assert.ok(action.parameters.includes('lang'), name)
  })

  test('names every language that `lang` accepts', () => {
    const { takes } = parameters.lang
    for (const language of languages) assert.match(takes, new RegExp(`\\b${language}\\b`))
  })

  test('is documented in the README: every action and parameter', () => {
    const readme = readDocument('README.md')
    for (const name of [...actions.keys(), ...Object.keys(parameters)]) {
      assert.ok(readme.includes(`\`${name}\``), name)
    }
  })

  test('describes `lang` in the same words everywhere', () => {
    const said = /language of `name`,? (?:and )?`url` and, where a style depends on it, of /
    const places = ['README.md', join('lib', 'api', 'README.md')].map(readDocument)
    const description = readDocument(join('lib', 'api', 'openapi.json'))
    for (const text of [...places, description]) assert.match(text, said)
  })

  test('has the errors of the table in lib/api/README.md', () => {
    const rows = [...readDocument('lib/api/README.md').matchAll(/^\| (\d{3}) \| (.*?) \|/gm)]
    const shown = rows.flatMap(([, status, titles = '']) =>
      titles.split(', ').map((title) => `${status} ${title}`),
    )
    const known = Object.values(failures).map(([status, title]) => `${status} ${title}`)
    assert.deepEqual(shown.toSorted(), known.toSorted())
  })
})
