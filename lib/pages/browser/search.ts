import { addressOf } from '../../engine/address-words.ts'
import { loadSearchWords } from './files.ts'
import { onInput } from './input.ts'
import { find, words } from './page.ts'
import type { Say } from './page.ts'
import type { Row } from './row.ts'

/** How long nobody types before the count of what was found is said. */
const pauseMs = 700

/**
 * Brings the search to life: rows stay whose name, slug, other names or category have all words
 * that were typed, whichever accents and case they have. Escape empties it, and Enter goes to the
 * first row that was found.
 */
export function startSearch(field: HTMLInputElement, rows: readonly Row[], say: Say): void {
  let known: string[] | undefined
  let isLoading = false
  const apply = (): void => {
    known ??= rows.map(wordsOf)
    const count = filter(rows, known, field.value)
    if (field.value.trim() === '') say('')
    else if (count === 0) say(words('search-none'))
    else say(words('search-count', { count }), { pauseMs })
  }
  // They are many, and few visitors search. Without them styles are found by fewer words, until
  // the search is gone to once more.
  const loadOthers = async (): Promise<void> => {
    if (isLoading) return
    isLoading = true
    try {
      const others = await loadSearchWords()
      known = (known ?? rows.map(wordsOf)).map((own, place) => `${own} ${others[place]}`)
      if (field.value !== '') apply()
    } catch (error) {
      isLoading = false
      throw error
    }
  }
  field.addEventListener('focus', loadOthers)
  onInput(field, apply)
  field.addEventListener('keydown', ({ key, isComposing }) => {
    if (isComposing || field.value === '') return
    if (key === 'Escape') {
      field.value = ''
      apply()
    } else if (key === 'Enter') {
      apply()
      rows.find(({ element }) => !element.hidden)?.element.querySelector('a')?.focus()
    }
  })
}

function wordsOf({ element, name, slug }: Row): string {
  const category = find('h2', element.closest('section') ?? document).textContent ?? ''
  return `${addressOf(name)} ${slug} ${addressOf(category)}`
}

/** Hides the rows that are not meant, and what has none left; gives the count of those that are. */
function filter(rows: readonly Row[], known: readonly string[], asked: string): number {
  // Names are in the singular more often than not.
  const singular = addressOf(asked).replace(/(?<=[a-z]{3})s\b/g, '')
  const terms = singular.split('-').filter((term) => term !== '')
  const isAsked = asked.trim() !== ''
  let count = 0
  for (const [place, { element }] of rows.entries()) {
    const words = known[place] ?? ''
    const isMeant = !isAsked || (terms.length > 0 && terms.every((term) => words.includes(term)))
    element.hidden = !isMeant
    if (isMeant) count++
  }
  for (const section of document.querySelectorAll<HTMLElement>('#styles > section')) {
    section.hidden = section.querySelector('li:not([hidden])') === null
    const link = document.querySelector(`.jump a[href="#${section.querySelector('h2')?.id}"]`)
    link?.parentElement?.toggleAttribute('hidden', section.hidden)
  }
  return count
}
