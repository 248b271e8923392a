import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { html } from './html.ts'
import { linkInOwnWords } from './layout.ts'
import type { Page } from './layout.ts'
import { listPath, listTranslations } from './site.ts'
import type { Site } from './site.ts'

/** The page where a language is chosen; it speaks `best`, which comes first. */
export function chooserPage(best: Language, site: Site): Page {
  const { text } = site.texts(best)
  const all = [best, ...languages.filter((language) => language !== best)]
  return {
    language: best,
    path: '',
    title: text('chooser-title'),
    description: text('chooser-description', { languages: listLanguages(best) }),
    canonical: '',
    translations: listTranslations,
    isIndexed: true,
    main: html`<h1>${text('chooser-heading')}</h1>
<p class="lead">${text('chooser-lead')}</p>
<ul class="choices">
${all.map((language) => {
      return html`<li>${linkInOwnWords(language, listPath(language), site)}</li>\n`
    })}</ul>
`,
  }
}

/** The names of all languages in one of them: `English, Spanish, French, and Turkish`. */
function listLanguages(language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return new Intl.ListFormat(language).format(languages.map((one) => names.of(one) ?? one))
}
