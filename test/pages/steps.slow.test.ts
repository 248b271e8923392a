import { test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { listPage } from '../../lib/pages/list-page.ts'
import { unfilled } from '../../lib/pages/text-form.ts'
import { assertShortTurns } from '../support/short-turns.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()

test('the list page is made in turns, so that other requests do not wait for all of it', async () => {
  const filled = { ...unfilled, text: 'Hello World' }
  for (const language of languages) {
    await assertShortTurns(language, (turn) => listPage(language, filled, site, turn), 3)
  }
})
