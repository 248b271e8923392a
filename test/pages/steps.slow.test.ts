import { test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Turn } from '../../lib/http/turn.ts'
import { listPage } from '../../lib/pages/list-page.ts'
import { unfilled } from '../../lib/pages/text-form.ts'
import { assertShortTurns } from '../support/short-turns.ts'
import { makeSite } from '../support/site.ts'

test('the list page is made in turns, so that other requests do not wait for all of it', async () => {
  const filled = { ...unfilled, text: 'Hello World' }
  for (const language of languages) {
    const prepare = () => {
      // A site finds its first styles once, in turns.
      const site = makeSite()
      return (turn: Turn) => listPage(language, filled, site, turn)
    }
    await assertShortTurns(language, prepare, 4)
  }
})
