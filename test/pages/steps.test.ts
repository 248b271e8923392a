import { test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { stylesData } from '../../lib/pages/assets.ts'
import { listPage } from '../../lib/pages/list-page.ts'
import { unfilled } from '../../lib/pages/text-form.ts'
import { assertShortSteps } from '../support/short-steps.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()

test('the list page is made in steps, so that other requests do not wait for all of it', () => {
  const filled = { ...unfilled, text: 'Hello World' }
  for (const language of languages) {
    assertShortSteps(language, () => listPage(language, filled, site), 3)
  }
})

test('the data of the styles are made in steps, so that requests do not wait for all of it', () => {
  assertShortSteps('styles', () => stylesData(site.services.catalogue), 3)
})
