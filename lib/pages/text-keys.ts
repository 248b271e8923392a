/**
 * Every text of the pages, by its key in the locale files, with the places that a page fills:
 * `{count}` in a text is the place `count`. A place may come several times, and in any order.
 */
export const textKeys = {
  // What stands on every page.
  'own-name': [],
  'site-name': [],
  'skip-link': [],
  'site-navigation': [],
  'language-navigation': [],
  'plain-link': [],
  'decoders-link': [],
  'api-link': [],

  // The page of all styles.
  'list-title': ['count'],
  'list-description': ['count'],
  'list-heading': ['count'],
  'list-lead': [],
  'list-button': [],
  'categories-navigation': [],

  // The page of a style.
  'generator-title': ['name'],
  'generator-description': ['name'],
  'generator-button': [],
  'result-label': [],

  // The form of both.
  'text-label': [],
  'accents-label': [],
  'text-too-long': ['length', 'most'],
  'accents-unknown': [],

  // The page where a language is chosen.
  'chooser-title': [],
  'chooser-description': [],
  'chooser-heading': [],
  'chooser-lead': [],

  // Pages that tell what went wrong.
  'bad-request-heading': [],
  'not-found-heading': [],
  'not-found-lead': [],
  'not-found-meant': ['name', 'link', 'link_end'],
  'not-found-all': ['link', 'link_end'],
  'method-heading': [],
  'method-lead': [],
  'limit-heading': [],
  'limit-lead': ['limit', 'period', 'wait'],
  'unavailable-heading': [],
  'unavailable-lead': [],
  'fault-heading': [],
  'fault-lead': [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type TextKey = keyof typeof textKeys
