import { addressOf } from '../../engine/address-words.ts'
import { find, words } from './page.ts'
import type { Say } from './page.ts'
import type { Row } from './row.ts'
import { language, loadJson } from './styles.ts'

/** How long nobody types before the count of what was found is said. */
const pauseMs = 700

/**
 * Brings the search to life: rows stay whose name, slug, other names or category have all words
 * that were typed, whichever accents and case they have.
 */
export function startSearch(field: HTMLInputElement, rows: readonly Row[], say: Say): void {
  const known = rows.map(({ element, name, style }) => {
    const category = find('h2', element.closest('section') ?? document).textContent ?? ''
    return `${addressOf(name)} ${style.slug} ${addressOf(category)}`
  })
  let others: Promise<void> | undefined
  // They are many, and few visitors search.
  const loadOthers = (): Promise<void> =>
    (others ??= loadJson(`words-${language}.json`)
      .then((all) => {
        for (const [place, more] of (all as readonly string[]).entries()) known[place] += ` ${more}`
      })
      .catch(() => {}))
  const apply = (): void => {
    const count = filter(rows, known, field.value)
    if (field.value.trim() === '') say('')
    else if (count === 0) say(words('search-none'))
    else say(words('search-count', { count }), pauseMs)
  }
  field.addEventListener('focus', () => void loadOthers())
  field.addEventListener('input', () => {
    apply()
    void loadOthers().then(apply)
  })
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || field.value === '') return
    field.value = ''
    apply()
  })
}

/** Hides the rows that are not meant, and what has none left; gives the count of those that are. */
function filter(rows: readonly Row[], known: readonly string[], asked: string): number {
  const terms = addressOf(asked).split('-').filter((term) => term !== '')
  const isAsked = asked.trim() !== ''
  let count = 0
  for (const [place, { element }] of rows.entries()) {
    const words = known[place] ?? ''
    const isMeant = !isAsked || (terms.length > 0 && terms.every((term) => words.includes(term)))
    element.hidden = !isMeant
    if (isMeant) count++
  }
  for (const section of document.querySelectorAll('#styles > section')) {
    const isEmpty = section.querySelector('li:not([hidden])') === null
    section.toggleAttribute('hidden', isEmpty)
    const link = document.querySelector(`.jump a[href="#${section.querySelector('h2')?.id}"]`)
    link?.parentElement?.toggleAttribute('hidden', isEmpty)
  }
  return count
}
