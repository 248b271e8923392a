import { defaultLanguage } from '../catalogue/locale.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { documentationPath } from './places.ts'
import type { Site } from './site.ts'

/** The documentation of the interface, in English. */
export function documentationPage(site: Site): Page {
  return {
    language: defaultLanguage,
    path: documentationPath,
    canonical: documentationPath,
    title: 'The interface',
    description: 'Documentation of the interface.',
    isIndexed: true,
    main: html`<h1>The interface</h1>
<pre><code>curl '${site.baseUrl}?action=list_generators'</code></pre>
`,
  }
}
